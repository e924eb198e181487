// Encodes the rollups of one universe and week (FORMAT.md, "Rollups").
import type { DayRollup } from '../../domain/rules/rollup.js'
import { ByteReader, ByteWriter, CorruptError, CRC_BYTES, checksumOf } from './bytes.js'
import { FORMER_VOTE_FORM, formerDayForm, readFormerRows } from './former-rollups.js'
import { PADDING_BYTES } from './rice-reader.js'
import { type DayRows, dayForm, rowsOfValues, type SectionForm, voteForm } from './rollup-expectation.js'
import {
  CLOSING_NUMBERS,
  closingColumnsOf,
  DAY_FIELD,
  type DayVotes,
  fieldsOf,
  rollupOf,
  voteFieldsOf,
  votesOf,
} from './rollup-fields.js'
import { readSection, writeSection } from './rollup-section.js'

export type { DayVotes } from './rollup-fields.js'

/**
 * Format 2 lists the columns whose first and last values it has. From format 3 on, the checksum covers the key of the row too.
 * From format 4 on, sections refer to the first one, and their fields are bits.
 */
const FORMAT = { specified: 1, named: 2, keyed: 3, packed: 4 } as const
/** The columns of format 1: visits, favorites, likes, dislikes. */
const SPECIFIED_NUMBERS: readonly number[] = [2, 3, 4, 5]
const VOTE_COLUMNS = { likes: 4, dislikes: 5 } as const

export interface WeekRollups {
  /** By interval in minutes, days ascending. */
  readonly days: ReadonlyMap<number, readonly DayRollup[]>
  readonly votes: readonly DayVotes[]
}

/** Other sections refer to it. */
interface FirstSection {
  /** In minutes. */
  readonly interval: number
  readonly rows: DayRows
}

const out = new ByteWriter()

/** `key` is the key of the row in the table. */
export function encodeRollups({ days, votes }: WeekRollups, key: number): Buffer {
  out.reset()
  out.byte(FORMAT.packed)
  out.byte(CLOSING_NUMBERS.length)
  for (const number of CLOSING_NUMBERS) out.byte(number)
  out.byte(days.size)
  let first: FirstSection | undefined
  for (const [interval, rollups] of days) {
    out.byte(interval)
    const form = dayForm(CLOSING_NUMBERS.length, interval, first?.interval)
    const rows = rowsOfValues(Float64Array.from(rollups.flatMap(fieldsOf)), form.fields)
    writeSection(out, rows, form, first?.rows)
    first ??= { interval, rows }
  }
  const form = votesBeside(CLOSING_NUMBERS)
  const rows = rowsOfValues(Float64Array.from(votes.flatMap(voteFieldsOf)), form.fields)
  writeSection(out, rows, form, first?.rows)
  out.uint32(checksumOf(out.bytes.subarray(0, out.length), key))
  return out.copy()
}

/** The form of the votes, which are mostly the last ones of the days of the first section. */
function votesBeside(numbers: readonly number[]): SectionForm {
  const lastValues = DAY_FIELD.firstValues + numbers.length
  const [likes, dislikes] = [numbers.indexOf(VOTE_COLUMNS.likes), numbers.indexOf(VOTE_COLUMNS.dislikes)]
  if (likes < 0 || dislikes < 0) return voteForm(undefined)
  return voteForm({ likes: lastValues + likes, dislikes: lastValues + dislikes })
}

/** What is wanted of the bytes: everything, the days of one interval in minutes, or the votes. */
export type RollupPart = 'all' | 'votes' | number

/** The rest of the result is empty. Throws CorruptError where the bytes are damaged or belong to another key. */
export function decodeRollups(bytes: Uint8Array, key: number, part: RollupPart = 'all'): WeekRollups {
  const end = bytes.length - CRC_BYTES
  if (end < 2) throw new CorruptError('The rollups are too short.')
  const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(end, true)
  const isKeyed = bytes[0] !== FORMAT.specified && bytes[0] !== FORMAT.named
  if (stored !== checksumOf(bytes.subarray(0, end), isKeyed ? key : undefined))
    throw new CorruptError('The checksum does not fit the rollups.')
  if (bytes[0] === FORMAT.packed) return decodePacked(withPadding(bytes), end, part)
  return decodeFormer(new ByteReader(bytes, 0, end), part)
}

export const areRollupsOfNewestFormat = (bytes: Uint8Array): boolean => bytes[0] === FORMAT.packed

/** How many days the first section has. Requires bytes that decode. */
export function dayCountOf(bytes: Uint8Array): number {
  const reader = new ByteReader(bytes, 1, bytes.length - CRC_BYTES)
  if (bytes[0] !== FORMAT.specified) readNumbers(reader)
  if (reader.byte() === 0) return 0
  reader.byte()
  return nextSection(reader).byte()
}

let padded = new Uint8Array(2 * PADDING_BYTES)

/** The bytes after the copied ones are undefined. */
function withPadding(bytes: Uint8Array): Uint8Array {
  if (padded.length < bytes.length + PADDING_BYTES) padded = new Uint8Array(2 * bytes.length + PADDING_BYTES)
  padded.set(bytes)
  return padded
}

/** The next bytes, as many as a varint before them says. */
function nextSection(reader: ByteReader): ByteReader {
  const length = reader.varint()
  const from = reader.skip(length)
  return new ByteReader(reader.bytes, from, from + length)
}

/** The number of each column that follows in each day. */
const readNumbers = (reader: ByteReader): number[] => Array.from({ length: reader.byte() }, () => reader.byte())

function decodePacked(bytes: Uint8Array, end: number, part: RollupPart): WeekRollups {
  const reader = new ByteReader(bytes, 1, end)
  const numbers = readNumbers(reader)
  const closing = closingColumnsOf(numbers)
  const days = new Map<number, readonly DayRollup[]>()
  const rollupsOf = (rows: DayRows): DayRollup[] => rowsOf(rows, (values, at) => rollupOf(values, at, closing))
  let first: FirstSection | undefined
  for (let left = reader.byte(); left > 0; left--) {
    const interval = reader.byte()
    const inside = nextSection(reader)
    if (first !== undefined && part !== 'all' && part !== interval) continue
    const rows = readSection(inside, dayForm(closing.count, interval, first?.interval), first?.rows)
    first ??= { interval, rows }
    if (part === 'all' || part === interval) days.set(interval, rollupsOf(rows))
  }
  if (typeof part === 'number') return { days, votes: [] }
  return { days, votes: rowsOf(readSection(nextSection(reader), votesBeside(numbers), first?.rows), votesOf) }
}

function decodeFormer(reader: ByteReader, part: RollupPart): WeekRollups {
  const format = reader.byte()
  if (format < FORMAT.specified || format > FORMAT.keyed) throw new CorruptError('The rollups have an unknown format.')
  const closing = closingColumnsOf(format === FORMAT.specified ? SPECIFIED_NUMBERS : readNumbers(reader))
  const form = formerDayForm(closing.count)
  const days = new Map<number, readonly DayRollup[]>()
  for (let left = reader.byte(); left > 0; left--) {
    const interval = reader.byte()
    const inside = nextSection(reader)
    if (part !== 'all' && part !== interval) continue
    const rows = { fields: form.length, values: readFormerRows(inside, form) }
    days.set(
      interval,
      rowsOf(rows, (values, at) => rollupOf(values, at, closing)),
    )
  }
  if (typeof part === 'number') return { days, votes: [] }
  const votes = { fields: FORMER_VOTE_FORM.length, values: readFormerRows(nextSection(reader), FORMER_VOTE_FORM) }
  return { days, votes: rowsOf(votes, votesOf) }
}

function rowsOf<Row>(
  { fields, values }: Omit<DayRows, 'whole'>,
  rowOf: (values: Float64Array, at: number) => Row,
): Row[] {
  const rows: Row[] = []
  for (let at = 0; at < values.length; at += fields) rows.push(rowOf(values, at))
  return rows
}
