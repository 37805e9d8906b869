/**
 * A text without its secrets: private keys, tokens, passwords, signatures of JWTs, credentials in URLs. Lines keep their
 * numbers, and a text without any of the trigger words is returned as it is after one scan.
 */
export function redact(text: string): string {
  let result = text
  for (const {trigger, pattern, replace} of secrets) {
    if (trigger.test(text)) result = result.replace(pattern, replace)
  }
  return result
}

/** Why a file is never read although it may exist, or undefined where it may be read. */
export function refusal(path: string): string | undefined {
  return refused.some((pattern) => pattern.test(path)) ? 'holds secrets and is never read' : undefined
}

const redacted = '[redacted]'

const refused = [
  /^\/etc\/g?shadow-?$/,
  /^\/etc\/ssh\/ssh_host_[^/]*_key$/,
  /\/pki\/(?:[^/]+\/)*[^/]+\.key$/,
  /\/\.ssh\/(?:id_[^/.]+|identity)$/,
]

interface Secret {
  readonly trigger: RegExp
  readonly pattern: RegExp
  readonly replace: (...groups: string[]) => string
}

const names = '(?:token|password|passphrase|client-key-data|certificate-?key|identitytoken|registrytoken|auth)'
const quoted = `"[^"\\n]+"|'[^'\\n]+'`

/** Every pattern takes time linear in the text: no two neighbouring repetitions match the same characters. */
const secrets: readonly Secret[] = [
  {
    trigger: /PRIVATE KEY-----/,
    pattern: /(-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----)([\s\S]*?)(-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g,
    replace: (_, begin = '', body = '', end = '') => begin + body.replace(/\\[nrt]|[^\s\\]+/g, maskedLine) + end,
  },
  {
    trigger: /eyJ/,
    pattern: /(?<![\w-])(eyJ[\w-]+\.[\w-]+\.)[\w-]+/g,
    replace: (_, kept = '') => kept + redacted,
  },
  {
    trigger: /(?:token|password|passphrase|key-data|certificate-?key|auth)["']?[ \t]*[:=]/i,
    pattern: new RegExp(
      `^([ \\t]*(?:- +)*(?:export )?["']?(?:[\\w-]*[_-])?${names}["']?[ \\t]*[:=][ \\t]*)(${quoted}|[^\\s,#}"'&*|>{[]\\S*)`,
      'gim',
    ),
    replace: (_, key = '', value = '') => key + masked(value),
  },
  {
    trigger: /[{,][ \t]*["']?(?:token|password|passphrase|client|certificate|identity|registry|auth)/i,
    pattern: new RegExp(`([{,][ \\t]*["']?${names}["']?[ \\t]*:[ \\t]*)(${quoted}|[^\\s,}"'&*|>{[][^\\s,}]*)`, 'gi'),
    replace: (_, key = '', value = '') => key + masked(value),
  },
  {
    trigger: /-(?:token|password|key)[= \t\0]/i,
    pattern:
      /(?<![\w-])(--?(?:[\w-]*-)?(?:token|password|certificate-key)(?:=|[ \t\0]+))("[^"\n]+"|'[^'\n]+'|[^\s"',\0-][^\s"',\0]*)/gi,
    replace: (_, flag = '', value = '') => flag + masked(value),
  },
  {
    trigger: /\b[a-z0-9]{6}\.[a-z0-9]{16}\b/,
    pattern: /\b[a-z0-9]{6}\.[a-z0-9]{16}\b/g,
    replace: (token) => (/\d/.test(token) && /[a-z]/.test(token) ? redacted : token),
  },
  {
    trigger: /:\/\/[^\s/@:"']*:[^\s/"']*@/,
    pattern: /(:\/\/)[^\s/@:"']*:[^\s/"']*@/g,
    replace: (_, scheme = '') => `${scheme}${redacted}@`,
  },
  {
    trigger: /PrivateKey|PresharedKey/,
    pattern: /^([ \t]*(?:PrivateKey|PresharedKey)[ \t]*=[ \t]*)\S+/gm,
    replace: (_, key = '') => key + redacted,
  },
]

function masked(value: string): string {
  const quote = /^["']/.exec(value)?.[0] ?? ''
  return quote + redacted + quote
}

function maskedLine(run: string): string {
  return run.startsWith('\\') ? run : redacted
}
