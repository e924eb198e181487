// Generates small PNG pictures on demand, so that the demo shows icons without a network.
import { crc32, deflateSync } from 'node:zlib'
import { keyOf } from './world/hash.js'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  // The PNG header: 8 bits per channel, RGB.
  data.set([8, 2], 8)
  return data
}

/** A mirrored 5 × 5 pattern in tones of one color, which differs for every id. */
export const drawPicture = (id: number, width: number, height: number): Buffer => {
  const key = keyOf(0, id)
  const color = [64 + (key & 127), 64 + ((key >>> 7) & 127), 64 + ((key >>> 14) & 127)]
  const row = 1 + width * 3
  const pixels = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const column = Math.floor((x * 5) / width)
      const cell = Math.min(column, 4 - column) + 3 * Math.floor((y * 5) / height)
      const light = (key >>> (cell + 8)) & 1 ? 60 : 0
      for (let c = 0; c < 3; c++) pixels[y * row + 1 + x * 3 + c] = (color[c] ?? 0) + light
    }
  }
  const parts = [
    chunk('IHDR', header(width, height)),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([SIGNATURE, ...parts])
}
