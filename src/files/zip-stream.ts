// Streams a ZIP archive: sizes follow each entry in a data descriptor, so that nothing is buffered.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string>
}

interface ZipDirectoryEntry {
  readonly name: Buffer
  readonly checksum: number
  readonly compressedSize: number
  readonly uncompressedSize: number
  readonly offset: number
}

/** Sizes follow the data (bit 3); names are UTF-8 (bit 11). */
const FLAG_BITS = 0x0808
const ZIP_VERSION = 20
const DEFLATE_CODE = 8
/** 1980-01-01, the format's first day: a fixed date makes files of the same rows identical. */
const DOS_DATE_CODE = 33
/** Takes half the time of the default level for files about a tenth larger. */
const COMPRESSION_LEVEL = 4
/** The largest offset without ZIP64, which old readers do not support. */
const MAX_UINT32 = 0xffff_ffff

export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: ZipDirectoryEntry[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const start = offset
    const head = localHeader(Buffer.from(name))
    yield head
    offset += head.length
    const size = { checksum: 0, uncompressedSize: 0 }
    let compressedSize = 0
    const deflate = createDeflateRaw({ level: COMPRESSION_LEVEL, chunkSize: 65_536 })
    // A failing source also ends the loop below, which reports the error once.
    const compression = pipeline(
      Readable.from(encodeAndMeasure(content, size), { objectMode: true, highWaterMark: 1 }),
      deflate,
    )
    compression.catch(() => {})
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      compressedSize += chunk.length
      yield chunk
    }
    await compression
    const entry = { name: Buffer.from(name), compressedSize, offset: start, ...size }
    written.push(entry)
    const tail = fields([4, 0x0807_4b50], [4, entry.checksum], [4, compressedSize], [4, entry.uncompressedSize])
    yield tail
    offset += compressedSize + tail.length
    if (offset > MAX_UINT32 || entry.uncompressedSize > MAX_UINT32)
      throw new RangeError('The archive grows over 4 GiB.')
  }
  yield directory(written, offset)
}

async function* encodeAndMeasure(content: AsyncIterable<string>, size: { checksum: number; uncompressedSize: number }) {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    size.checksum = crc32(bytes, size.checksum)
    size.uncompressedSize += bytes.length
    yield bytes
  }
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    fields([4, 0x0403_4b50], [2, ZIP_VERSION], [2, FLAG_BITS], [2, DEFLATE_CODE], [2, 0], [2, DOS_DATE_CODE]),
    fields([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ])

function directory(written: readonly ZipDirectoryEntry[], offset: number): Buffer {
  const entries = written.map(({ name, checksum, compressedSize, uncompressedSize, offset }) =>
    Buffer.concat([
      fields(
        [4, 0x0201_4b50],
        [2, ZIP_VERSION],
        [2, ZIP_VERSION],
        [2, FLAG_BITS],
        [2, DEFLATE_CODE],
        [2, 0],
        [2, DOS_DATE_CODE],
      ),
      fields(
        [4, checksum],
        [4, compressedSize],
        [4, uncompressedSize],
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
      ),
      fields([4, offset]),
      name,
    ]),
  )
  const all = Buffer.concat(entries)
  const count = written.length
  const end = fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, all.length], [4, offset], [2, 0])
  return Buffer.concat([all, end])
}

/** Encodes little-endian numbers, each as [number of bytes, value]. */
function fields(...parts: readonly (readonly [2 | 4, number])[]): Buffer {
  const bytes = Buffer.alloc(parts.reduce((total, [width]) => total + width, 0))
  let at = 0
  for (const [width, value] of parts) at = bytes.writeUIntLE(value, at, width)
  return bytes
}
