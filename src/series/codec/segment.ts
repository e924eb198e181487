// Encodes a segment: the samples of one universe in one UTC week. FORMAT.md specifies the bytes.
import { type Minute, WEEK_MINUTES } from '../../domain/clock.js'
import { MEASURE_NAMES, MEASURES, type Measure } from '../../domain/measures.js'
import { type Block, columnsOf, emptyBlock } from '../../domain/sample.js'
import { rowsOf } from '../blocks.js'
import { ByteReader, ByteWriter, CorruptError, CRC_BYTES, checksumOf } from './bytes.js'
import { type EncodedColumn, readColumn, type WriteOptions, writeColumn } from './column.js'
import { PADDING_BYTES } from './rice-reader.js'

/**
 * From format 2 on, the checksum covers the segment's key too, so that a segment under another key is detected. From
 * format 3 on, columns may be predicted from the players.
 */
const FORMAT = { plain: 1, keyed: 2, shared: 3 } as const

/** A column number that no measure has. */
const MINUTES = 0

export interface SegmentHeader {
  readonly count: number
  readonly first: Minute
  readonly last: Minute
  /** The slot in minutes to which the week was thinned; 1 where nothing was thinned. */
  readonly slot: number
}

export interface Segment extends SegmentHeader {
  readonly block: Block
  /** By column number. */
  readonly columns: ReadonlyMap<number, EncodedColumn>
}

const out = new ByteWriter()
const columnOut = new ByteWriter()

/**
 * Encodes a block of at least one row, all of one week. `before` is a segment with whose rows the block begins: its
 * encoded days are reused, so that adding an hour is cheap. `key` is the key of the segment in the table.
 */
export function encodeSegment(block: Block, slot = 1, before?: Segment, key?: number): Buffer {
  const { minutes } = block
  const first = minutes[0] ?? 0
  const last = minutes.at(-1) ?? first
  out.reset()
  out.byte(key === undefined ? FORMAT.plain : FORMAT.shared)
  out.varint(slot)
  out.varint(minutes.length)
  out.signed(first)
  out.varint(last - first)
  out.byte(MEASURES.length + 1)
  put(MINUTES, offsetsOf(minutes, first), { before: before?.columns.get(MINUTES) })
  const players = key === undefined ? undefined : playersOf(block.columns.ccu)
  for (const { name, number } of MEASURES)
    put(number, block.columns[name], {
      before: before?.columns.get(number),
      players: name === 'ccu' ? undefined : players,
    })
  out.uint32(checksumOf(out.bytes.subarray(0, out.length), key))
  return out.copy()
}

/** The same segment under another key, which only the checksum depends on. Overwrites `bytes`. */
export function withKey(bytes: Uint8Array, key: number): Buffer {
  const segment = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = segment.length - CRC_BYTES
  segment.writeUInt32LE(checksumOf(segment.subarray(0, end), key), end)
  return segment
}

function offsetsOf(minutes: Int32Array, first: Minute): Float64Array {
  const offsets = new Float64Array(minutes.length)
  for (let row = 0; row < minutes.length; row++) offsets[row] = (minutes[row] ?? 0) - first
  return offsets
}

/** A missing number of players counts as 0. */
function playersOf(ccu: Float64Array): Float64Array {
  for (let row = 0; row < ccu.length; row++)
    if (Number.isNaN(ccu[row] as number)) return ccu.map((value) => (Number.isNaN(value) ? 0 : value))
  return ccu
}

function put(number: number, column: Float64Array, options: WriteOptions): void {
  columnOut.reset()
  writeColumn(columnOut, column, options)
  out.byte(number)
  out.varint(columnOut.length)
  out.put(columnOut.bytes.subarray(0, columnOut.length))
}

/** Memory for the rows of any week. */
export interface WeekBuffer {
  readonly block: Block
  /** The columns that are decoded; all others are NaN. Undefined where all are. */
  readonly measures?: readonly Measure[]
  /** What another thread has decoded into it. It is used only where these very bytes are read. */
  decoded?: { readonly bytes: Uint8Array; readonly key: number; readonly header: SegmentHeader } | undefined
}

const NO_VALUES = new Float64Array(WEEK_MINUTES).fill(Number.NaN)

/** Room for players and these measures alone: predictions of other columns need the players. */
export function bufferFor(universeId: number, measureNames: readonly Measure[]): WeekBuffer {
  const measures = MEASURE_NAMES.filter((name) => name === 'ccu' || measureNames.includes(name))
  const column = (name: Measure) => (measures.includes(name) ? new Float64Array(WEEK_MINUTES) : NO_VALUES)
  return { block: { universeId, minutes: new Int32Array(WEEK_MINUTES), columns: columnsOf(column) }, measures }
}

/** The memory of a whole week: its columns, and then its minutes. */
export const newWeekMemory = (): ArrayBuffer =>
  new ArrayBuffer(WEEK_MINUTES * (MEASURES.length * Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT))

/** Room for all measures in memory that can be given to another thread as one. */
export function bufferIn(memory: ArrayBuffer): WeekBuffer {
  const columnBytes = WEEK_MINUTES * Float64Array.BYTES_PER_ELEMENT
  const column = (name: Measure) => new Float64Array(memory, MEASURE_NAMES.indexOf(name) * columnBytes, WEEK_MINUTES)
  const minutes = new Int32Array(memory, MEASURES.length * columnBytes, WEEK_MINUTES)
  return { block: { universeId: 0, minutes, columns: columnsOf(column) } }
}

let spareBytes = new Uint8Array()

/** The bytes after the copied ones are undefined. */
function spareFor(length: number): Uint8Array {
  if (spareBytes.length < length) spareBytes = new Uint8Array(2 * length)
  return spareBytes
}

const spareOffsets = new Float64Array(WEEK_MINUTES)

/**
 * Throws CorruptError where the bytes are damaged. Where `room` is given, the rows are written into it; the segment is then
 * valid until `room` is used again, and its encoded columns may lack some, so nothing can be added to it.
 */
export function decodeSegment(bytes: Uint8Array, universeId: number, room?: WeekBuffer, key?: number): Segment {
  const decoded = room?.decoded
  if (room !== undefined && decoded !== undefined) {
    if (decoded.key === key && Buffer.compare(decoded.bytes, bytes) === 0)
      return { ...decoded.header, block: rowsIn(room, universeId, decoded.header), columns: new Map() }
    room.decoded = undefined
  }
  checkSum(bytes, key)
  const padded =
    room === undefined ? new Uint8Array(bytes.length + PADDING_BYTES) : spareFor(bytes.length + PADDING_BYTES)
  padded.set(bytes)
  const reader = new ByteReader(padded, 0, bytes.length - CRC_BYTES)
  const header = readHeader(reader)
  const places = readPlaces(reader)
  const columns = new Map<number, EncodedColumn>()
  const read = (number: number, column: Float64Array, players?: Float64Array): Float64Array => {
    const place = places.get(number)
    // A column that is newer than the segment has no values.
    if (place === undefined) return column.fill(Number.NaN)
    columns.set(number, readColumn(padded, column, { ...place, players }))
    return column
  }
  const block = room === undefined ? emptyBlock(universeId, header.count) : rowsIn(room, universeId, header)
  // The minutes of a week without a hole follow from its range.
  if (room !== undefined && isEachMinute(header)) fillMinutes(block.minutes, header.first)
  else readMinutes(read(MINUTES, spareOffsets.subarray(0, header.count)), header, block.minutes)
  let players: Float64Array | undefined
  for (const { name, number } of MEASURES) {
    if (room?.measures?.includes(name) === false) continue
    const column = read(number, block.columns[name], players)
    if (name === 'ccu' && bytes[0] === FORMAT.shared) players = playersOf(column)
  }
  return { ...header, block, columns }
}

const rowsIn = ({ block }: WeekBuffer, universeId: number, { count }: SegmentHeader): Block =>
  rowsOf({ ...block, universeId }, 0, count)

export const isOfNewestFormat = (bytes: Uint8Array): boolean => bytes[0] === FORMAT.shared

/** Throws CorruptError where the bytes are damaged. Decodes none of the rows. */
export function checkSegment(bytes: Uint8Array, key: number): SegmentHeader {
  checkSum(bytes, key)
  return readHeader(new ByteReader(bytes, 0, bytes.length - CRC_BYTES))
}

/** Reads only the count and the range, without a check, to describe a damaged segment. */
export function peekHeader(bytes: Uint8Array): SegmentHeader | undefined {
  try {
    return readHeader(new ByteReader(bytes))
  } catch {
    return undefined
  }
}

function checkSum(bytes: Uint8Array, key: number | undefined): void {
  const at = bytes.length - CRC_BYTES
  if (at < 1) throw new CorruptError('The segment is too short.')
  const stored = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true)
  const counted = bytes[0] === FORMAT.plain ? undefined : key
  if (stored !== checksumOf(bytes.subarray(0, at), counted))
    throw new CorruptError('The checksum does not fit the segment.')
}

function readHeader(reader: ByteReader): SegmentHeader {
  const format = reader.byte()
  if (format < FORMAT.plain || format > FORMAT.shared) throw new CorruptError('The segment has an unknown format.')
  const [slot, count, first] = [reader.varint(), reader.varint(), reader.signed()]
  const last = first + reader.varint()
  if (count < 1 || count > WEEK_MINUTES || last - first >= WEEK_MINUTES || first < -(2 ** 31) || last >= 2 ** 31)
    throw new CorruptError('The segment has an impossible range.')
  return { count, first, last, slot }
}

function readPlaces(reader: ByteReader): Map<number, { readonly from: number; readonly end: number }> {
  const places = new Map<number, { readonly from: number; readonly end: number }>()
  for (let left = reader.byte(); left > 0; left--) {
    const number = reader.byte()
    const length = reader.varint()
    const from = reader.skip(length)
    places.set(number, { from, end: from + length })
  }
  return places
}

/** Minutes ascend, so as many rows as minutes leave no other choice. */
const isEachMinute = ({ count, first, last }: SegmentHeader): boolean => last - first + 1 === count

function fillMinutes(minutes: Int32Array, first: Minute): void {
  for (let row = 0; row < minutes.length; row++) minutes[row] = first + row
}

function readMinutes(offsets: Float64Array, { first, last }: SegmentHeader, minutes: Int32Array): void {
  let before = first - 1
  for (let row = 0; row < offsets.length; row++) {
    const minute = first + (offsets[row] ?? Number.NaN)
    if (!(minute > before && minute <= last)) throw new CorruptError('The minutes of the segment are out of order.')
    minutes[row] = minute
    before = minute
  }
}
