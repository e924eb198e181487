// Finds out whether the end of a database file is missing, from its header and its size. SQLite takes a page that is cut
// in the middle for one that ends in zeros. Format: sqlite.org/fileformat2.html
import { closeSync, openSync, readSync, statSync } from 'node:fs'

export interface CutOff {
  readonly bytes: number
  readonly expectedBytes: number
}

const HEADER_BYTES = 100

/**
 * Undefined where nothing is missing, and where a log beside the file may have the rest. Must not be called for a file
 * that this process has open: see `identify`.
 */
export function cutOffOf(file: string): CutOff | undefined {
  const [bytes, header] = [sizeOf(file), headerOf(file)]
  if (header === undefined || sizeOf(`${file}-wal`) > 0 || sizeOf(`${file}-journal`) > 0) return undefined
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  if (pageBytes < 512) return undefined
  // An old SQLite did not keep the number of pages; then the two counters differ.
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92)
  const pages = Math.max(Math.ceil(bytes / pageBytes), isCounted ? header.readUInt32BE(28) : 0)
  return pages * pageBytes > bytes ? { bytes, expectedBytes: pages * pageBytes } : undefined
}

/** Continues a sentence about the file, as the messages of SQLite's own check do. */
export const cutOffText = ({ bytes, expectedBytes }: CutOff): string =>
  `its end is cut off, it has ${bytes} of ${expectedBytes} bytes`

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Undefined where SQLite did not write the file. */
function headerOf(file: string): Buffer | undefined {
  const header = Buffer.alloc(HEADER_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    const isWhole = readSync(descriptor, header, 0, HEADER_BYTES, 0) === HEADER_BYTES
    return isWhole && header.toString('latin1', 0, 16) === 'SQLite format 3\0' ? header : undefined
  } finally {
    closeSync(descriptor)
  }
}
