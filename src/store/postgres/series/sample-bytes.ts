// The bytes of one head row: the measures of a sample in the order of their list, each as a varint of its value plus 1, or 0 for
// null. A measure that is newer than the row is not there, and null. Where a value is no small whole number, all are doubles.
import type { Minute } from '../../../domain/clock.js'
import { MEASURE_NAMES, SAMPLED_MEASURES } from '../../../domain/measures.js'
import type { Sample } from '../../../domain/sample.js'
import { ByteReader, ByteWriter, CorruptError } from '../../../series/codec/bytes.js'
import type { HeadRow } from '../../../series/head-rows.js'

const FORM = { varints: 1, doubles: 2 } as const

const out = new ByteWriter()

const isSmallWhole = (value: number): boolean =>
  value >= 0 && value < Number.MAX_SAFE_INTEGER && Number.isInteger(value)

/** Throws where a measure that each sample has is missing. */
export function encodeSample(sample: Sample): Buffer {
  const missing = SAMPLED_MEASURES.find((name) => Number.isNaN(sample[name] ?? Number.NaN))
  if (missing !== undefined) throw new Error(`A sample of a tick has no ${missing}.`)
  const isWhole = MEASURE_NAMES.every((name) => sample[name] === null || isSmallWhole(sample[name]))
  out.reset()
  out.byte(isWhole ? FORM.varints : FORM.doubles)
  for (const name of MEASURE_NAMES) {
    const value = sample[name]
    if (isWhole) out.varint(value === null ? 0 : value + 1)
    else out.double(value ?? Number.NaN)
  }
  return out.copy()
}

/** Throws CorruptError where the bytes are damaged. */
export function decodeSample(universeId: number, minute: Minute, bytes: Buffer): HeadRow {
  const reader = new ByteReader(bytes)
  const form = reader.byte()
  if (form !== FORM.varints && form !== FORM.doubles) throw new CorruptError('The sample has an unknown form.')
  const read = (): number | null => {
    if (reader.position === reader.end) return null
    if (form === FORM.doubles) return reader.double()
    const number = reader.varint()
    return number === 0 ? null : number - 1
  }
  return [universeId, minute, ...MEASURE_NAMES.map(read)]
}
