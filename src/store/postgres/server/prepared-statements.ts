// Statements that each connection prepares once. A read takes about ten of them, and to plan one takes the server longer than to
// answer it. They are sent as text, several in one message, which the driver's own prepared statements are not.
import type pg from 'pg'

/** `$1` … in `text` have these types. The name must be unique in the program. */
export interface PreparedStatement {
  readonly name: string
  readonly types: readonly ('bigint' | 'int' | 'bigint[]' | 'int[]')[]
  readonly text: string
}

export interface StatementCall {
  readonly statement: PreparedStatement
  readonly values: readonly (number | readonly number[])[]
}

const prepared = new WeakMap<pg.ClientBase, Set<string>>()
/** Connections where a statement failed in the message that was to prepare others, so that it is unknown which exist. */
const unsure = new WeakSet<pg.ClientBase>()

/** Whether the connection can no longer be used, because it is not known which statements it has. */
export const isUnsureOfStatements = (client: pg.ClientBase): boolean => unsure.has(client)

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
  try {
    const results: pg.QueryResult<object> | pg.QueryResult<object>[] = await client.query<object>(text)
    return [results].flat().flatMap(({ command, rows }) => (command === 'PREPARE' ? [] : [rows]))
  } catch (error) {
    if (known.size > before) unsure.add(client)
    throw error
  }
}

function textsOf({ statement: { name, types, text }, values }: StatementCall, known: Set<string>): string[] {
  const list = (items: readonly string[]): string => (items.length === 0 ? '' : `(${items.join(', ')})`)
  const execute = `EXECUTE ${name}${list(values.map(literalOf))}`
  if (known.has(name)) return [execute]
  known.add(name)
  return [`PREPARE ${name}${list(types)} AS ${text}`, execute]
}

const literalOf = (value: number | readonly number[]): string =>
  typeof value === 'number' ? String(value) : `'{${value.join(',')}}'`
