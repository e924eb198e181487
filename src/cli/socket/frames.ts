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
  if (payload.length > MAX_PAYLOAD_BYTES) throw broken('message too long')
  const header = Buffer.alloc(FRAME_PREFIX_BYTES)
  header.writeUInt32BE(payload.length, 0)
  header.writeUInt8(KIND_BYTES[kind], 4)
  return Buffer.concat([header, payload])
}

/** Ends with the connection; throws if the data is not a valid frame. */
export async function* readFrames(socket: Socket): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let frame = firstFrame(rest); frame !== undefined; frame = firstFrame(rest)) {
      yield frame
      rest = rest.subarray(FRAME_PREFIX_BYTES + frame.payload.length)
    }
  }
}

function firstFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < FRAME_PREFIX_BYTES) return undefined
  const length = bytes.readUInt32BE(0)
  const kind = bytes.readUInt8(4)
  if (length > MAX_PAYLOAD_BYTES || kind > 1) throw broken('malformed frame')
  if (bytes.length < FRAME_PREFIX_BYTES + length) return undefined
  return {
    kind: kind === 0 ? 'message' : 'data',
    payload: bytes.subarray(FRAME_PREFIX_BYTES, FRAME_PREFIX_BYTES + length),
  }
}

export const broken = (fault: ConnectionFault, cause?: unknown): HeadcountError =>
  rejection('UNAVAILABLE', { name: 'connection broken', facts: { fault } }, { cause })
