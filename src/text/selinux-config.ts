/** What /etc/selinux/config says, each with the line that decides; a part is missing when no line gives it. */
export interface SelinuxConfig {
  readonly mode?: {readonly value: 'enforcing' | 'permissive' | 'disabled'; readonly line: number}
  readonly type?: {readonly value: string; readonly line: number}
}

/**
 * Reads /etc/selinux/config as libselinux does (selinux_config(5)): the first line that begins with `SELINUX=` and goes on
 * with a known mode in any case decides, whatever follows the word; of `SELINUXTYPE=`, which may be indented, the last.
 */
export function readSelinuxConfig(text: string): SelinuxConfig {
  let config: SelinuxConfig = {}
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    const word = /^SELINUX=\s*(.*)$/s.exec(content)?.[1]?.toLowerCase()
    const value = modes.find((mode) => word?.startsWith(mode))
    if (value !== undefined) config = {mode: {value, line}, ...config}
    const type = /^\s*SELINUXTYPE=\s*(.*)$/is.exec(content)?.[1]
    if (type !== undefined) config = {...config, type: {value: type.replace(/[\s\x00-\x1f\x7f]+$/, ''), line}}
  }
  return config
}

const modes = ['enforcing', 'permissive', 'disabled'] as const
