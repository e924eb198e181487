// The members of the platform's public charts, read once an hour. The charts are undocumented, so a failure is expected:
// the members that were read last are then used for a day.
import { z } from 'zod'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/clock.js'
import { MIN_MARKET_MEMBERS } from '../../domain/insights/market/market-link.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { SettingStore } from '../../domain/ports/store.js'
import { MAX_MEMBERS } from './member-counts.js'

const MEMBERS_REFRESH_INTERVAL_MS = HOUR_MS
/** After a failure, the charts are not read for this long. */
const MEMBERS_RETRY_DELAY_MS = 10 * MINUTE_MS
const MAX_MEMBERS_AGE_MS = DAY_MS
const SETTING = 'market.members'

const storedMembers = z.object({ readAt: z.number(), ids: z.array(z.int().positive()).max(MAX_MEMBERS) })
type StoredMembers = z.infer<typeof storedMembers>

export interface ChartMembersDeps {
  readonly platform: Pick<Platform, 'readCharts'>
  readonly settings: SettingStore
  readonly clock: Clock
}

export interface ChartMembers {
  /** Their universe ids, the most played first; empty if they are unknown or too old. */
  current(): Promise<readonly number[]>
  /** Reads the charts if that is due. Returns the error for as long as they cannot be read. */
  refresh(stop: AbortSignal): Promise<unknown>
}

export function createChartMembers({ platform, settings, clock }: ChartMembersDeps): ChartMembers {
  let known: StoredMembers | undefined
  let isLoaded = false
  let nextReadAt = Number.NEGATIVE_INFINITY
  let lastError: unknown

  const load = async (): Promise<void> => {
    if (isLoaded) return
    known = parse(await settings.get(SETTING))
    isLoaded = true
    const ageMs = known === undefined ? MEMBERS_REFRESH_INTERVAL_MS : clock.now() - known.readAt
    if (ageMs >= 0 && ageMs < MEMBERS_REFRESH_INTERVAL_MS)
      nextReadAt = clock.monotonic() + MEMBERS_REFRESH_INTERVAL_MS - ageMs
  }

  /** A time in the future was written by a clock that was ahead, so the age is unknown and the charts are read again. */
  const forgetFuture = (): void => {
    if (known === undefined || known.readAt <= clock.now()) return
    known = undefined
    nextReadAt = Number.NEGATIVE_INFINITY
  }

  return {
    current: async () => {
      await load()
      forgetFuture()
      return known !== undefined && clock.now() - known.readAt <= MAX_MEMBERS_AGE_MS ? known.ids : []
    },
    refresh: async (stop) => {
      await load()
      if (clock.monotonic() < nextReadAt) return lastError
      nextReadAt = clock.monotonic() + MEMBERS_RETRY_DELAY_MS
      try {
        const ids = [...(await platform.readCharts(stop)).keys()].slice(0, MAX_MEMBERS)
        if (ids.length < MIN_MARKET_MEMBERS) throw new Error(`The platform's charts list ${ids.length} games.`)
        const read: StoredMembers = { readAt: clock.now(), ids }
        await settings.set(SETTING, JSON.stringify(read))
        known = read
        nextReadAt = clock.monotonic() + MEMBERS_REFRESH_INTERVAL_MS
        lastError = undefined
      } catch (error) {
        lastError = error
      }
      return lastError
    },
  }
}

function parse(text: string | undefined): StoredMembers | undefined {
  if (text === undefined) return undefined
  try {
    return storedMembers.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
