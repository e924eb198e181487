// The bytes of `market_count`: the counts of one member at the 60 minutes of an hour.
import { HOUR_MINUTES, hourOf, type Minute } from '../../domain/clock.js'
import type { UniverseCounts } from '../../domain/ports/market.js'
import type { Span } from '../../domain/rules/span.js'

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

interface HourOfMember {
  readonly universeId: number
  readonly hour: number
  readonly data: Buffer
}

/** The counts of each member in the span. They stay bytes, of which only those that are needed are read. */
export function countsOfMembers(
  rows: readonly HourOfMember[],
  { from, until }: Span,
): ReadonlyMap<number, UniverseCounts> {
  const hours = new Map<number, Map<number, Buffer>>()
  for (const { universeId, hour, data } of rows) {
    const own = hours.get(universeId)
    if (own === undefined) hours.set(universeId, new Map([[hour, data]]))
    else own.set(hour, data)
  }
  const countsIn = (own: ReadonlyMap<number, Buffer>): UniverseCounts => ({
    get: (minute) => {
      const data = minute < from || minute >= until ? undefined : own.get(hourOf(minute))
      return data && countAt(data, minute)
    },
  })
  return new Map([...hours].map(([universeId, own]) => [universeId, countsIn(own)]))
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
