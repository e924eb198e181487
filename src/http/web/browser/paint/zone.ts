// Shows all times in the zone of this browser, unless the reader chose one.
import { zoneName } from '../../../../domain/time/zone-name.js'

{
  const COOKIE_SECONDS = 31_536_000
  /** What is written in a time zone: times, and the name of the zone. */
  const TIME_SELECTOR = '[data-time], [data-zone-name]'
  const root = document.documentElement
  const { timeZone, timeZoneSource, zoneOffsets = '', locale } = root.dataset
  let browserZone: string | undefined

  /** The same forms as in the texts of the server. */
  const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
    'date-time': { dateStyle: 'medium', timeStyle: 'short' },
    date: { dateStyle: 'medium' },
    time: { timeStyle: 'short' },
  }
  const formats = new Map<string, Intl.DateTimeFormat>()

  const formatOf = (style: string): Intl.DateTimeFormat | undefined => {
    const known = formats.get(style)
    const options = styles[style]
    if (known || !options) return known
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: browserZone })
    formats.set(style, format)
    return format
  }

  const correct = (node: Node): void => {
    if (!(node instanceof Element)) return
    const found = node.matches(TIME_SELECTOR) ? [node] : [...node.querySelectorAll(TIME_SELECTOR)]
    for (const one of found) {
      const at = Date.parse(one.getAttribute('datetime') ?? '')
      const text = one.matches('[data-zone-name]')
        ? browserZone && zoneName(browserZone)
        : formatOf(`${one.getAttribute('data-time')}`)?.format(at)
      if (text !== undefined && one.textContent !== text) one.textContent = text
    }
  }

  const ownName = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined

  /** From the cookie the server reads in which zone to write the next page. Returns whether it is there now and was not before. */
  const keepZone = (zone: string): boolean => {
    const cookie = `time-zone=${encodeURIComponent(zone)}`
    const isKept = (): boolean => document.cookie.split('; ').includes(cookie)
    const wasKept = isKept()
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    document.cookie = `${cookie}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`
    return !wasKept && isKept()
  }

  /** `isLate`: the page is painted already, in a zone of the same offsets. */
  const useOwnZone = (isLate = false): void => {
    browserZone = ownName()
    const isRight = browserZone === timeZone
    if (browserZone === undefined || (isRight && timeZoneSource === 'browser')) return
    const isNew = keepZone(browserZone)
    if (isRight) return
    if (isNew && !isLate && root.dataset.dependsOnZone !== undefined) {
      // Days cannot be corrected here. The server writes the page again, and nothing is painted before.
      root.hidden = true
      location.reload()
      return
    }
    root.dataset.timeZone = browserZone
    correct(root)
    // Elements are still being added while the page loads, and parts may be replaced later.
    new MutationObserver((changes) => {
      // The parser may add the text of an element after the element itself.
      for (const { target, addedNodes } of changes) {
        if (target instanceof Element && target.matches(TIME_SELECTOR)) correct(target)
        else for (const node of addedNodes) correct(node)
      }
    }).observe(root, { childList: true, subtree: true })
  }

  const agrees = (pair: string): boolean => {
    const [at, offset] = pair.split(':').map(Number)
    return -new Date(Number(at)).getTimezoneOffset() === offset
  }

  if (timeZoneSource !== 'chosen') {
    // The first formatter of a page costs most of the time before its first paint. Where the offsets agree, the times are right
    // as the server wrote them, and only the name of the zone may differ, which can wait for the first paint: the page may be loaded
    // before it.
    if (timeZoneSource === 'browser' && zoneOffsets.split(' ').every(agrees))
      addEventListener('load', () => requestAnimationFrame(() => setTimeout(() => useOwnZone(true))), { once: true })
    else useOwnZone()
  }
}
