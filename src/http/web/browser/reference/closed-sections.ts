// The closed sections of the API reference: opened for a link to a section, all at once by a button, and all on paper.

const sections = [...document.querySelectorAll<HTMLDetailsElement>('details.section-details')]
const button = document.querySelector<HTMLButtonElement>('button[data-open-all]')

/** The section that the address names, and what it is in. */
function openNamed(): void {
  const section = document.getElementById(location.hash.slice(1))
  if (!section) return
  for (const details of sections)
    if (details.parentElement === section || details.contains(section)) details.open = true
}

/** What was opened for the printer only. */
let opened: readonly HTMLDetailsElement[] = []

export function followLinks(): void {
  openNamed()
  addEventListener('hashchange', openNamed)
  // A link to the section that the address names already changes nothing else.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="#"]')?.hash === location.hash)
      openNamed()
  })
  addEventListener('beforeprint', () => {
    opened = sections.filter(({ open }) => !open)
    for (const details of opened) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
    opened = []
  })
}

export function openTogether(): void {
  if (!button) return
  const texts = { open: button.textContent, close: button.dataset.closeText ?? '' }
  button.hidden = false
  button.addEventListener('click', () => {
    const isOpening = button.textContent === texts.open
    for (const details of sections) details.open = isOpening
    button.textContent = isOpening ? texts.close : texts.open
  })
}
