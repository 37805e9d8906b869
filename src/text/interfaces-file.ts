import {blockText, type ConfiguredInterface} from './configured-interface.ts'

/** Reads the stanzas `iface NAME inet|inet6 METHOD` of Debian's interfaces(5). */
export function readInterfacesFile(text: string): readonly ConfiguredInterface[] {
  const stanzas: {name: string; method: string; options: Map<string, {value: string; line: number}>}[] = []
  let isInStanza = false
  for (const [index, content] of text.split('\n').entries()) {
    const [keyword = '', ...words] = content.trim().split(/\s+/)
    if (keyword === '' || keyword.startsWith('#')) continue
    if (keyword === 'iface') {
      const [name = '', , method = ''] = words
      stanzas.push({name, method, options: new Map()})
      isInStanza = true
    } else if (/^(auto|allow-.*|mapping|source|source-directory|no-auto-down|no-scripts)$/.test(keyword))
      isInStanza = false
    else if (isInStanza) stanzas.at(-1)?.options.set(keyword, {value: words.join(' '), line: index + 1})
  }
  return stanzas.map(({name, method, options}) => {
    const address = options.get('address')
    const block = address && blockText(address.value, options.get('netmask')?.value)
    return {
      name,
      addresses: address && block && method === 'static' ? [{block, line: address.line}] : [],
      isDynamic: method === 'dhcp' || method === 'auto',
    }
  })
}
