// Runs on pages with current numbers: replaces what changed once new numbers are stored, and says in the header how current they are.
import { followTicks } from './live/follow-ticks.js'
import { hasLiveParts, refreshParts } from './live/refresh-parts.js'
import { isPolling, showState } from './live/state.js'

/** A page that is not notified asks once a minute. */
const CHECK_MS = 15_000
const POLLING_MS = 50_000
/** A new sample comes once a minute, so a page that is notified of them waits longer before it asks by itself. */
const SILENCE_TIMEOUT_MS = 80_000
/** Pages spread their requests over this time, because all browsers are notified at once. */
const SPREAD_MS = 1_500

let refreshedAt = Date.now()
let isBehind = false

async function refresh(isNotified: boolean): Promise<void> {
  if (document.hidden) {
    isBehind = true
    return
  }
  isBehind = false
  refreshedAt = Date.now()
  const isAnswered = await refreshParts()
  if (!isAnswered) showState('offline')
  else if (!isNotified) showState('polling')
}

if (hasLiveParts()) {
  followTicks({
    onTick: () => setTimeout(() => void refresh(true), Math.random() * SPREAD_MS),
    onState: showState,
  })
  setInterval(() => {
    if (Date.now() - refreshedAt > (isPolling() ? POLLING_MS : SILENCE_TIMEOUT_MS)) void refresh(false)
  }, CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && isBehind) void refresh(true)
  })
}
