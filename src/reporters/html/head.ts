import {createHash} from 'node:crypto'
import {type Markup, markup, verbatim} from './markup.ts'

/** The head of a page that needs nothing else: its own policy allows this style and this script and forbids the network. */
export function head(title: string, style: string, script: string): Markup {
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`
  return markup`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${verbatim(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} - node-preflight</title>
<style>${verbatim(style)}</style>
</head>`
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
