// Rows that the server copies as bytes (COPY … FORMAT binary). As text, each byte would be two characters, which takes the server
// three times as long for a segment. The driver reads no rows in this format; the documentation of PostgreSQL describes it.
import pg from 'pg'

export type CopiedKind = 'double' | 'int' | 'bytes'
/** The columns of the statement, in their order. */
export type CopiedColumns = Readonly<Record<string, CopiedKind>>

export interface Answer {
  readonly results: readonly pg.QueryResult<object>[]
  /** The bytes of each COPY. */
  readonly copies: readonly Buffer[]
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** The signature, the flags, and the length of an extension, which no version has. */
const COPY_HEADER_BYTES = SIGNATURE.length + 8
const END_OF_ROWS = -1

class CopyingQuery extends pg.Query {
  readonly chunks: Buffer[] = []

  /** The driver calls this for each part of a copy, and uses the memory again afterwards. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.chunks.push(Buffer.from(chunk))
  }
}

/** Runs statements of which at least one is a COPY. Rejects as the driver's own query does. */
export function queryWithCopies(client: pg.ClientBase, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (
      error: Error | undefined,
      found: pg.QueryResult<object> | readonly pg.QueryResult<object>[],
    ): void => {
      // The driver names no results with an error.
      if (error) reject(error)
      else resolve({ results: [found].flat(), copies: split(query.chunks) })
    }
    const query = new CopyingQuery(text, settle)
    client.query(query)
  })
}

/** Each copy begins with the signature, in a part of its own or with its first row. */
function split(chunks: readonly Buffer[]): Buffer[] {
  const copies: Buffer[][] = []
  for (const chunk of chunks)
    if (chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE)) copies.push([chunk])
    else copies.at(-1)?.push(chunk)
  return copies.map((parts) => Buffer.concat(parts))
}

/** Numbers and bytes that are never null. Throws where the bytes are no such rows. */
export function copiedRows(copy: Buffer, columns: CopiedColumns): object[] {
  const kinds = Object.entries(columns)
  const rows: object[] = []
  for (let at = COPY_HEADER_BYTES; copy.readInt16BE(at) !== END_OF_ROWS; ) {
    if (copy.readInt16BE(at) !== kinds.length)
      throw new Error('The server copied other columns than the statement has.')
    at += 2
    const row: Record<string, number | Buffer> = {}
    for (const [name, kind] of kinds) {
      const length = copy.readInt32BE(at)
      at += 4
      row[name] = readValue(copy.subarray(at, at + length), kind)
      at += length
    }
    rows.push(row)
  }
  return rows
}

const readValue = (bytes: Buffer, kind: CopiedKind): number | Buffer => {
  if (kind === 'bytes') return bytes
  return kind === 'int' ? bytes.readInt32BE() : bytes.readDoubleBE()
}
