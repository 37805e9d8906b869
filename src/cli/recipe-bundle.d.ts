declare module '#recipes' {
  import type {Recipe} from './recipes.ts'

  const recipes: readonly Recipe[]
  export default recipes
}
