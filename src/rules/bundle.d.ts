declare module '#rules' {
  import type {Rule} from './rule.ts'

  const rules: readonly Rule[]
  export default rules
}
