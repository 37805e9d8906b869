import type {ReportOptions} from '../reporter.ts'

type Paint = (text: string) => string

/** Colours and signs for one terminal. */
export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly yellow: Paint
  readonly green: Paint
  readonly cyan: Paint
  readonly signs: {readonly fail: string; readonly pass: string; readonly dot: string; readonly bullet: string}
}

const unicodeSigns = {fail: '✗', pass: '✓', dot: '·', bullet: '•'}
const asciiSigns = {fail: 'x', pass: '+', dot: '-', bullet: '*'}

/** The style that the options allow. */
export function styleOf({color, unicode}: Pick<ReportOptions, 'color' | 'unicode'>): Style {
  const paint =
    (on: number, off: number): Paint =>
    (text) =>
      color && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    yellow: paint(33, 39),
    green: paint(32, 39),
    cyan: paint(36, 39),
    signs: unicode ? unicodeSigns : asciiSigns,
  }
}
