import {UserError} from '../errors.ts'
import {type Style, styleOf} from '../reporters/terminal/style.ts'
import {nearest} from '../text/nearest.ts'
import {type Args, one} from './args.ts'
import {displayOf} from './display.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {loadRecipes, type Recipe} from './recipes.ts'

/** Prints a recipe as it is to be saved, or the list of them. */
export async function generate(args: Args, io: Io): Promise<number> {
  const recipes = await loadRecipes()
  const name = one(args, 'recipe')
  io.out.write(
    name === undefined ? listOf(recipes, styleOf(displayOf(args, io.out, io.env))) : named(recipes, name).text,
  )
  return exitCodes.pass
}

function named(recipes: readonly Recipe[], name: string): Recipe {
  const recipe = recipes.find((each) => each.name === name)
  if (recipe !== undefined) return recipe
  const names = recipes.map((each) => each.name)
  const close = nearest(name, names)
  const hint = close === undefined ? `recipes: ${names.join(', ')}` : `did you mean '${close}'?`
  throw new UserError(`there is no recipe '${name}'`, {hint})
}

function listOf(recipes: readonly Recipe[], style: Style): string {
  const width = Math.max(...recipes.map(({name}) => name.length))
  return recipes.map(({name, about}) => `${style.cyan(name.padEnd(width))}  ${about}\n`).join('')
}
