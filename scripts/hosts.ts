import {readdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {SnapshotDocument} from '../src/host/snapshot-document.ts'

/** Writes the recorded hosts of `test/hosts/` as snapshot files from the modules of the same names beside them. */
const folder = join(import.meta.dirname, '../test/hosts')
for (const module of readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
  const {document} = (await import(join(folder, module))) as {readonly document: SnapshotDocument}
  writeFileSync(join(folder, module.replace(/\.ts$/, '.json')), `${JSON.stringify(document, undefined, 1)}\n`)
}
