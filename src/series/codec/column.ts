// Encodes one column of a segment: which rows have a value, and the values (FORMAT.md, "Columns").
import { ByteReader, type ByteWriter, CorruptError } from './bytes.js'
import { bestPrediction } from './choose-prediction.js'
import {
  checkedKind,
  hasStep,
  KINDS,
  needsPlayers,
  type Prediction,
  type PredictionColumns,
  writeDifferences,
} from './prediction.js'
import { restore, type Tail } from './restore.js'
import { BitWriter, BLOCK_SIZE, writeBlocks } from './rice.js'
import { BlockReader } from './rice-reader.js'

const PRESENT = { all: 0, runs: 1, bitmap: 2 } as const
/** Stands where the kind of prediction is written, and means that every value is an eight-byte double. */
const DOUBLES_CODE = 15

let spareNumbers = new Int32Array(16_384)
let spareValues = new Float64Array(16_384)
let sparePlayers = new Float64Array(16_384)

/** A column as stored in a segment. */
export interface EncodedColumn {
  readonly bytes: Uint8Array
  /** The number of rows with a value. */
  readonly count: number
  /** Undefined where the values are stored as doubles. */
  readonly tail: Tail | undefined
}

export interface WriteOptions {
  /** A column with whose values this one begins; its encoded blocks are copied unchanged. */
  readonly before?: EncodedColumn | undefined
  /** The players of the same rows, for predictions that need them. Never NaN. */
  readonly players?: Float64Array | undefined
}

export function writeColumn(out: ByteWriter, column: Float64Array, { before, players }: WriteOptions = {}): void {
  if (spareNumbers.length < column.length) {
    spareNumbers = new Int32Array(column.length)
    spareValues = new Float64Array(column.length)
    sparePlayers = new Float64Array(column.length)
  }
  // Most columns hold nothing but counts, and then no other pass is needed.
  const isAllCounts = areCountable(column, 0)
  const written = writePresence(out, { values: column, players }, isAllCounts)
  const { values } = written
  const areCounts = (from: number): boolean => isAllCounts || areCountable(values, from)
  if (before?.tail !== undefined && keepsPrediction(before, written) && areCounts(before.count))
    appendValues(out, written, before.bytes, before.tail)
  else if (areCounts(0)) writeValues(out, written)
  else writeDoubles(out, values)
}

/** A prediction is chosen again each time a column doubles in length, because a day shows more than an hour. */
function keepsPrediction({ count, tail }: EncodedColumn, { values, players }: PredictionColumns): boolean {
  if (tail !== undefined && needsPlayers(tail.prediction.kind) && players === undefined) return false
  return count > BLOCK_SIZE && Math.floor(Math.log2(count)) === Math.floor(Math.log2(values.length))
}

function appendValues(out: ByteWriter, column: PredictionColumns, bytes: Uint8Array, tail: Tail): void {
  writePrediction(out, tail.prediction)
  writeDifferences(tail.prediction, column, spareNumbers, tail)
  const bits = new BitWriter(out)
  bits.copy(bytes, tail.firstBit, tail.bit)
  writeBlocks(out, bits, spareNumbers, column.values.subarray(tail.row))
}

function hasHoles(column: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) if (Number.isNaN(column[row] as number)) return true
  return false
}

/** Returns the rows with a value. */
function writePresence(out: ByteWriter, whole: PredictionColumns, isAllCounts: boolean): PredictionColumns {
  const { values: column, players } = whole
  if (isAllCounts || !hasHoles(column)) {
    out.byte(PRESENT.all)
    return whole
  }
  const runs: number[] = []
  let [count, begin] = [0, 0]
  for (let row = 0; row < column.length; row++) {
    const value = column[row] ?? Number.NaN
    // Runs of present and of missing values alternate, beginning with present ones.
    const isPresent = !Number.isNaN(value)
    if (isPresent === (runs.length % 2 === 1)) {
      runs.push(row - begin)
      begin = row
    }
    if (!isPresent) continue
    if (players !== undefined) sparePlayers[count] = players[row] as number
    spareValues[count++] = value
  }
  const length = Math.ceil(column.length / 8)
  if (runs.length < length / 2) {
    out.byte(PRESENT.runs)
    out.varint(runs.length)
    for (const run of runs) out.varint(run)
  } else {
    out.byte(PRESENT.bitmap)
    const bitmap = new Uint8Array(length)
    column.forEach((value, row) => {
      if (!Number.isNaN(value)) bitmap[row >> 3] = (bitmap[row >> 3] ?? 0) | (1 << (row & 7))
    })
    out.put(bitmap)
  }
  return { values: spareValues.subarray(0, count), players: players && sparePlayers.subarray(0, count) }
}

function writeDoubles(out: ByteWriter, values: Float64Array): void {
  out.byte(DOUBLES_CODE)
  for (const value of values) out.double(value)
}

function writeValues(out: ByteWriter, column: PredictionColumns): void {
  const prediction = bestPrediction(column, spareNumbers)
  writePrediction(out, prediction)
  writeDifferences(prediction, column, spareNumbers)
  writeBlocks(out, new BitWriter(out), spareNumbers, column.values)
}

function writePrediction(out: ByteWriter, { kind, shift, step }: Prediction): void {
  out.byte(KINDS.indexOf(kind) | (shift << 4))
  if (hasStep(kind)) out.signed(step)
}

function areCountable(values: Float64Array, from: number): boolean {
  for (let at = from; at < values.length; at++) {
    const value = values[at] as number
    // −0 is not stored as a count, because it would be decoded as 0.
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER && value === Math.floor(value)) || Object.is(value, -0))
      return false
  }
  return true
}

export interface ReadOptions {
  readonly from: number
  /** `bytes` must have at least PADDING_BYTES bytes after it. */
  readonly end: number
  /** The players of the same rows, where a prediction may need them. Never NaN. */
  readonly players?: Float64Array | undefined
}

/** Fills `column`, whose length is the number of rows. */
export function readColumn(
  bytes: Uint8Array,
  column: Float64Array,
  { from, end, players }: ReadOptions,
): EncodedColumn {
  const reader = new ByteReader(bytes, from, end)
  const form = reader.byte()
  if (form === PRESENT.all)
    return { bytes, count: column.length, tail: readValues(reader, { values: column, players }) }
  const isMissing = new Uint8Array(column.length)
  const count = form === PRESENT.runs ? readRuns(reader, isMissing) : readBitmap(reader, form, isMissing)
  const values = column.subarray(0, count)
  const tail = readValues(reader, { values, players: players && withoutHoles(players, isMissing, count) })
  insertMissing(column, isMissing, count)
  return { bytes, count, tail }
}

function withoutHoles(players: Float64Array, holes: Uint8Array, count: number): Float64Array {
  const present = new Float64Array(count)
  let next = 0
  for (let row = 0; row < holes.length; row++) if (holes[row] === 0) present[next++] = players[row] as number
  return present
}

function readRuns(reader: ByteReader, holes: Uint8Array): number {
  const runs = reader.varint()
  let [row, count] = [0, 0]
  for (let index = 0; index <= runs; index++) {
    const length = index === runs ? holes.length - row : reader.varint()
    if (length > holes.length - row) throw new CorruptError('A column has more rows than its segment.')
    if (index % 2 === 1) holes.fill(1, row, row + length)
    else count += length
    row += length
  }
  return count
}

function readBitmap(reader: ByteReader, form: number, holes: Uint8Array): number {
  if (form !== PRESENT.bitmap) throw new CorruptError('A column has an unknown form.')
  const at = reader.skip(Math.ceil(holes.length / 8))
  let count = 0
  for (let row = 0; row < holes.length; row++) {
    const bit = ((reader.bytes[at + (row >> 3)] ?? 0) >> (row & 7)) & 1
    holes[row] = 1 - bit
    count += bit
  }
  return count
}

/** Moves the values from the front of the array to their rows, last one first. */
function insertMissing(column: Float64Array, holes: Uint8Array, count: number): void {
  let next = count - 1
  for (let row = column.length - 1; row >= 0; row--)
    column[row] = holes[row] === 1 ? Number.NaN : (column[next--] ?? Number.NaN)
}

function readValues(reader: ByteReader, column: PredictionColumns): Tail | undefined {
  const { values } = column
  const code = reader.byte()
  if (code === DOUBLES_CODE) {
    for (let row = 0; row < values.length; row++) values[row] = reader.double()
    return undefined
  }
  const kind = checkedKind(code & 15)
  const step = hasStep(kind) ? reader.signed() : 0
  return restore({ kind, shift: code >> 4, step }, new BlockReader(reader.bytes, reader.position, reader.end), column)
}
