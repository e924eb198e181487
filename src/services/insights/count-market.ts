// Counts the players of the market after each stored tick. The tick is over by then, so it is never delayed; what the
// tick has sampled is not asked for again.
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import { MARKET_DAYS } from '../../domain/insights/market/market-index.js'
import { isWholeCount, marketLink } from '../../domain/insights/market/market-link.js'
import type { MarketCount, MarketSource } from '../../domain/ports/market.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'
import { createChartMembers } from './chart-members.js'
import { countCharted, createCountTracked, type MemberCountDeps, type MemberCounts } from './member-counts.js'

/** `tracked`: the platform's charts are never read. */
export type MarketMode = 'charts' | 'tracked' | 'off'

export interface MarketCountDeps extends MemberCountDeps {
  readonly store: Pick<Store, 'market' | 'series' | 'universes' | 'settings'>
  readonly platform: Pick<Platform, 'countPlayers' | 'readCharts'>
  readonly market: MarketMode
}

export interface MarketCountReport {
  /** The minute that was counted; undefined if there was nothing to count. */
  readonly minute: Minute | undefined
  readonly sources: readonly MarketSource[]
  /** Why the charts or their members could not be read. */
  readonly error?: unknown
}

const EMPTY_REPORT: MarketCountReport = { minute: undefined, sources: [] }

export function createCountMarket(ports: MarketCountDeps) {
  const { store, market: mode } = ports
  const members = createChartMembers({ ...ports, settings: store.settings })
  const countTracked = createCountTracked(ports)
  const before = new Map<MarketSource, MarketCount>()
  let lastMinute: Minute | undefined

  /** Returns whether enough members were counted to be stored. */
  const record = async (source: MarketSource, now: MemberCounts): Promise<boolean> => {
    if (!isWholeCount(now.counts.size, now.requested)) return false
    const known = before.get(source) ?? (await store.market.last(source, true))
    await store.market.record(source, marketLink(known, now), now.counts)
    if ([...now.counts.values()].some((count) => count > 0)) before.set(source, now)
    return true
  }

  const countCharts = async (minute: Minute, stop: AbortSignal): Promise<Omit<MarketCountReport, 'minute'>> => {
    // Without members the charts are read first; otherwise after the count, which belongs to this minute.
    const unread = (await members.current()).length === 0 ? await members.refresh(stop) : undefined
    try {
      const now = await countCharted(ports, await members.current(), minute, stop)
      const sources: readonly MarketSource[] = (await record('charts', now)) ? ['charts'] : []
      return { sources, error: unread ?? (await members.refresh(stop)) }
    } catch (error) {
      return { sources: [], error }
    }
  }

  /** Counts the last stored tick, once. A failure of the platform is returned, and the minute of the charts is unknown. */
  return async function countMarket({ stop }: { readonly stop: AbortSignal }): Promise<MarketCountReport> {
    const cursor = mode === 'off' ? undefined : await store.series.cursor()
    if (cursor === undefined || cursor.clockWasWrong || cursor.minute === lastMinute) return EMPTY_REPORT
    const { minute } = cursor
    const [hour, lastHour] = [minute, lastMinute ?? 0].map((at) => Math.floor(at / HOUR_MINUTES))
    if (hour !== lastHour) await store.market.expire(minute - MARKET_DAYS * DAY_MINUTES)
    // Counts in the future, from when the clock was ahead, have been deleted.
    if (minute < (lastMinute ?? 0)) before.clear()
    lastMinute = minute
    const tracked: readonly MarketSource[] = (await record('tracked', await countTracked(minute))) ? ['tracked'] : []
    if (mode === 'tracked') return { minute, sources: tracked }
    const { sources, error } = await countCharts(minute, stop)
    return { minute, sources: [...tracked, ...sources], ...(error === undefined ? {} : { error }) }
  }
}
