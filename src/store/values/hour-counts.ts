// The bytes of `market_count`: the counts of one member at the 60 minutes of an hour.
import { HOUR_MINUTES, type Minute } from '../../domain/clock.js'

const COUNT_BYTES = 4
const UNKNOWN_COUNT = 0xffff_ffff
const MAX_STORED_COUNT = UNKNOWN_COUNT - 1

const offsetOf = (minute: Minute): number => (minute % HOUR_MINUTES) * COUNT_BYTES

export function withCount(known: Buffer | undefined, minute: Minute, count: number): Buffer {
  const data = known === undefined ? Buffer.alloc(HOUR_MINUTES * COUNT_BYTES, 0xff) : Buffer.from(known)
  data.writeUInt32LE(Math.min(count, MAX_STORED_COUNT), offsetOf(minute))
  return data
}

/** Undefined where the member was not counted, and where the stored bytes are too few. */
function countAt(data: Buffer, minute: Minute): number | undefined {
  const offset = offsetOf(minute)
  if (offset + COUNT_BYTES > data.length) return undefined
  const count = data.readUInt32LE(offset)
  return count === UNKNOWN_COUNT ? undefined : count
}

/** The counts of one member in the minutes `from` ≤ m < `until`, of the hours that are stored. */
export function countsBetween(
  rows: readonly { readonly hour: number; readonly data: Buffer }[],
  from: Minute,
  until: Minute,
): ReadonlyMap<Minute, number> {
  const counts = new Map<Minute, number>()
  for (const { hour, data } of rows)
    for (let minute = hour * HOUR_MINUTES; minute < (hour + 1) * HOUR_MINUTES; minute++) {
      const count = minute < from || minute >= until ? undefined : countAt(data, minute)
      if (count !== undefined) counts.set(minute, count)
    }
  return counts
}

/** The counts of all members at one minute. */
export function countsAt(
  rows: readonly { readonly universeId: number; readonly data: Buffer }[],
  minute: Minute,
): ReadonlyMap<number, number> {
  const counts = rows.flatMap(({ universeId, data }) => {
    const count = countAt(data, minute)
    return count === undefined ? [] : [[universeId, count] as const]
  })
  return new Map(counts)
}
