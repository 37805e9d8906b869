/**
 * Reads /proc/<pid>/cmdline into the argument vector; empty for kernel threads. Trailing NULs are dropped, since programs
 * that set their title leave many behind.
 */
export function parseProcCmdline(text: string): readonly string[] {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return end === 0 ? [] : text.slice(0, end).split('\0')
}
