// Reads the format and size of an image from its first bytes, so that nothing else and nothing large is ever decoded.

/** The maximum width and height in pixels. */
const MAX_SIDE = 1_024
const PNG_SIGNATURE = '89504e470d0a1a0a'
/** The chunks that a decoder needs. Other chunks may be compressed and become very large. */
const PNG_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/** Returns what may be decoded of a PNG, JPEG or WebP image; undefined for anything else and for a size out of bounds. */
export function decodableImage(image: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  try {
    const size = sizeOf(bytes)
    if (size === undefined || !isModerate(size)) return undefined
    return isPng(bytes) ? withoutExtras(bytes) : bytes
  } catch (error) {
    // The bytes end before the size.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface ImageSize {
  readonly width: number
  readonly height: number
}

const isModerate = ({ width, height }: ImageSize): boolean =>
  width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE

const isPng = (bytes: Buffer): boolean => bytes.toString('hex', 0, 8) === PNG_SIGNATURE

function sizeOf(bytes: Buffer): ImageSize | undefined {
  if (isPng(bytes)) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.toString('hex', 0, 3) === 'ffd8ff') return jpegSize(bytes)
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? webpSize(bytes) : undefined
}

/** Reads the size in the first frame header, SOF0 to SOF15 except the three markers that are no frame headers. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}

/** A WebP file begins with a lossy frame, a lossless one, or a header of the extended format. */
function webpSize(bytes: Buffer): ImageSize | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind !== 'VP8L') return undefined
  const packed = bytes.readUInt32LE(21)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

function withoutExtras(png: Buffer): Buffer {
  const chunks = [png.subarray(0, 8)]
  for (let at = 8; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (PNG_CHUNKS.includes(png.toString('latin1', at + 4, at + 8))) chunks.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(chunks)
}
