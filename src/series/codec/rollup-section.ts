// A section of rollups: a row of fields for each day (FORMAT.md, "Rollups"). Each row is expected from the day before or from
// the first section. The differences of one field follow each other, as numbers of a few bits.
import { type ByteReader, ByteWriter, CorruptError } from './bytes.js'
import { zigZagOf } from './prediction.js'
import { uncoded } from './restore-smoothed.js'
import { BitWriter, BLOCK_SIZE, ESCAPE_CODE, writeBlock } from './rice.js'
import { BlockReader } from './rice-reader.js'
import { type DayRows, isWhole, rowCountOf, rowsOfValues, type SectionForm } from './rollup-expectation.js'
import { fieldCountOf } from './rollup-fields.js'

/** Up to this limit a difference of the first row is written. */
const MAX_DIFFERENCE = 2 ** 51

const section = new ByteWriter()
const numbers = new Int32Array(BLOCK_SIZE)
const escapes = new Float64Array(BLOCK_SIZE)

// In the loops below `as number` asserts that the index is within bounds, as in prediction.ts.

/** Of at most BLOCK_SIZE rows. `reference` is the section that differences may refer to. */
export function writeSection(out: ByteWriter, rows: DayRows, form: SectionForm, reference: DayRows | undefined): void {
  section.reset()
  const count = rowCountOf(rows)
  section.byte(count)
  if (count > 0) {
    const isBeside = reference !== undefined && form.beside !== undefined && rowCountOf(reference) === count
    section.byte(Number(isBeside))
    const expected = expectedOf(rows, form, isBeside ? reference : undefined)
    const isDouble = doubleFields(rows, isBeside ? undefined : expected)
    writeDoubles(rows, isDouble)
    if (!isBeside)
      for (let field = 0; field < rows.fields; field++)
        if (isDouble[field] === 0) section.signed((rows.values[field] as number) - (expected[field] as number))
    writeFields(rows, isDouble, isBeside ? 0 : 1, expected)
  }
  out.varint(section.length)
  out.put(section.bytes.subarray(0, section.length))
}

/** What is expected in each field. */
function expectedOf(rows: DayRows, form: SectionForm, reference: DayRows | undefined): Float64Array {
  const expected = new Float64Array(rows.values.length)
  for (let at = 0; at < expected.length; at += form.fields) {
    const row = expected.subarray(at, at + form.fields)
    if (reference !== undefined) form.beside?.(reference, rows, at, row)
    else if (at > 0) form.alone(rows, at, row)
    else for (const [field, before] of form.nearInFirstRow) row[field] = rows.whole[before] as number
  }
  return expected
}

/** Marks the fields with a value that no difference can give. */
function doubleFields({ fields, values }: DayRows, expectedFirst: Float64Array | undefined): Uint8Array {
  const isDouble = new Uint8Array(fields)
  for (let field = 0; field < fields; field++) {
    for (let at = field; at < values.length; at += fields) if (!isWhole(values[at] as number)) isDouble[field] = 1
    if (expectedFirst === undefined) continue
    const difference = (values[field] as number) - (expectedFirst[field] as number)
    if (!(Math.abs(difference) < MAX_DIFFERENCE)) isDouble[field] = 1
  }
  return isDouble
}

function writeDoubles({ fields, values }: DayRows, isDouble: Uint8Array): void {
  const listed = [...isDouble.keys()].filter((field) => isDouble[field] !== 0)
  section.byte(listed.length)
  for (const field of listed) section.byte(field)
  for (const field of listed)
    for (let at = field; at < values.length; at += fields) section.double(values[at] as number)
}

function writeFields(
  { fields, values }: DayRows,
  isDouble: Uint8Array,
  firstRow: number,
  expected: Float64Array,
): void {
  const count = values.length / fields - firstRow
  if (count === 0) return
  const bits = new BitWriter(section)
  for (let field = 0; field < fields; field++) {
    if (isDouble[field] !== 0) continue
    for (let row = 0; row < count; row++) {
      const at = (row + firstRow) * fields + field
      escapes[row] = values[at] as number
      numbers[row] = zigZagOf((values[at] as number) - (expected[at] as number))
    }
    section.reserve(BLOCK_SIZE * 10 + 16)
    writeBlock(bits, numbers.subarray(0, count), escapes)
  }
  bits.flush()
}

/** `reader` ends with the section, and has PADDING_BYTES after it. */
export function readSection(reader: ByteReader, form: SectionForm, reference: DayRows | undefined): DayRows {
  const { fields } = form
  const count = reader.byte()
  if (count > BLOCK_SIZE) throw new CorruptError('The rollups have too many days.')
  const values = new Float64Array(count * fields)
  if (count === 0) return { fields, values, whole: values }
  const isBeside = reader.byte() === 1
  const isDouble = readDoubles(reader, { fields, values })
  const rows = rowsOfValues(values, fields)
  if (!isBeside) readFirstRow(reader, rows, isDouble, form)
  const firstRow = isBeside ? 0 : 1
  const coded = readFields(reader, rows, isDouble, firstRow)
  if (isBeside && (reference === undefined || form.beside === undefined || rowCountOf(reference) !== count))
    throw new CorruptError('A section of rollups refers to one that is not there.')
  const expected = spareExpected.subarray(0, fields)
  for (let at = firstRow * fields; at < values.length; at += fields) {
    if (isBeside && reference !== undefined) form.beside?.(reference, rows, at, expected)
    else form.alone(rows, at, expected)
    addDifferences(rows, at, { expected, coded, isDouble })
  }
  return rows
}

/** A byte says how many columns have a first and a last value. */
const MAX_FIELDS = fieldCountOf(255)
const spareExpected = new Float64Array(MAX_FIELDS)
const spareIsDouble = new Uint8Array(MAX_FIELDS)
let spareCoded = new Int32Array(1_024)

interface Differences {
  readonly expected: Float64Array
  /** Of all rows. An escaped value is in its row already. */
  readonly coded: Int32Array
  readonly isDouble: Uint8Array
}

function addDifferences({ values, whole }: DayRows, at: number, { expected, coded, isDouble }: Differences): void {
  for (let field = 0; field < expected.length; field++) {
    const number = coded[at + field] as number
    if (isDouble[field] !== 0 || number === ESCAPE_CODE) continue
    const value = (expected[field] as number) + uncoded(number)
    values[at + field] = value
    whole[at + field] = value
  }
}

function readFirstRow(reader: ByteReader, { values, whole }: DayRows, isDouble: Uint8Array, form: SectionForm): void {
  for (let field = 0; field < form.fields; field++) {
    if (isDouble[field] !== 0) continue
    const before = form.nearInFirstRow.get(field)
    const value = reader.signed() + (before === undefined ? 0 : (whole[before] as number))
    values[field] = value
    whole[field] = value
  }
}

/** Fills the fields that are written as doubles, and marks them. */
function readDoubles(reader: ByteReader, { fields, values }: Omit<DayRows, 'whole'>): Uint8Array {
  const isDouble = spareIsDouble.fill(0, 0, fields)
  const count = reader.byte()
  const from = reader.skip(count)
  for (let index = 0; index < count; index++) {
    const field = reader.bytes[from + index] as number
    if (field >= fields) throw new CorruptError('The rollups name a field that they do not have.')
    isDouble[field] = 1
    for (let at = field; at < values.length; at += fields) values[at] = reader.double()
  }
  return isDouble
}

/** The numbers of all rows from `firstRow` on, by row; escaped values are written to their rows. */
function readFields(reader: ByteReader, rows: DayRows, isDouble: Uint8Array, firstRow: number): Int32Array {
  const { fields, values, whole } = rows
  if (spareCoded.length < values.length) spareCoded = new Int32Array(values.length)
  const count = values.length / fields - firstRow
  if (count === 0) return spareCoded
  const blocks = new BlockReader(reader.bytes, reader.position, reader.end)
  for (let field = 0; field < fields; field++) {
    if (isDouble[field] !== 0) continue
    blocks.read(count)
    let at = firstRow * fields + field
    for (let row = 0; row < count; row++, at += fields) {
      const number = blocks.numbers[row] as number
      spareCoded[at] = number
      if (number !== ESCAPE_CODE) continue
      values[at] = blocks.values[row] as number
      whole[at] = values[at] as number
    }
  }
  return spareCoded
}
