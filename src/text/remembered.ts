/**
 * A reader of texts that keeps what it made of the last ones: nodes of a fleet have most of their files in common, and one
 * node asks for the same address often. Kept are texts of so many characters, then all are let go. Whoever asks gets the
 * same value, so nobody may change it.
 */
export function remembered<T>(read: (text: string) => T, characters = 512 * 1024): (text: string) => T {
  const known = new Map<string, T>()
  let length = 0
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (text.length > characters) return read(text)
    const own = ownCopy(text)
    const value = read(own)
    length += own.length + perText
    if (length > characters) {
      known.clear()
      length = own.length + perText
    }
    known.set(own, value)
    return value
  }
}

/** What even a short text takes. */
const perText = 100

/** Engines keep the whole text that a part was cut from for as long as the part is kept; this is a text of its own. */
function ownCopy(text: string): string {
  const copy = Buffer.from(text).toString()
  return copy === text ? copy : text
}
