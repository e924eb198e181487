// Reads the ids and table names of a SQLite file without SQLite. SQLite would create a log beside a file in write-ahead
// mode even for a read, and would write an existing log into the file. Format: sqlite.org/fileformat2.html
import { closeSync, existsSync, openSync, readSync } from 'node:fs'

export interface FileSchema {
  readonly applicationId: number
  /** `PRAGMA user_version`. */
  readonly version: number
  /**
   * The names of all tables, indexes, views and triggers. Empty where the application id already identifies the owner.
   */
  readonly names: readonly string[]
}

/** The file begins with SQLite's magic bytes, but the rest cannot be read. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile'
}

const MAGIC = 'SQLite format 3\0'
const FILE_HEADER_BYTES = 100
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const [INTERIOR_PAGE, LEAF_PAGE] = [5, 13]
/** Enough for hundreds of thousands of tables. A tree with more pages must contain a cycle. */
const MAX_SCHEMA_PAGES = 10_000

/** Undefined where SQLite did not write the file. Throws MalformedFile where its list of tables cannot be read. */
export function readSchema(file: string): FileSchema | undefined {
  return withFile(file, (main) => {
    const header = bytesAt(main, 0, FILE_HEADER_BYTES)
    if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
    try {
      // The application id never changes once it is in the file, so the log need not be read.
      if (header.readInt32BE(68) !== 0) return { ...idsIn(header), names: [] }
      const log = `${file}-wal`
      return existsSync(log) ? withFile(log, (found) => schemaIn(main, found)) : schemaIn(main, undefined)
    } catch (error) {
      // A RangeError means that a Buffer was read beyond its end.
      if (error instanceof RangeError) throw new MalformedFile('A page is cut off.')
      throw error
    }
  })
}

const idsIn = (firstPage: Buffer) => ({
  applicationId: firstPage.readInt32BE(68),
  version: firstPage.readInt32BE(60),
})

function schemaIn(main: number, log: number | undefined): FileSchema {
  const inHeader = bytesAt(main, 0, FILE_HEADER_BYTES).readUInt16BE(16)
  const pageBytes = inHeader === 1 ? 65_536 : inHeader
  const logged = log === undefined ? new Map<number, number>() : loggedPages(log, pageBytes)
  const read: PageReader = (number) => {
    const inLog = logged.get(number)
    return log === undefined || inLog === undefined
      ? bytesAt(main, (number - 1) * pageBytes, pageBytes)
      : bytesAt(log, inLog, pageBytes)
  }
  return { ...idsIn(read(1)), names: namesIn(read, 1, new Set()) }
}

type PageReader = (number: number) => Buffer

/**
 * The offset in the log of the last committed state of each page. Checksums are not verified, because nothing is
 * written on the basis of this.
 */
function loggedPages(log: number, pageBytes: number): Map<number, number> {
  const header = bytesAt(log, 0, LOG_HEADER_BYTES)
  const [committed, pending] = [new Map<number, number>(), new Map<number, number>()]
  if (header.length < LOG_HEADER_BYTES || header.readUInt32BE(8) !== pageBytes) return committed
  const salt = header.subarray(16, 24)
  for (let at = LOG_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageBytes) {
    const frame = bytesAt(log, at, FRAME_HEADER_BYTES)
    // Frames with another salt are left over from an earlier use of the log.
    if (frame.length < FRAME_HEADER_BYTES || !frame.subarray(8, 16).equals(salt)) return committed
    pending.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES)
    if (frame.readUInt32BE(4) === 0) continue
    for (const [page, where] of pending) committed.set(page, where)
    pending.clear()
  }
}

/** The names in sqlite_schema, whose B-tree begins on page 1, after the file header. */
function namesIn(read: PageReader, number: number, seen: Set<number>): string[] {
  if (seen.has(number) || seen.size > MAX_SCHEMA_PAGES) throw new MalformedFile('The list of tables leads in a circle.')
  seen.add(number)
  const page = read(number)
  const at = number === 1 ? FILE_HEADER_BYTES : 0
  const kind = page.readUInt8(at)
  if (kind !== INTERIOR_PAGE && kind !== LEAF_PAGE) throw new MalformedFile('The list of tables is broken.')
  const pointers = at + (kind === LEAF_PAGE ? 8 : 12)
  const cells = Array.from({ length: page.readUInt16BE(at + 3) }, (_, cell) => page.readUInt16BE(pointers + 2 * cell))
  if (kind === LEAF_PAGE) return cells.map((cell) => nameIn(page, cell))
  const children = [...cells.map((cell) => page.readUInt32BE(cell)), page.readUInt32BE(at + 8)]
  return children.flatMap((child) => namesIn(read, child, seen))
}

/** The name is the second column of a row, after `type`. Both are short and stored before any overflow page. */
function nameIn(page: Buffer, cell: number): string {
  const [, rowId] = varint(page, cell)
  const [, record] = varint(page, rowId)
  const [headerBytes, types] = varint(page, record)
  const [typeCode, next] = varint(page, types)
  const [nameCode] = varint(page, next)
  const start = record + headerBytes + textBytes(typeCode)
  return page.toString('utf8', start, start + textBytes(nameCode))
}

const textBytes = (code: number): number => Math.max(0, (code - 13) / 2)

/** Returns the number at `at` and the position after it. */
function varint(bytes: Buffer, at: number): [value: number, next: number] {
  let value = 0
  for (let index = at; index < at + 9; index++) {
    const byte = bytes.readUInt8(index)
    value = value * 128 + (byte % 128)
    if (byte < 128) return [value, index + 1]
  }
  throw new MalformedFile('A number is too long.')
}

/** Returns fewer bytes at the end of the file. */
function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position))
}

function withFile<T>(file: string, work: (descriptor: number) => T): T {
  const descriptor = openSync(file, 'r')
  try {
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
