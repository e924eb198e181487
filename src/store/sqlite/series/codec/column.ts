// One column of a segment: which rows have a value, and the values (FORMAT.md, "Columns").
import { ByteReader, type ByteWriter, CorruptError } from './bytes.js'
import { bestPrediction, checkedKind, distances, KINDS, restore } from './prediction.js'
import { writeBlocks } from './rice.js'
import { BlockReader } from './rice-reader.js'

const PRESENT = { all: 0, runs: 1, bitmap: 2 } as const
/** In place of a prediction: every value as the eight bytes of a double. */
const AS_DOUBLES = 15

let spareNumbers = new Int32Array(16_384)
let spareValues = new Float64Array(16_384)

export function writeColumn(out: ByteWriter, column: Float64Array): void {
  if (spareNumbers.length < column.length) {
    spareNumbers = new Int32Array(column.length)
    spareValues = new Float64Array(column.length)
  }
  writeValues(out, writePresence(out, column))
}

/** Answers the values without the holes. */
function writePresence(out: ByteWriter, column: Float64Array): Float64Array {
  const runs: number[] = []
  let [count, begin] = [0, 0]
  for (let row = 0; row < column.length; row++) {
    const value = column[row] ?? Number.NaN
    // Runs of values and of holes take turns, values first.
    const isPresent = !Number.isNaN(value)
    if (isPresent === (runs.length % 2 === 1)) {
      runs.push(row - begin)
      begin = row
    }
    if (isPresent) spareValues[count++] = value
  }
  if (runs.length === 0 && count === column.length) {
    out.byte(PRESENT.all)
    return column
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
  return spareValues.subarray(0, count)
}

function writeValues(out: ByteWriter, values: Float64Array): void {
  if (!areCountable(values)) {
    out.byte(AS_DOUBLES)
    for (const value of values) out.double(value)
    return
  }
  const prediction = bestPrediction(values, spareNumbers)
  out.byte(KINDS.indexOf(prediction.kind) | (prediction.shift << 4))
  if (prediction.kind === 'step' || prediction.kind === 'rise') out.signed(prediction.step)
  distances(prediction, values, spareNumbers)
  writeBlocks(out, spareNumbers, values, values.length)
}

function areCountable(values: Float64Array): boolean {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    // −0 is no count: it would come back as 0.
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER && value === Math.floor(value)) || Object.is(value, -0))
      return false
  }
  return true
}

/** Fills `column`, whose length is the count of rows. `bytes` goes on for at least 16 bytes after `end`. */
export function readColumn(bytes: Uint8Array, from: number, end: number, column: Float64Array): void {
  const reader = new ByteReader(bytes, from, end)
  const form = reader.byte()
  if (form === PRESENT.all) {
    readValues(reader, column)
    return
  }
  const holes = new Uint8Array(column.length)
  const count = form === PRESENT.runs ? readRuns(reader, holes) : readBitmap(reader, form, holes)
  const values = column.subarray(0, count)
  readValues(reader, values)
  spread(column, holes, count)
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

/** Moves the values that lie at the front to their rows, from the last one on. */
function spread(column: Float64Array, holes: Uint8Array, count: number): void {
  let next = count - 1
  for (let row = column.length - 1; row >= 0; row--)
    column[row] = holes[row] === 1 ? Number.NaN : (column[next--] ?? Number.NaN)
}

function readValues(reader: ByteReader, values: Float64Array): void {
  const code = reader.byte()
  if (code === AS_DOUBLES) {
    for (let row = 0; row < values.length; row++) values[row] = reader.double()
    return
  }
  const kind = checkedKind(code & 15)
  const step = kind === 'step' || kind === 'rise' ? reader.signed() : 0
  restore({ kind, shift: code >> 4, step }, new BlockReader(reader.bytes, reader.position, reader.end), values)
}
