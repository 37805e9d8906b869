/** A program that a udev rule runs, with its arguments, and the line of the rule counted from 1. */
export interface UdevRun {
  readonly command: string
  readonly line: number
}

/** Reads what the rules of a file run: `RUN+="…"`, also written `RUN{program}`, and `PROGRAM="…"` (udev(7)). */
export function readUdevRuns(text: string): readonly UdevRun[] {
  const runs: UdevRun[] = []
  let line = 1
  for (const rule of text.split(/(?<!\\)\n/)) {
    if (!/^\s*#/.test(rule)) {
      for (const [, command = ''] of rule.matchAll(assignment)) runs.push({command: command.replace(/\\"/g, '"'), line})
    }
    line += rule.split('\n').length
  }
  return runs
}

const assignment = /(?:^|[\s,])(?:RUN(?:\{program\})?\s*(?:\+=|:=|=)|PROGRAM\s*==?)\s*"((?:[^"\\]|\\.)*)"/g
