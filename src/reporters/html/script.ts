/** Filters by search, subject, severity and outcome; copies commands; moves by keys. Without it the page shows everything. */
export const script = `
const form = document.querySelector('form.toolbar')
const entries = [...document.querySelectorAll('[data-outcome]')]
const folds = [...document.querySelectorAll('details.fold')]
const announce = text => { document.querySelector('.announce').textContent = text }

function filter() {
  const data = new FormData(form)
  const words = data.get('text').toLowerCase().split(/\\s+/).filter(Boolean)
  const severities = data.getAll('severity')
  const outcomes = data.getAll('outcome')
  const subject = data.get('subject')
  let shown = 0
  for (const entry of entries) {
    const {outcome, severity, words: text, subject: own} = entry.dataset
    const matches = severities.includes(severity) && outcomes.includes(outcome) && (subject === '' || subject === own) &&
      words.every(word => text.includes(word) || own.includes(word) || entry.textContent.toLowerCase().includes(word))
    entry.hidden = !matches
    if (matches) shown += 1
  }
  for (const section of document.querySelectorAll('main section:not(.space)')) {
    const own = section.querySelectorAll('[data-outcome]:not([hidden])').length
    section.hidden = own === 0
    section.querySelector('.count').textContent = own
  }
  unfold(words.length > 0 || subject !== '')
  document.querySelector('.none').hidden = shown > 0
  form.querySelector('output').textContent = shown + ' of ' + entries.length + ' rules'
}

/** What a search unfolded is folded again when it ends. */
function unfold(isNarrowed) {
  for (const fold of folds) {
    if (isNarrowed === 'opened' in fold.dataset) continue
    if (isNarrowed && fold.open) continue
    fold.open = isNarrowed
    if (isNarrowed) fold.dataset.opened = ''
    else delete fold.dataset.opened
  }
}

async function copy(button) {
  const text = button.parentElement.querySelector('pre').textContent
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const range = document.createRange()
    range.selectNodeContents(button.parentElement.querySelector('pre'))
    getSelection().removeAllRanges()
    getSelection().addRange(range)
    if (!document.execCommand('copy')) return announce('Press Ctrl+C to copy')
  }
  button.textContent = 'Copied'
  announce('Copied')
  setTimeout(() => { button.textContent = 'Copy' }, 1500)
}

function move(step) {
  const cards = [...document.querySelectorAll('details.card:not([hidden]) > summary')]
  const at = cards.indexOf(document.activeElement.closest('details.card')?.firstElementChild)
  const next = cards[Math.min(Math.max(at + step, 0), cards.length - 1)]
  next?.focus()
  next?.scrollIntoView({block: 'nearest'})
}

const keys = {
  '/': () => form.elements.text.focus(),
  j: () => move(1),
  k: () => move(-1),
  c: () => { const button = document.activeElement.closest('.card')?.querySelector('.copy'); if (button) copy(button) },
  Escape: () => { form.reset(); filter(); document.activeElement.blur() },
}

document.addEventListener('keydown', event => {
  const isTyping = event.target.matches('input[type=search], select')
  if (event.ctrlKey || event.metaKey || event.altKey || (isTyping && event.key !== 'Escape')) return
  const act = keys[event.key]
  if (!act || !form) return
  event.preventDefault()
  act()
})
document.addEventListener('click', event => { if (event.target.matches('.copy')) copy(event.target) })
addEventListener('beforeprint', () => { for (const card of document.querySelectorAll('details.card')) card.open = true })
if (form) {
  form.hidden = false
  form.addEventListener('input', filter)
  form.addEventListener('submit', event => event.preventDefault())
  document.documentElement.classList.add('scripted')
  filter()
}
`
