// On every page: tells the server the reader's time zone, and closes the menu as people expect.

const A_YEAR = 31_536_000
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
const shown = document.documentElement.dataset.timeZone

if (timeZone !== undefined && timeZone !== shown) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `time-zone=${encodeURIComponent(timeZone)}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax${secure}`
}

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.dropdown[open]')) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})
