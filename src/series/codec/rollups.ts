// Encodes the rollups of one universe and week (FORMAT.md, "Rollups").
import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import { byMeasure, CLOSING_MEASURES, MEASURES } from '../../domain/measures.js'
import type { ClosingValues, DayRollup } from '../../domain/rules/rollup.js'
import { toNullable } from '../../domain/sample.js'
import { ByteReader, ByteWriter, CorruptError, CRC_BYTES, checksumOf } from './bytes.js'

/** Format 2 lists the columns whose first and last values it has. From format 3 on, the checksum covers the key of the row too. */
const FORMAT = { specified: 1, named: 2, keyed: 3 } as const
/** The columns of format 1: visits, favorites, likes, dislikes. */
const SPECIFIED_NUMBERS: readonly number[] = [2, 3, 4, 5]
/** The numbers of the closing measures, in the order of CLOSING_MEASURES. */
const CLOSING_NUMBERS = CLOSING_MEASURES.map((name) => MEASURES.find((measure) => measure.name === name)?.number ?? 0)
/** Up to this limit the difference of two whole numbers is written, beyond it the number itself. */
const MAX_DIFFERENCE = 2 ** 51

/** The votes of the last sample of a day that has both. */
export interface DayVotes {
  readonly day: number
  readonly minute: Minute
  readonly likes: number
  readonly dislikes: number
}

export interface WeekRollups {
  /** By interval in minutes, days ascending. */
  readonly days: ReadonlyMap<number, readonly DayRollup[]>
  readonly votes: readonly DayVotes[]
}

const out = new ByteWriter()
const section = new ByteWriter()

/** `key` is the key of the row in the table. */
export function encodeRollups({ days, votes }: WeekRollups, key: number): Buffer {
  out.reset()
  out.byte(FORMAT.keyed)
  out.byte(CLOSING_NUMBERS.length)
  for (const number of CLOSING_NUMBERS) out.byte(number)
  out.byte(days.size)
  for (const [interval, rollups] of days) {
    out.byte(interval)
    putRows(rollups.map(fieldsOf), dayReference(CLOSING_NUMBERS.length))
  }
  putRows(
    votes.map((row) => [row.day, row.minute - row.day * DAY_MINUTES, row.likes, row.dislikes]),
    fieldBefore,
  )
  out.uint32(checksumOf(out.bytes.subarray(0, out.length), key))
  return out.copy()
}

/**
 * Returns the rollups of the interval `only`, or of all intervals. Throws CorruptError where the bytes are damaged or belong
 * to another key.
 */
export function decodeRollups(bytes: Uint8Array, key: number, only?: number): WeekRollups {
  const end = bytes.length - CRC_BYTES
  if (end < 2) throw new CorruptError('The rollups are too short.')
  const stored = new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true)
  const isKeyed = bytes[0] !== FORMAT.specified && bytes[0] !== FORMAT.named
  if (stored !== checksumOf(bytes.subarray(0, end), isKeyed ? key : undefined))
    throw new CorruptError('The checksum does not fit the rollups.')
  const reader = new ByteReader(bytes, 0, end)
  const numbers = readNumbers(reader)
  const form = { fields: FIRST_VALUES_INDEX + 2 * numbers.length, reference: dayReference(numbers.length) }
  const days = new Map<number, readonly DayRollup[]>()
  for (let left = reader.byte(); left > 0; left--) {
    const interval = reader.byte()
    const rows = readSection(reader, form, only === undefined || only === interval)
    if (rows === undefined) continue
    days.set(
      interval,
      rows.map((row) => rollupOf(row, numbers)),
    )
  }
  return { days, votes: (readSection(reader, VOTE_FORM, true) ?? []).map(votesOf) }
}

/** The numbers of the columns that follow in each day. */
function readNumbers(reader: ByteReader): readonly number[] {
  const format = reader.byte()
  if (format === FORMAT.specified) return SPECIFIED_NUMBERS
  if (format !== FORMAT.named && format !== FORMAT.keyed) throw new CorruptError('The rollups have an unknown format.')
  return Array.from({ length: reader.byte() }, () => reader.byte())
}

/** The value that is subtracted from a field before it is written. */
type FieldReference = (before: ArrayLike<number>, row: ArrayLike<number>, field: number) => number

interface Form {
  readonly fields: number
  readonly reference: FieldReference
}

const fieldBefore: FieldReference = (before, _row, field) => before[field] ?? 0

const VOTE_FORM: Form = { fields: 4, reference: fieldBefore }

const votesOf = ([day = 0, minute = 0, likes = 0, dislikes = 0]: Float64Array): DayVotes => ({
  day,
  minute: day * DAY_MINUTES + minute,
  likes,
  dislikes,
})

/** The number of fields of a day before its first values, which its last values follow. */
const FIRST_VALUES_INDEX = 9

const closingFields = (values: ClosingValues): number[] => CLOSING_MEASURES.map((name) => values[name] ?? Number.NaN)

const fieldsOf = ({
  day,
  samples,
  ccu,
  coveredMinutes: covered,
  integral,
  opensWithVotes,
  first,
  last,
}: DayRollup): number[] => [
  day,
  samples,
  ccu.min,
  ccu.max,
  ccu.maxAt - day * DAY_MINUTES,
  ccu.last,
  covered,
  integral,
  Number(opensWithVotes),
  ...closingFields(first),
  ...closingFields(last),
]

function rollupOf(fields: Float64Array, numbers: readonly number[]): DayRollup {
  const [day = 0, samples = 0, min = 0, max = 0, maxAt = 0, last = 0, covered = 0, integral = 0] = fields
  return {
    day,
    samples,
    ccu: { min, max, maxAt: day * DAY_MINUTES + maxAt, last },
    coveredMinutes: covered,
    integral,
    opensWithVotes: fields[FIRST_VALUES_INDEX - 1] === 1,
    first: closingOf(fields, FIRST_VALUES_INDEX, numbers),
    last: closingOf(fields, FIRST_VALUES_INDEX + numbers.length, numbers),
  }
}

/** A column that is newer than the rollups has no values. */
const closingOf = (fields: Float64Array, from: number, numbers: readonly number[]): ClosingValues =>
  byMeasure(CLOSING_MEASURES, (name) => {
    const index = numbers.indexOf(CLOSING_NUMBERS[CLOSING_MEASURES.indexOf(name)] ?? 0)
    return index < 0 ? null : toNullable(fields[from + index])
  })

/** The first values of a day are close to the last values of the day before. */
const dayReference =
  (closing: number): FieldReference =>
  (before, row, field) => {
    if (field >= FIRST_VALUES_INDEX + closing) return row[field - closing] ?? 0
    return before[field >= FIRST_VALUES_INDEX ? field + closing : field] ?? 0
  }

function putRows(rows: readonly (readonly number[])[], reference: FieldReference): void {
  section.reset()
  section.byte(rows.length)
  let before: readonly number[] = []
  for (const row of rows) {
    row.forEach((value, field) => {
      const base = reference(before, row, field)
      const difference = value - base
      const isShort = Number.isSafeInteger(value) && Number.isSafeInteger(base)
      if (isShort && Math.abs(difference) < MAX_DIFFERENCE) {
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

function readSection(reader: ByteReader, { fields, reference }: Form, isWanted: boolean): Float64Array[] | undefined {
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
