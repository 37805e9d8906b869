/** Something that may stand at the end of a command line; the about is for shells that show it. */
export interface Candidate {
  readonly value: string
  readonly about?: string
}
