// Runs on every page: sends the reader's time zone to the server in a cookie, and closes an open menu on Escape.

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
