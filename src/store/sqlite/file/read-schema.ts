// What a SQLite file says of itself, read without SQLite. Merely to look, SQLite would lay a log beside a file in
// write-ahead mode, and write a log that it finds there into the file. The format: sqlite.org/fileformat2.html
import { closeSync, existsSync, openSync, readSync } from 'node:fs'

export interface FileSchema {
  readonly applicationId: number
  /** `PRAGMA user_version`. */
  readonly version: number
  /** Of all tables, indexes, views and triggers; left out where the application id says whose file it is. */
  readonly names: readonly string[]
}

/** Its first bytes are SQLite's; the rest cannot be read. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile'
}

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const [INTERIOR_PAGE, LEAF_PAGE] = [5, 13]
/** Room for hundreds of thousands of tables: what has more pages is a circle. */
const MAX_PAGES = 10_000

/** Nothing where SQLite did not write the file. Throws a MalformedFile. */
export function readSchema(file: string): FileSchema | undefined {
  return withFile(file, (main) => {
    const header = bytesAt(main, 0, HEADER_BYTES)
    if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
    try {
      // Once it is in the file it never changes, so what the log holds does not matter.
      if (header.readInt32BE(68) !== 0) return { ...idsIn(header), names: [] }
      const log = `${file}-wal`
      return existsSync(log) ? withFile(log, (found) => schemaIn(main, found)) : schemaIn(main, undefined)
    } catch (error) {
      // A Buffer was read beyond its end.
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
  const inHeader = bytesAt(main, 0, HEADER_BYTES).readUInt16BE(16)
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

/** Where the log holds the last committed state of each page. Without the checksums: nothing is written by this. */
function loggedPages(log: number, pageBytes: number): Map<number, number> {
  const header = bytesAt(log, 0, LOG_HEADER_BYTES)
  const [committed, pending] = [new Map<number, number>(), new Map<number, number>()]
  if (header.length < LOG_HEADER_BYTES || header.readUInt32BE(8) !== pageBytes) return committed
  const salt = header.subarray(16, 24)
  for (let at = LOG_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageBytes) {
    const frame = bytesAt(log, at, FRAME_HEADER_BYTES)
    // Frames of an earlier round lie behind those of this one.
    if (frame.length < FRAME_HEADER_BYTES || !frame.subarray(8, 16).equals(salt)) return committed
    pending.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES)
    if (frame.readUInt32BE(4) === 0) continue
    for (const [page, where] of pending) committed.set(page, where)
    pending.clear()
  }
}

/** Of the rows of sqlite_schema, whose tree begins on page 1, behind the file's header. */
function namesIn(read: PageReader, number: number, seen: Set<number>): string[] {
  if (seen.has(number) || seen.size > MAX_PAGES) throw new MalformedFile('The list of tables leads in a circle.')
  seen.add(number)
  const page = read(number)
  const at = number === 1 ? HEADER_BYTES : 0
  const kind = page.readUInt8(at)
  if (kind !== INTERIOR_PAGE && kind !== LEAF_PAGE) throw new MalformedFile('The list of tables is broken.')
  const pointers = at + (kind === LEAF_PAGE ? 8 : 12)
  const cells = Array.from({ length: page.readUInt16BE(at + 3) }, (_, cell) => page.readUInt16BE(pointers + 2 * cell))
  if (kind === LEAF_PAGE) return cells.map((cell) => nameIn(page, cell))
  const children = [...cells.map((cell) => page.readUInt32BE(cell)), page.readUInt32BE(at + 8)]
  return children.flatMap((child) => namesIn(read, child, seen))
}

/** The second column of a row, behind `type`; both are short and stand before whatever does not fit on the page. */
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

/** The number at `at`, and where the next begins. */
function varint(bytes: Buffer, at: number): [value: number, next: number] {
  let value = 0
  for (let index = at; index < at + 9; index++) {
    const byte = bytes.readUInt8(index)
    value = value * 128 + (byte % 128)
    if (byte < 128) return [value, index + 1]
  }
  throw new MalformedFile('A number is too long.')
}

/** Fewer at the end of the file. */
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
