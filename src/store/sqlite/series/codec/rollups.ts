// The day rollups of one universe and week as bytes (FORMAT.md, "Rollups").
import { crc32 } from 'node:zlib'
import { DAY_MINUTES, type Minute } from '../../../../domain/clock.js'
import type { Counters, DayRollup } from '../../../../domain/rules/rollup.js'
import { ByteReader, ByteWriter, CorruptError } from './bytes.js'

const FORMAT = 1
const CRC_BYTES = 4
/** Within which the difference of two whole numbers is written; else the number itself. */
const LARGEST_DIFFERENCE = 2 ** 51

/** The votes of a day's last sample that has both. */
export interface DayVotes {
  readonly day: number
  readonly minute: Minute
  readonly likes: number
  readonly dislikes: number
}

export interface WeekRollups {
  /** By the reader's interval, days ascending. */
  readonly days: ReadonlyMap<number, readonly DayRollup[]>
  readonly votes: readonly DayVotes[]
}

const out = new ByteWriter()
const section = new ByteWriter()

export function encodeRollups({ days, votes }: WeekRollups): Buffer {
  out.reset()
  out.byte(FORMAT)
  out.byte(days.size)
  for (const [interval, rollups] of days) {
    out.byte(interval)
    putRows(rollups.map(fieldsOf))
  }
  putRows(votes.map((row) => [row.day, row.minute - row.day * DAY_MINUTES, row.likes, row.dislikes]))
  out.uint32(crc32(out.bytes.subarray(0, out.length)))
  return out.copy()
}

/** Answers the rollups of one interval alone, or of all; throws CorruptError where the bytes are not as they were written. */
export function decodeRollups(bytes: Uint8Array, only?: number): WeekRollups {
  const end = bytes.length - CRC_BYTES
  if (end < 2) throw new CorruptError('The rollups are too short.')
  if (new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true) !== crc32(bytes.subarray(0, end)))
    throw new CorruptError('The checksum does not fit the rollups.')
  const reader = new ByteReader(bytes, 0, end)
  if (reader.byte() !== FORMAT) throw new CorruptError('The rollups have an unknown format.')
  const days = new Map<number, readonly DayRollup[]>()
  for (let left = reader.byte(); left > 0; left--) {
    const interval = reader.byte()
    const rows = readSection(reader, FIELDS, only === undefined || only === interval)
    if (rows !== undefined) days.set(interval, rows.map(rollupOf))
  }
  return { days, votes: (readSection(reader, VOTE_FIELDS, true) ?? []).map(votesOf) }
}

const VOTE_FIELDS = 4

const votesOf = ([day = 0, minute = 0, likes = 0, dislikes = 0]: Float64Array): DayVotes => ({
  day,
  minute: day * DAY_MINUTES + minute,
  likes,
  dislikes,
})

const FIELDS = 17
const FIRSTS = 9
const LASTS = 13

const countersOf = ({ visits, favorites, likes, dislikes }: Counters): number[] =>
  [visits, favorites, likes, dislikes].map((value) => value ?? Number.NaN)

const fieldsOf = ({ day, samples, ccu, covered, integral, opensWithVotes, first, last }: DayRollup): number[] => [
  day,
  samples,
  ccu.min,
  ccu.max,
  ccu.maxAt - day * DAY_MINUTES,
  ccu.last,
  covered,
  integral,
  Number(opensWithVotes),
  ...countersOf(first),
  ...countersOf(last),
]

function rollupOf(fields: Float64Array): DayRollup {
  const [day = 0, samples = 0, min = 0, max = 0, maxAt = 0, last = 0, covered = 0, integral = 0] = fields
  return {
    day,
    samples,
    ccu: { min, max, maxAt: day * DAY_MINUTES + maxAt, last },
    covered,
    integral,
    opensWithVotes: fields[FIRSTS - 1] === 1,
    first: toCounters(fields, FIRSTS),
    last: toCounters(fields, LASTS),
  }
}

const toCounters = (fields: Float64Array, from: number): Counters => ({
  visits: nullable(fields[from]),
  favorites: nullable(fields[from + 1]),
  likes: nullable(fields[from + 2]),
  dislikes: nullable(fields[from + 3]),
})

const nullable = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

/** What a field is written as the difference from: a day begins about where the day before ended. */
function reference(before: ArrayLike<number>, row: ArrayLike<number>, field: number): number {
  if (field >= LASTS) return row[field - 4] ?? 0
  return before[field >= FIRSTS ? field + 4 : field] ?? 0
}

function putRows(rows: readonly (readonly number[])[]): void {
  section.reset()
  section.byte(rows.length)
  let before: readonly number[] = []
  for (const row of rows) {
    row.forEach((value, field) => {
      const base = reference(before, row, field)
      const difference = value - base
      const isShort = Number.isSafeInteger(value) && Number.isSafeInteger(base)
      if (isShort && Math.abs(difference) < LARGEST_DIFFERENCE) {
        section.varint(difference < 0 ? -2 * difference : 2 * difference + 1)
      } else {
        section.byte(0)
        section.double(value)
      }
    })
    before = row
  }
  out.varint(section.length)
  out.put(section.bytes.subarray(0, section.length))
}

function readSection(reader: ByteReader, fields: number, isWanted: boolean): Float64Array[] | undefined {
  const length = reader.varint()
  const from = reader.skip(length)
  if (!isWanted) return undefined
  const inside = new ByteReader(reader.bytes, from, from + length)
  const rows: Float64Array[] = []
  let before: ArrayLike<number> = []
  for (let left = inside.byte(); left > 0; left--) {
    const row = new Float64Array(fields)
    for (let field = 0; field < fields; field++) {
      const code = inside.varint()
      if (code === 0) row[field] = inside.double()
      else row[field] = reference(before, row, field) + (code % 2 === 0 ? -code / 2 : (code - 1) / 2)
    }
    rows.push(row)
    before = row
  }
  return rows
}
