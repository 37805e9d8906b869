import {readdir, readFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {Recipe} from '../src/cli/recipes.ts'

/** Reads the recipes of a folder: each is named as its file up to the first dot, and its first comment says what it is. */
export async function readRecipes(folder: string): Promise<readonly Recipe[]> {
  const files = await readdir(folder)
  const recipes = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const about = /^# (.+)$/m.exec(text)?.[1]
      if (about === undefined) throw new Error(`${join(folder, file)} has no comment that says what it is`)
      return {name: file.replace(/\..*$/, ''), about, text}
    }),
  )
  return recipes.sort((one, other) => (one.name < other.name ? -1 : 1))
}
