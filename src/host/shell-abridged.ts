import {quoteWord} from '../text/shell-words.ts'
import type {Reading} from './host.ts'
import {fileSource, maxBytes, read} from './reading.ts'
import {leastBytes, readingsOf} from './shell-read.ts'
import {recordsOf} from './shell-records.ts'
import type {Question} from './shell-rounds.ts'

/** How the lines begin that are read of large files; nine tenths of dpkg's are descriptions and dependencies. */
const wanted: ReadonlyMap<string, readonly string[]> = new Map([
  ['/var/lib/dpkg/status', ['Package', 'Status', 'Version']],
])

/** Whether a file is read by `abridgedQuestion`. */
export const isAbridged = (path: string): boolean => wanted.has(path)

/**
 * A large file of fields without those that nobody reads. Their lines become short ones, so that all keep their numbers. The
 * value is undefined where the program that does this is missing there.
 */
export const abridgedQuestion: Question<string, Buffer | undefined> = {
  most: 1,
  key: (path) => path,
  group: (path) => path,
  script: ([path = '']) => {
    const kept = (wanted.get(path) ?? []).map((field) => `-e '/^${field}: /b' `).join('')
    const file = quoteWord(path)
    return `R ${leastBytes} ${file};[ ! -f ${file} ]||[ ! -r ${file} ]||{ o "\${M}a";t 20 sed ${kept}-e 's/..*/-/' ${file};o "\${M}x$?";}|head -c ${maxBytes}`
  },
  answers(answer, [path = ''], mark) {
    const records = recordsOf(answer, mark)
    const [reading] = readingsOf(records, [{path, limit: leastBytes}])
    if (reading?.state !== 'read') return reading ? [reading] : []
    const ending = records.find(({kind}) => kind === 'x')
    const isWhole = ending?.body.toString('latin1') === '0'
    const text: Reading<Buffer | undefined> = read(
      isWhole ? records.find(({kind}) => kind === 'a')?.body : undefined,
      fileSource(path),
    )
    return [text]
  },
  source: fileSource,
  patienceMs: () => 40_000,
}
