declare module '#rules' {
  import type {Rule} from './rule.ts'

  const rules: readonly Rule[]
  export default rules
}

declare module '#pages' {
  import type {Pages} from './pages.ts'

  const pages: Pages
  export default pages
}
