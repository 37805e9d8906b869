import {run} from '../../src/cli/run.ts'

const command = [
  'check --from test/hosts/centos-7-seed-postmortem.json',
  '--only docker,pod-cidr-overlaps-service-cidr',
]

/** The text report of a recorded host as an SVG picture of a terminal; the command it shows gives the same text. */
export async function reportPicture(): Promise<string> {
  let text = ''
  const env = {FORCE_COLOR: '1', LANG: 'C.UTF-8'}
  await run(command.join(' ').split(' '), {
    out: {write: (piece) => (text += piece)},
    err: {write: () => undefined},
    env,
  })
  const prompt = `\x1b[32m$\x1b[39m \x1b[1mnode-preflight ${command.join(' \\\n    ')}\x1b[22m`
  return terminalPicture(`${prompt}\n\n${text.trimEnd()}`)
}

const cell = {width: 8.1, height: 20}
const margin = {side: 24, top: 60, bottom: 22}
const columns = 80

/** Every piece stands at its own column and has its own width, so that any monospaced font keeps the columns. */
function terminalPicture(text: string): string {
  const lines = text.split('\n')
  const [width, height] = [
    columns * cell.width + 2 * margin.side,
    lines.length * cell.height + margin.top + margin.bottom,
  ]
  const state = {bold: false, dim: false, color: ''}
  const rows = lines.map((line, row) => {
    const y = margin.top + (row + 0.5) * cell.height
    return piecesOf(line, state)
      .map(({at, text: piece, look}) => {
        const place = `x="${rounded(margin.side + at * cell.width)}" y="${y}" textLength="${rounded(piece.length * cell.width)}"`
        return `<text ${place}${look && ` class="${look}"`}>${escapeXml(piece)}</text>`
      })
      .join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rounded(width)} ${height}" width="${rounded(width)}" height="${height}" role="img" aria-label="A report in a terminal">
<style>
text{font:13.5px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#c9d1d9;white-space:pre}
.b{font-weight:700;fill:#f0f6fc}.d{fill:#7d8590}.red{fill:#ff7b72}.yellow{fill:#e3b341}.green{fill:#7ee787}.cyan{fill:#79c0ff}
</style>
<rect x=".5" y=".5" width="${rounded(width - 1)}" height="${height - 1}" rx="10" fill="#0d1117" stroke="#30363d"/>
<path d="M1 38V10.5A9.5 9.5 0 0 1 10.5 1H${rounded(width - 10.5)}A9.5 9.5 0 0 1 ${rounded(width - 1)} 10.5V38z" fill="#161b22"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
${rows.filter((row) => row !== '').join('\n')}
</svg>
`
}

interface Look {
  bold: boolean
  dim: boolean
  color: string
}

interface Piece {
  readonly at: number
  readonly text: string
  readonly look: string
}

const colors: Readonly<Record<string, string>> = {31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan', 39: ''}

/** The pieces of a line that look the same, without the spaces around them; `state` is what the codes so far have set. */
function piecesOf(line: string, state: Look): readonly Piece[] {
  let column = 0
  return line.split(/(\x1b\[\d+m)/).flatMap((piece) => {
    const [, code] = /^\x1b\[(\d+)m$/.exec(piece) ?? []
    if (code !== undefined) {
      if (colors[code] !== undefined) state.color = colors[code]
      else if (code === '22') Object.assign(state, {bold: false, dim: false})
      else state[code === '1' ? 'bold' : 'dim'] = true
      return []
    }
    const at = column + (piece.length - piece.trimStart().length)
    column += piece.length
    const look = [state.bold && 'b', state.dim && 'd', state.color].filter(Boolean).join(' ')
    return piece.trim() === '' ? [] : [{at, text: piece.trim(), look}]
  })
}

const rounded = (value: number): number => Math.round(value * 10) / 10

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({'&': '&amp;', '<': '&lt;'})[sign] ?? '&gt;')
