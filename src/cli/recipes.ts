/** How this program is put to use somewhere: the text to save there, whose comments say how. */
export interface Recipe {
  readonly name: string
  /** One line for the list of all. */
  readonly about: string
  readonly text: string
}

/** Loads what `npm run bundle` made of `recipes/`. */
export const loadRecipes = async (): Promise<readonly Recipe[]> =>
  (await import('#recipes', {with: {type: 'json'}})).default
