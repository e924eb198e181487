// The bytes of `market_count`: the counts of one member at the 60 minutes of an hour.
import { HOUR_MINUTES, type Minute } from '../../../domain/clock.js'

const WIDTH = 4
const UNKNOWN = 0xffff_ffff
const MAX_COUNT = UNKNOWN - 1

export const hourOf = (minute: Minute): number => Math.floor(minute / HOUR_MINUTES)

const offsetOf = (minute: Minute): number => (minute % HOUR_MINUTES) * WIDTH

export function withCount(known: Buffer | undefined, minute: Minute, count: number): Buffer {
  const data = known === undefined ? Buffer.alloc(HOUR_MINUTES * WIDTH, 0xff) : Buffer.from(known)
  data.writeUInt32LE(Math.min(count, MAX_COUNT), offsetOf(minute))
  return data
}

/** Undefined where the member was not counted, and where the stored bytes are too few. */
export function countAt(data: Buffer, minute: Minute): number | undefined {
  const offset = offsetOf(minute)
  if (offset + WIDTH > data.length) return undefined
  const count = data.readUInt32LE(offset)
  return count === UNKNOWN ? undefined : count
}
