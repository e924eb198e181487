// The worker thread of encode-ahead.ts. The checksum is that of the key 0, and is replaced when the segment is stored under
// its own key.
import { parentPort } from 'node:worker_threads'
import type { Block } from '../../../domain/sample.js'
import { encodeSegment } from '../../../series/codec/segment.js'

const port = parentPort
port?.on('message', (block: Block) => {
  const encoded = Uint8Array.from(encodeSegment(block, 1, undefined, 0))
  port.postMessage(encoded, [encoded.buffer])
})
