// What everybody may know of the state of the service: whether data are coming in, since when they are not, and the
// incidents of the platform. It names no game and no file.
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import type { Store } from '../../domain/ports/store.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import { FAILING, type Health, OVERDUE, type PartState } from '../reading/check-health.js'

export interface ServiceStatus {
  /** `waiting`: no tick was stored yet. `missing`: ticks fail, none was stored for too long, or the clock is wrong. */
  readonly data: 'receiving' | 'waiting' | 'missing'
  /** Since when the poller has the state in which data are missing, ms; undefined if that is not known or they are not missing. */
  readonly missingSince: number | undefined
  /** The minute up to which everything is stored or known as a gap. */
  readonly lastTick: Minute | undefined
  readonly isDatabaseWritable: boolean
  readonly clock: ClockState
  readonly bot: PartState['state']
  /** Of the whole platform, in the last 30 days, newest first. */
  readonly incidents: readonly HistoryEvent[]
}

interface Deps {
  readonly store: Pick<Store, 'series' | 'eventLog'>
  readonly clock: Clock
  readonly checkHealth: () => Promise<Health>
}

const INCIDENT_DAYS = 30
const MAX_STATUS_INCIDENTS = 20

export function createShowStatus({ store, clock, checkHealth }: Deps) {
  return async function showStatus(): Promise<ServiceStatus> {
    const { poller, bot, database, clock: clockPart } = await checkHealth()
    const cursor = await store.series.cursor()
    const isFailing = poller.state === OVERDUE || poller.state === FAILING
    const isMissing = !database.writable || clockPart.state === 'wrong' || isFailing
    const since = Date.parse(poller.since ?? '')
    return {
      data: isMissing ? 'missing' : cursor === undefined ? 'waiting' : 'receiving',
      missingSince: isMissing && Number.isFinite(since) ? since : undefined,
      lastTick: cursor?.minute,
      isDatabaseWritable: database.writable,
      clock: clockPart.state,
      bot: bot.state,
      incidents: await store.eventLog.newest({
        universeIds: [],
        accountId: null,
        kinds: ['incident', 'market_fall'],
        from: minuteOf(clock.now()) - INCIDENT_DAYS * DAY_MINUTES,
        limit: MAX_STATUS_INCIDENTS,
      }),
    }
  }
}
