// Statements that each connection prepares once. A read takes about ten of them, and to plan one takes the server longer than to
// answer it. They are sent as text, several in one message, which the driver's own prepared statements are not.
import type pg from 'pg'
import { type Answer, type CopiedColumns, copiedRows, queryWithCopies } from './copied-rows.js'

/** `$1` … in `text` have these types. The name must be unique in the program. */
export interface PreparedStatement {
  readonly name: string
  readonly types: readonly ('bigint' | 'int' | 'bigint[]' | 'int[]')[]
  readonly text: string
  /** Where the rows hold many bytes: the server copies them. Such a statement is not prepared. */
  readonly copied?: CopiedColumns
}

export interface StatementCall {
  readonly statement: PreparedStatement
  readonly values: readonly (number | readonly number[])[]
}

const prepared = new WeakMap<pg.ClientBase, Set<string>>()
/** Connections where a statement failed in the message that was to prepare others, so that it is unknown which exist. */
const unsure = new WeakSet<pg.ClientBase>()

/** Must be called outside of a transaction. Where it is unknown which statements the connection has, it has none afterwards. */
export async function settleStatements(client: pg.ClientBase): Promise<void> {
  if (!unsure.has(client)) return
  await client.query('DEALLOCATE ALL')
  prepared.delete(client)
  unsure.delete(client)
}

/** Runs the parts in one message. Returns the rows of each part. */
export async function runTogether(
  client: pg.ClientBase,
  parts: readonly (string | StatementCall)[],
): Promise<readonly (readonly object[])[]> {
  if (parts.length === 0) return []
  const known = prepared.get(client) ?? new Set()
  prepared.set(client, known)
  const before = known.size
  const text = parts.flatMap((part) => (typeof part === 'string' ? [part] : textsOf(part, known))).join('; ')
  const copied = parts.flatMap((part) => {
    const columns = typeof part === 'string' ? undefined : part.statement.copied
    return columns === undefined ? [] : [columns]
  })
  try {
    return rowsOf(copied.length === 0 ? await query(client, text) : await queryWithCopies(client, text), copied)
  } catch (error) {
    if (known.size > before) unsure.add(client)
    throw error
  }
}

async function query(client: pg.ClientBase, text: string): Promise<Answer> {
  const results: pg.QueryResult<object> | pg.QueryResult<object>[] = await client.query<object>(text)
  return { results: [results].flat(), copies: [] }
}

function rowsOf({ results, copies }: Answer, copied: readonly CopiedColumns[]): (readonly object[])[] {
  const tables = copies.map((copy, index) => copiedRows(copy, copied[index] ?? {}))
  return results.flatMap(({ command, rows }) => {
    if (command === 'PREPARE') return []
    return [command === 'COPY' ? (tables.shift() ?? []) : rows]
  })
}

function textsOf({ statement, values }: StatementCall, known: Set<string>): string[] {
  const { name, types, text, copied } = statement
  const literals = values.map(literalOf)
  if (copied !== undefined) return [`COPY (${filled(text, literals, types)}) TO STDOUT (FORMAT binary)`]
  const list = (items: readonly string[]): string => (items.length === 0 ? '' : `(${items.join(', ')})`)
  const execute = `EXECUTE ${name}${list(literals)}`
  if (known.has(name)) return [execute]
  known.add(name)
  return [`PREPARE ${name}${list(types)} AS ${text}`, execute]
}

/** A COPY takes no values. */
const filled = (text: string, literals: readonly string[], types: readonly string[]): string =>
  text.replace(/\$(\d)/g, (_place, digit) => `${literals[Number(digit) - 1]}::${types[Number(digit) - 1]}`)

const literalOf = (value: number | readonly number[]): string =>
  typeof value === 'number' ? String(value) : `'{${value.join(',')}}'`
