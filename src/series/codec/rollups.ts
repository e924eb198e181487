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
    putRows(rollups.map(fieldsOf), dayForm(CLOSING_NUMBERS.length))
  }
  putRows(
    votes.map((row) => [row.day, row.minute - row.day * DAY_MINUTES, row.likes, row.dislikes]),
    VOTE_FORM,
  )
  out.uint32(checksumOf(out.bytes.subarray(0, out.length), key))
  return out.copy()
}

/** What is wanted of the bytes: everything, the days of one interval in minutes, or the votes. */
export type RollupPart = 'all' | 'votes' | number

/** The rest of the result is empty. Throws CorruptError where the bytes are damaged or belong to another key. */
export function decodeRollups(bytes: Uint8Array, key: number, part: RollupPart = 'all'): WeekRollups {
  const end = bytes.length - CRC_BYTES
  if (end < 2) throw new CorruptError('The rollups are too short.')
  const stored = new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true)
  const isKeyed = bytes[0] !== FORMAT.specified && bytes[0] !== FORMAT.named
  if (stored !== checksumOf(bytes.subarray(0, end), isKeyed ? key : undefined))
    throw new CorruptError('The checksum does not fit the rollups.')
  const reader = new ByteReader(bytes, 0, end)
  const numbers = readNumbers(reader)
  const closing = { count: numbers.length, indexes: CLOSING_NUMBERS.map((number) => numbers.indexOf(number)) }
  const form = dayForm(closing.count)
  const days = new Map<number, readonly DayRollup[]>()
  for (let left = reader.byte(); left > 0; left--) {
    const interval = reader.byte()
    if (part !== 'all' && part !== interval) skipSection(reader)
    else
      days.set(
        interval,
        readSection(reader, form, (values, at) => rollupOf(values, at, closing)),
      )
  }
  return { days, votes: typeof part === 'number' ? [] : readSection(reader, VOTE_FORM, votesOf) }
}

/** The numbers of the columns that follow in each day. */
function readNumbers(reader: ByteReader): readonly number[] {
  const format = reader.byte()
  if (format === FORMAT.specified) return SPECIFIED_NUMBERS
  if (format !== FORMAT.named && format !== FORMAT.keyed) throw new CorruptError('The rollups have an unknown format.')
  return Array.from({ length: reader.byte() }, () => reader.byte())
}

/**
 * For each field of a row, how many fields before it the value is that is subtracted before it is written. The rows follow each
 * other; where there is no such field, nothing is subtracted.
 */
type Form = readonly number[]

/** From each field the same one of the row before is subtracted. */
const VOTE_FORM: Form = [4, 4, 4, 4]

const votesOf = (values: Float64Array, at: number): DayVotes => {
  const [day, minute] = [valueAt(values, at), valueAt(values, at + 1)]
  return {
    day,
    minute: day * DAY_MINUTES + minute,
    likes: valueAt(values, at + 2),
    dislikes: valueAt(values, at + 3),
  }
}

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

/** The closing values that the rows have, and where each of CLOSING_MEASURES is among them; −1 where it is not. */
interface ClosingColumns {
  readonly count: number
  readonly indexes: readonly number[]
}

const valueAt = (values: Float64Array, at: number): number => values[at] ?? 0

function rollupOf(values: Float64Array, at: number, { count, indexes }: ClosingColumns): DayRollup {
  const day = valueAt(values, at)
  return {
    day,
    samples: valueAt(values, at + 1),
    ccu: {
      min: valueAt(values, at + 2),
      max: valueAt(values, at + 3),
      maxAt: day * DAY_MINUTES + valueAt(values, at + 4),
      last: valueAt(values, at + 5),
    },
    coveredMinutes: valueAt(values, at + 6),
    integral: valueAt(values, at + 7),
    opensWithVotes: values[at + 8] === 1,
    first: closingOf(values, at + FIRST_VALUES_INDEX, indexes),
    last: closingOf(values, at + FIRST_VALUES_INDEX + count, indexes),
  }
}

/** A column that is newer than the rollups has no values. */
const closingOf = (values: Float64Array, from: number, indexes: readonly number[]): ClosingValues =>
  byMeasure(CLOSING_MEASURES, (_name, place) => {
    const index = indexes[place] ?? -1
    return index < 0 ? null : toNullable(values[from + index])
  })

/** The first values of a day are close to the last values of the day before. */
function dayForm(closing: number): Form {
  const fields = FIRST_VALUES_INDEX + 2 * closing
  return Array.from({ length: fields }, (_, field) => {
    if (field < FIRST_VALUES_INDEX) return fields
    return field < FIRST_VALUES_INDEX + closing ? fields - closing : closing
  })
}

function putRows(rows: readonly (readonly number[])[], form: Form): void {
  section.reset()
  section.byte(rows.length)
  const values = rows.flat()
  for (const [at, value] of values.entries()) {
    const base = values[at - (form[at % form.length] ?? 0)] ?? 0
    const difference = value - base
    const isShort = Number.isSafeInteger(value) && Number.isSafeInteger(base)
    if (isShort && Math.abs(difference) < MAX_DIFFERENCE) {
      section.varint(difference < 0 ? -2 * difference : 2 * difference + 1)
    } else {
      section.byte(0)
      section.double(value)
    }
  }
  out.varint(section.length)
  out.put(section.bytes.subarray(0, section.length))
}

const skipSection = (reader: ByteReader): number => reader.skip(reader.varint())

function readSection<Row>(reader: ByteReader, form: Form, rowOf: (values: Float64Array, at: number) => Row): Row[] {
  const length = reader.varint()
  const from = reader.skip(length)
  const inside = new ByteReader(reader.bytes, from, from + length)
  const rows: Row[] = []
  const count = inside.byte()
  const values = new Float64Array(count * form.length)
  for (let at = 0; at < values.length; at += form.length) {
    // An iterator over the fields would take longer than what it counts.
    for (let field = 0; field < form.length; field++) {
      const place = at + field
      const code = inside.varint()
      if (code === 0) values[place] = inside.double()
      else values[place] = valueAt(values, place - (form[field] ?? 0)) + (code % 2 === 0 ? -code / 2 : (code - 1) / 2)
    }
    rows.push(rowOf(values, at))
  }
  return rows
}
