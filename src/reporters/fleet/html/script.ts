/** Filters the matrix by host, fault and severity. Reports of hosts open by their links, without the script too. */
export const fleetScript = `
const form = document.querySelector('form.toolbar')
const columns = [...document.querySelectorAll('.matrix thead th[data-severity]')]
const rows = [...document.querySelectorAll('.matrix tbody tr')].map(row => {
  return {row, name: row.dataset.host.toLowerCase(), cells: [...row.querySelectorAll('td')]}
})

function filter() {
  const data = new FormData(form)
  const words = data.get('text').toLowerCase().split(/\\s+/).filter(Boolean)
  const kinds = data.getAll('kind')
  const fault = data.get('fault')
  const isNarrowed = fault !== '' || kinds.length < form.querySelectorAll('[name=kind]').length
  const shown = columns.map(column => {
    const kind = column.dataset.outcome === 'fail' ? column.dataset.severity : column.dataset.outcome
    return kinds.includes(kind) && (fault === '' || fault === column.dataset.fault)
  })
  columns.forEach((column, index) => { column.hidden = !shown[index] })
  let count = 0
  for (const {row, name, cells} of rows) {
    let marks = 0
    cells.forEach((cell, index) => {
      cell.hidden = !shown[index]
      if (shown[index] && cell.firstChild) marks += 1
    })
    row.hidden = !words.every(word => name.includes(word)) || (isNarrowed && marks === 0 && cells.some(cell => cell.firstChild))
    if (fault !== '' && marks === 0) row.hidden = true
    if (!row.hidden) count += 1
  }
  document.querySelector('.none').hidden = count > 0
  form.querySelector('output').textContent = count + ' of ' + rows.length + ' hosts, ' + shown.filter(Boolean).length + ' of ' + columns.length + ' faults'
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !form) return
  if (event.key === '/' && !event.target.matches('input, select')) {
    event.preventDefault()
    form.elements.text.focus()
  }
  if (event.key === 'Escape') {
    if (location.hash.startsWith('#host-')) location.hash = '#matrix'
    else { form.reset(); filter() }
    document.activeElement.blur()
  }
})
if (form) {
  form.hidden = false
  form.addEventListener('input', filter)
  form.addEventListener('submit', event => event.preventDefault())
  filter()
}
`
