// Encodes the samples of one minute, of all universes together. FORMAT.md specifies the bytes. They are written at every
// tick and read at the next start and by the compaction only, so writing must be cheap: each number takes as many bytes
// as it needs, and nothing is predicted.
import { crc32 } from 'node:zlib'
import type { Minute } from '../../domain/clock.js'
import { MEASURE_NAMES, MEASURES, type Measure, SAMPLED_MEASURES } from '../../domain/measures.js'
import { columnsOf, type Sample, toNullable } from '../../domain/sample.js'
import { ByteReader, ByteWriter, CorruptError, CRC_BYTES } from './bytes.js'

const FORMAT_CODE = 1
const LENGTH_BYTES = 4
/** A column number that no measure has. */
const UNIVERSES_CODE = 0
const FORM = { varints: 0, doubles: 1 } as const
const MAX_COUNT = 2 ** 24

/** The samples of one minute; NaN stands for null. */
export interface TickSamples {
  readonly minute: Minute
  readonly universeIds: Float64Array
  readonly columns: Readonly<Record<Measure, Float64Array>>
}

const out = new ByteWriter()
let scratch = new Float64Array(1_024)

/** The samples are all of this minute, ascending by universe. Throws where a value is missing that every tick has. */
export function encodeTick(minute: Minute, samples: readonly Sample[]): Buffer {
  if (scratch.length < samples.length) scratch = new Float64Array(2 * samples.length)
  const steps = encoding(minute, samples, { out, numbers: scratch.subarray(0, samples.length) })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same, a column in a step: thousands of samples take milliseconds while the code is new. Several may be under way. */
export const encodeTickInSteps = (minute: Minute, samples: readonly Sample[]): Generator<void, Buffer> =>
  encoding(minute, samples, { out: new ByteWriter(), numbers: new Float64Array(samples.length) })

interface EncodingRoom {
  readonly out: ByteWriter
  readonly numbers: Float64Array
}

function* encoding(
  minute: Minute,
  samples: readonly Sample[],
  { out, numbers }: EncodingRoom,
): Generator<void, Buffer> {
  out.reset()
  out.byte(FORMAT_CODE)
  out.signed(minute)
  out.varint(samples.length)
  out.byte(MEASURES.length + 1)
  let before = 0
  for (let row = 0; row < samples.length; row++) {
    const { universeId } = samples[row] as Sample
    numbers[row] = universeId - before
    before = universeId
  }
  put(out, UNIVERSES_CODE, numbers)
  for (const { name, number } of MEASURES) {
    yield
    for (let row = 0; row < samples.length; row++) numbers[row] = (samples[row] as Sample)[name] ?? Number.NaN
    if (SAMPLED_MEASURES.includes(name) && numbers.some(Number.isNaN))
      throw new Error(`A sample of a tick has no ${name}.`)
    put(out, number, numbers)
  }
  out.uint32(crc32(out.bytes.subarray(0, out.length)))
  return out.copy()
}

/** Changes the values. */
function put(out: ByteWriter, number: number, values: Float64Array): void {
  const isWhole = isEachSmallWhole(values)
  out.byte(number)
  out.byte(isWhole ? FORM.varints : FORM.doubles)
  const at = out.length
  out.uint32(0)
  if (isWhole) out.varints(withNull(values))
  else for (const value of values) out.double(value)
  out.patchUint32(at, out.length - at - LENGTH_BYTES)
}

/** Loops that are written out take a third of the time of `every` and `map`. */
function isEachSmallWhole(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    const isSmallWhole = value >= 0 && value < Number.MAX_SAFE_INTEGER && Math.floor(value) === value
    if (!isSmallWhole && !Number.isNaN(value)) return false
  }
  return true
}

/** 0 stands for null. */
function withNull(values: Float64Array): Float64Array {
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    values[row] = Number.isNaN(value) ? 0 : value + 1
  }
  return values
}

/** Throws CorruptError where the bytes are damaged. */
export function decodeTick(bytes: Uint8Array): TickSamples {
  const reader = new ByteReader(bytes, 0, checkedEnd(bytes))
  if (reader.byte() !== FORMAT_CODE) throw new CorruptError('The tick has an unknown format.')
  const [minute, count] = [reader.signed(), reader.varint()]
  if (count > MAX_COUNT) throw new CorruptError('The tick has an impossible number of samples.')
  const found = new Map<number, Float64Array>()
  for (let left = reader.byte(); left > 0; left--) found.set(reader.byte(), readColumn(reader, count))
  const universeIds = found.get(UNIVERSES_CODE)
  if (universeIds === undefined) throw new CorruptError('The tick names no universes.')
  for (let row = 1; row < count; row++) universeIds[row] = (universeIds[row] ?? 0) + (universeIds[row - 1] ?? 0)
  const numbers = new Map(MEASURES.map(({ name, number }) => [name, number]))
  return {
    minute,
    universeIds,
    // A column that is newer than the tick has no values.
    columns: columnsOf((name) => found.get(numbers.get(name) ?? -1) ?? new Float64Array(count).fill(Number.NaN)),
  }
}

function checkedEnd(bytes: Uint8Array): number {
  const end = bytes.length - CRC_BYTES
  if (end < 1) throw new CorruptError('The tick is too short.')
  if (new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true) !== crc32(bytes.subarray(0, end)))
    throw new CorruptError('The checksum does not fit the tick.')
  return end
}

function readColumn(reader: ByteReader, count: number): Float64Array {
  const form = reader.byte()
  const length = reader.uint32()
  const column = new ByteReader(reader.bytes, reader.position, reader.skip(length) + length)
  const values = new Float64Array(count)
  if (form === FORM.doubles) for (let row = 0; row < count; row++) values[row] = column.double()
  else if (form === FORM.varints) for (let row = 0; row < count; row++) values[row] = fromVarint(column.varint())
  else throw new CorruptError('A column of the tick has an unknown form.')
  return values
}

const fromVarint = (number: number): number => (number === 0 ? Number.NaN : number - 1)

export function samplesOf({ minute, universeIds, columns }: TickSamples): Sample[] {
  return Array.from(universeIds, (universeId, row) => {
    const sample: Record<string, number | null> = { universeId, minute }
    for (const name of MEASURE_NAMES) sample[name] = toNullable(columns[name][row])
    return sample as Sample
  })
}
