// Keeps the icons of the tracked games: looks each up once a day, beside the ticks, and stores what the platform has.
import { randomBytes } from 'node:crypto'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/clock.js'
import {
  type IconEncoder,
  type IconLocation,
  type IconRecord,
  type IconSource,
  MAX_LOCATED_ICONS,
} from '../../domain/ports/icons.js'
import type { Store } from '../../domain/ports/store.js'
import type { IconRecords } from './icon-records.js'

/** An icon changes seldom. */
const ICON_REFRESH_INTERVAL_MS = DAY_MS
/** The wait after a picture that could not be downloaded, and for one that the platform is still drawing. */
const ICON_RETRY_DELAY_MS = HOUR_MS
/** After a call that failed, no other is made for this long. */
const FAILED_CALL_DELAY_MS = 5 * MINUTE_MS
const DOWNLOAD_CONCURRENCY = 4
const NAME_BYTES = 12
/** The icons of games that are no longer tracked, such as paused ones; the others are deleted. */
const MAX_UNTRACKED = 500

export interface IconRefreshDeps {
  readonly store: Pick<Store, 'universes'>
  readonly icons: IconRecords
  readonly iconSource: IconSource
  readonly encodeIcon: IconEncoder
  readonly clock: Clock
}

export interface IconReport {
  /** How many pictures were stored. */
  readonly stored: number
  /** How many icons were looked up, changed or not. */
  readonly checked: number
  /** The error of the addresses, or of the first picture that could not be downloaded. */
  readonly error?: unknown
}

const EMPTY_REPORT: IconReport = { stored: 0, checked: 0 }

export function createRefreshIcons({ store, icons, iconSource, encodeIcon, clock }: IconRefreshDeps) {
  let pausedUntil = Number.NEGATIVE_INFINITY

  const dueOf = async (): Promise<number[]> => {
    const now = clock.now()
    const known = await icons.all()
    const dueAt = (id: number): number => known.get(id)?.dueAt ?? 0
    // A due time further away than a fresh icon's was written while the clock was ahead, so that icon is due now.
    return (await store.universes.tracked())
      .map(({ id }) => id)
      .filter((id) => dueAt(id) <= now || dueAt(id) > now + ICON_REFRESH_INTERVAL_MS)
      .sort((a, b) => dueAt(a) - dueAt(b))
      .slice(0, MAX_LOCATED_ICONS)
  }

  /** Returns whether a new picture was stored. A failure keeps the picture of before. */
  const refreshOne = async (
    universeId: number,
    location: IconLocation | undefined,
    stop: AbortSignal,
  ): Promise<boolean> => {
    const known = (await icons.all()).get(universeId)
    const due = (inMs: number) => ({ universeId, dueAt: clock.now() + inMs })
    const last = { address: known?.address ?? null, fileName: known?.fileName ?? null }
    const keep = async (record: IconRecord): Promise<false> => {
      await icons.put(record)
      return false
    }
    if (location === undefined || location.state === 'none')
      return keep({ ...due(ICON_REFRESH_INTERVAL_MS), ...NO_PICTURE })
    if (location.state === 'pending') return keep({ ...due(ICON_RETRY_DELAY_MS), ...last })
    const { address } = location
    if (address === last.address) return keep({ ...due(ICON_REFRESH_INTERVAL_MS), ...last })
    try {
      const images = await encodeIcon(await iconSource.download(address, stop))
      if (images === undefined) throw new Error('The picture of an icon cannot be decoded.')
      const fileName = randomBytes(NAME_BYTES).toString('hex')
      await icons.put({ ...due(ICON_REFRESH_INTERVAL_MS), address, fileName }, images)
      return true
    } catch (error) {
      if (!stop.aborted) await keep({ ...due(ICON_RETRY_DELAY_MS), ...last })
      throw error
    }
  }

  const removeUntracked = async (): Promise<void> => {
    const tracked = new Set((await store.universes.tracked()).map(({ id }) => id))
    const others = [...(await icons.all()).values()].filter(({ universeId }) => !tracked.has(universeId))
    if (others.length <= MAX_UNTRACKED) return
    const oldest = others.sort((a, b) => b.dueAt - a.dueAt).slice(MAX_UNTRACKED)
    await icons.remove(oldest.map(({ universeId }) => universeId))
  }

  /** Looks up as many icons as one call may have; the next run looks up others. A failure of the platform is returned. */
  return async function refreshIcons({ stop }: { readonly stop: AbortSignal }): Promise<IconReport> {
    if (clock.monotonic() < pausedUntil) return EMPTY_REPORT
    const due = await dueOf()
    if (due.length === 0) return EMPTY_REPORT
    await removeUntracked()
    let locations: ReadonlyMap<number, IconLocation>
    try {
      locations = await iconSource.locate(due, stop)
    } catch (error) {
      pausedUntil = clock.monotonic() + FAILED_CALL_DELAY_MS
      return { ...EMPTY_REPORT, error }
    }
    const { results, errors } = await eachOf(due, stop, (id) => refreshOne(id, locations.get(id), stop))
    const stored = results.filter((isStored) => isStored).length
    return { stored, checked: due.length, ...(errors.length === 0 ? {} : { error: errors[0] }) }
  }
}

const NO_PICTURE: Pick<IconRecord, 'address' | 'fileName'> = { address: null, fileName: null }

/** Runs `work` for all ids, a few at once, until the stop. */
async function eachOf<Result>(
  ids: readonly number[],
  stop: AbortSignal,
  work: (id: number) => Promise<Result>,
): Promise<{ readonly results: readonly Result[]; readonly errors: readonly unknown[] }> {
  const queue = [...ids]
  const results: Result[] = []
  const errors: unknown[] = []
  const worker = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined && !stop.aborted; id = queue.shift()) {
      await work(id).then(
        (result) => results.push(result),
        (error: unknown) => errors.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: DOWNLOAD_CONCURRENCY }, worker))
  return { results, errors }
}
