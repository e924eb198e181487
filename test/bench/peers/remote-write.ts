// The body of Prometheus' remote write: a protocol buffer in Snappy's frame, nothing of it compressed.
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import type { Block } from '../../../src/domain/sample.js'

/** Wire types of protocol buffers: field 1 and 2 with a length, and the two fields of a sample. */
const TAG = { first: 0x0a, second: 0x12, double: 0x09, time: 0x10 } as const
/** Snappy: a literal whose length follows in four bytes. */
const LONG_LITERAL = 63 << 2
const MAX_VARINT_BYTES = 8
/** Two tags and a length, a double, and its time. */
const MAX_SAMPLE_BYTES = 12 + MAX_VARINT_BYTES

export function remoteWriteBody(blocks: readonly Block[]): Buffer {
  const request = Buffer.concat(
    blocks.flatMap((block) => MEASURE_NAMES.map((name) => field(TAG.first, seriesOf(block, name)))),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(request.length - 1)
  return Buffer.concat([varint(request.length), Buffer.of(LONG_LITERAL), length, request])
}

function seriesOf({ universeId, minutes, columns }: Block, name: (typeof MEASURE_NAMES)[number]): Buffer {
  const labels = [label('__name__', name), label('universe', `${universeId}`)]
  const column = columns[name]
  const samples = Buffer.alloc(minutes.length * MAX_SAMPLE_BYTES)
  let at = 0
  minutes.forEach((minute, row) => {
    samples[at] = TAG.second
    samples[at + 2] = TAG.double
    samples.writeDoubleLE(column[row] ?? 0, at + 3)
    samples[at + 11] = TAG.time
    const end = putVarint(samples, at + 12, minute * MINUTE_MS)
    samples[at + 1] = end - at - 2
    at = end
  })
  return Buffer.concat([...labels, samples.subarray(0, at)])
}

const label = (name: string, value: string): Buffer =>
  field(TAG.first, Buffer.concat([field(TAG.first, Buffer.from(name)), field(TAG.second, Buffer.from(value))]))

const field = (tag: number, body: Buffer): Buffer => Buffer.concat([Buffer.of(tag), varint(body.length), body])

function varint(number: number): Buffer {
  const bytes = Buffer.alloc(MAX_VARINT_BYTES)
  return bytes.subarray(0, putVarint(bytes, 0, number))
}

/** Of numbers above 32 bits too. Answers where it ends. */
function putVarint(bytes: Buffer, from: number, number: number): number {
  let at = from
  let left = number
  for (; left >= 128; left = Math.floor(left / 128)) bytes[at++] = (left % 128) + 128
  bytes[at] = left
  return at + 1
}
