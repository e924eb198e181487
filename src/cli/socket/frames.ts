// The framing of the local socket: a length of four bytes, a byte that says what follows, and the payload.
import type { Socket } from 'node:net'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { ConnectionFault } from '../../domain/reasons/operator-reasons.js'

/** `message` is JSON in UTF-8 (see messages.ts); `data` is a piece of a file. */
export type FrameKind = 'message' | 'data'

export interface Frame {
  readonly kind: FrameKind
  readonly payload: Buffer
}

const FRAME_PREFIX_BYTES = 5
const MAX_PAYLOAD_BYTES = 1_048_576
/** A file is sent in pieces of this size; each is confirmed before the next is sent, which bounds the memory. */
export const CHUNK_BYTES = 262_144
const KIND_BYTES: Readonly<Record<FrameKind, number>> = { message: 0, data: 1 }

export function encodeFrame({ kind, payload }: Frame): Buffer {
  if (payload.length > MAX_PAYLOAD_BYTES) throw connectionError('message too long')
  const header = Buffer.alloc(FRAME_PREFIX_BYTES)
  header.writeUInt32BE(payload.length, 0)
  header.writeUInt8(KIND_BYTES[kind], 4)
  return Buffer.concat([header, payload])
}

/** Ends with the connection; throws if the data is not a valid frame. */
export async function* readFrames(socket: Socket): AsyncGenerator<Frame> {
  // Chunks are joined once a whole frame is there: joining each with those before would copy a piece of a file three times.
  let chunks: Buffer[] = []
  let [bufferedBytes, awaitedBytes] = [0, FRAME_PREFIX_BYTES]
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bufferedBytes += chunk.length
    if (bufferedBytes < awaitedBytes) continue
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, bufferedBytes)
    for (let size = firstFrameSize(rest); size <= rest.length; size = firstFrameSize(rest)) {
      yield { kind: rest.readUInt8(4) === 0 ? 'message' : 'data', payload: rest.subarray(FRAME_PREFIX_BYTES, size) }
      rest = rest.subarray(size)
    }
    chunks = [rest]
    bufferedBytes = rest.length
    awaitedBytes = firstFrameSize(rest)
  }
}

/** The bytes of the frame that begins here, or of the part of it that says how long it is. */
function firstFrameSize(bytes: Buffer): number {
  if (bytes.length < FRAME_PREFIX_BYTES) return FRAME_PREFIX_BYTES
  const length = bytes.readUInt32BE(0)
  if (length > MAX_PAYLOAD_BYTES || bytes.readUInt8(4) > 1) throw connectionError('malformed frame')
  return FRAME_PREFIX_BYTES + length
}

export const connectionError = (fault: ConnectionFault, cause?: unknown): HeadcountError =>
  rejection('UNAVAILABLE', { name: 'connection broken', facts: { fault } }, { cause })
