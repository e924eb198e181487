// Runs on pages with current numbers: replaces what changed once new numbers are stored, and says in the header how current they are.
import { endStay } from './absence/stay.js'
import { followTicks } from './live-updates/follow-ticks.js'
import { hasLiveParts, refreshParts, soon } from './live-updates/refresh-parts.js'
import { isPolling, showState } from './live-updates/state.js'

/** A page that is not notified asks once a minute. */
const POLL_CHECK_INTERVAL_MS = 15_000
const POLL_INTERVAL_MS = 50_000
/** A new sample comes once a minute, so a page that is notified of them waits longer before it asks by itself. */
const EVENT_SILENCE_TIMEOUT_MS = 80_000

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
    onTick: () => soon(() => refresh(true)),
    onState: (state) => {
      showState(state)
      if (state !== 'offline') endStay()
    },
  })
  setInterval(() => {
    if (Date.now() - refreshedAt > (isPolling() ? POLL_INTERVAL_MS : EVENT_SILENCE_TIMEOUT_MS)) void refresh(false)
  }, POLL_CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && isBehind) void refresh(true)
  })
}
