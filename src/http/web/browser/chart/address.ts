// The zoomed part of the range in the page's address, in its history, and in the links that keep it.
import { DAY_MINUTES, isoOfMinute, type Minute, minuteOf } from '../../../../domain/clock.js'
import type { VisibleWindow } from './window.js'

/** What an address keeps of a zoomed chart. */
export interface AddressedPart extends VisibleWindow {
  /** Minutes between the lines of the range and of the period beside it; undefined where there is none. */
  readonly shift?: number | undefined
}

const timeText = (minute: Minute): string => `${isoOfMinute(minute).slice(0, 16)}Z`

/** The same address for another part of the range; undefined for what it shows by itself. */
export function addressOf(address: string, part: AddressedPart | undefined): string {
  const url = new URL(address, location.href)
  if (part === undefined) return url.pathname + url.search
  url.searchParams.delete('range')
  url.searchParams.set('from', timeText(part.from))
  url.searchParams.set('to', timeText(part.until))
  if (isOfSameLine(url) && !url.searchParams.has('compare')) keepPeriod(url.searchParams, part.shift)
  // A query may contain colons, and people can read the address more easily without escapes.
  return url.pathname + url.search.replaceAll('%3A', ':')
}

/** The API has no line of a period beside another one. */
const isOfSameLine = ({ pathname, search }: URL): boolean =>
  !pathname.startsWith('/api/') && metricIn(search) === metricIn(location.search)

const metricIn = (query: string): string | null => new URLSearchParams(query).get('metric')

/** By itself, the address would mean the time just before the part, which is another line, also where none is shown. */
function keepPeriod(query: URLSearchParams, shift: number | undefined): void {
  if (/^\d+[mhdwy]$/.test(query.get('against') ?? '')) return
  query.delete('previous')
  query.delete('against_from')
  query.set('against', periodText(shift))
}

function periodText(shift: number | undefined): string {
  if (shift === undefined) return 'none'
  return shift % DAY_MINUTES === 0 ? `${shift / DAY_MINUTES}d` : `${shift}m`
}

/** What the address says now; undefined where it names no two times. */
export function windowInAddress(): VisibleWindow | undefined {
  const query = new URLSearchParams(location.search)
  const [from, until] = [timeAt(query.get('from'), false), timeAt(query.get('to'), true)]
  return from === undefined || until === undefined || from >= until ? undefined : { from, until }
}

/** A date alone is a UTC day, whose end is included. */
function timeAt(text: string | null, isEnd: boolean): Minute | undefined {
  if (text === null) return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const minute = minuteOf(Date.parse(text))
  if (Number.isNaN(minute)) return undefined
  return isDay && isEnd ? minute + DAY_MINUTES : minute
}

/** Makes the links to other metrics and to files, and the addresses in texts to copy, lead to the visible part. */
export function updateLinks(part: AddressedPart | undefined, originals: Map<HTMLElement, string>): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-keeps-window] a')) {
    const original = originals.get(link) ?? link.getAttribute('href') ?? ''
    originals.set(link, original)
    link.href = part ? addressOf(original, part) : original
  }
  for (const box of document.querySelectorAll<HTMLElement>('[data-keeps-window] [data-address]')) {
    const code = box.querySelector('code')
    const { address = '' } = box.dataset
    if (!code || address === '') continue
    const original = originals.get(code) ?? code.textContent
    originals.set(code, original)
    code.textContent = part ? withAddress(original, address, part) : original
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-keeps-window] input[name=query]')) {
    const original = originals.get(field) ?? field.value
    originals.set(field, original)
    field.value = part ? addressOf(original, part).replace(/^[^?]*/, '') : original
  }
}

function withAddress(text: string, address: string, part: AddressedPart): string {
  const changed = new URL(address).origin + addressOf(address, part)
  // In HTML to copy, the address is escaped.
  const written = (plain: string) => (text.startsWith('<') ? plain.replaceAll('&', '&amp;') : plain)
  return text.replace(written(address), () => written(changed))
}
