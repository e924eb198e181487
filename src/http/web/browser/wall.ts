// Runs on the wall display: shows the next minute once its numbers are stored, or when it has come; the time; and, on every
// game whose numbers stopped coming, since when (WEB-56).
import { MINUTE_MS } from '../../../domain/clock.js'
import { followTicks } from './live-updates/follow-ticks.js'
import { patchPart } from './live-updates/patch-part.js'
import { fetchPage, parts, soon } from './live-updates/refresh-parts.js'
import { type LiveState, showState } from './live-updates/state.js'
import { hideToolsWhenIdle, offerFullScreen, stayAwake } from './wall/screen.js'
import { noteServiceTime, serviceTime } from './wall/service-clock.js'

const CHECK_INTERVAL_MS = 1_000
/** The numbers of a minute usually come within this time; after it, the page asks by itself. */
const MAX_TICK_DELAY_MS = 12_000
const RETRY_INTERVAL_MS = 10_000

const CLOCK = '[data-wall-clock]'
const GAME = '#wall-now article'
const { dataset } = document.documentElement
const timeFormat = new Intl.DateTimeFormat(dataset.locale, { timeStyle: 'short', timeZone: dataset.timeZone })

/** The minute of the service at which the page was last read. */
let shownMinute = 0
let requestedAt = performance.now()
let isRequesting = false
/** How the numbers arrive, where they do. */
let connection: LiveState = 'polling'

const clockOf = (of: ParentNode): number => Number(of.querySelector<HTMLElement>(CLOCK)?.dataset.wallClock)

function noteTime(of: ParentNode): void {
  noteServiceTime(clockOf(of))
  shownMinute = Math.floor(clockOf(of) / MINUTE_MS)
}

const styleOf = (of: ParentNode): string | null | undefined =>
  of.querySelector('link[rel=stylesheet]')?.getAttribute('href')

async function refresh(): Promise<void> {
  if (isRequesting || document.hidden) return
  isRequesting = true
  requestedAt = performance.now()
  const answer = await fetchPage()
  isRequesting = false
  if (answer.kind === 'silent') connection = 'offline'
  // The link was revoked, or the session ended: the page says so itself.
  else if (answer.kind === 'rejected') location.reload()
  else if (answer.kind === 'page') show(answer.page)
}

function show(page: Document): void {
  // Another version of the service was started. A browser would leave the full screen if the page were loaded again.
  if (styleOf(page) !== styleOf(document) && !document.fullscreenElement) {
    location.reload()
    return
  }
  for (const part of parts(document)) {
    const newer = page.getElementById(part.id)
    if (newer) patchPart(part, newer)
  }
  noteTime(page)
  // The next tick says more; until then, it is known only that the service answers.
  if (connection === 'offline') connection = 'polling'
  showTime()
}

function showTime(): void {
  const now = serviceTime()
  const clockTime = document.querySelector<HTMLTimeElement>(`${CLOCK} time`)
  const text = timeFormat.format(now)
  if (clockTime && clockTime.textContent !== text) {
    clockTime.dateTime = new Date(now).toISOString()
    clockTime.textContent = text
  }
  for (const game of document.querySelectorAll<HTMLElement>('[data-fresh-until]'))
    if (Number(game.dataset.freshUntil) <= now) game.dataset.stale = ''
  // A connection over which no numbers come is not live.
  showState(
    document.querySelector(GAME) && !document.querySelector(`${GAME}:not([data-stale])`) ? 'offline' : connection,
  )
}

/** Every second, so that a number is never shown as current for longer than it is. */
function check(): void {
  showTime()
  const now = serviceTime()
  const isDue = Math.floor(now / MINUTE_MS) > shownMinute && now % MINUTE_MS > MAX_TICK_DELAY_MS
  const isLate = now - shownMinute * MINUTE_MS > MINUTE_MS + MAX_TICK_DELAY_MS
  if ((isDue || isLate) && performance.now() - requestedAt > RETRY_INTERVAL_MS) void refresh()
}

noteTime(document)
offerFullScreen()
stayAwake()
const hideTools = hideToolsWhenIdle()
followTicks({
  onTick: () => soon(refresh),
  onState: (state) => {
    connection = state
    showTime()
  },
})
setInterval(() => {
  check()
  hideTools()
}, CHECK_INTERVAL_MS)
document.addEventListener('visibilitychange', check)
