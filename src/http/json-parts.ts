// Writes answers as JSON. Long lists are written a part at a time, so that a request for thousands of games never stops
// the others.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Records of games that are made or written between two turns of the event loop: about a millisecond. */
export const RECORD_BATCH_SIZE = 200

/** The same of numbers and short texts. */
const VALUE_BATCH_SIZE = 2_000
/** Lists deeper inside are short: a series has its columns at the third level. */
const MAX_LIST_DEPTH = 5

/** The same text as JSON.stringify, in parts. The values must be those that zod lets through: no functions. */
export async function jsonParts(body: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  if (!holdsLong(body, MAX_LIST_DEPTH)) return [JSON.stringify(body)]
  const parts: string[] = []
  for await (const part of partsOf(body, MAX_LIST_DEPTH)) parts.push(part)
  return parts
}

type JsonRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > batchSizeOf(value)

const batchSizeOf = ([first]: readonly unknown[]): number =>
  typeof first === 'object' && first !== null ? RECORD_BATCH_SIZE : VALUE_BATCH_SIZE

function holdsLong(value: unknown, depth: number): value is readonly unknown[] | JsonRecord {
  if (isLong(value)) return true
  return isRecord(value) && depth > 0 && Object.values(value).some((one) => holdsLong(one, depth - 1))
}

async function* partsOf(value: unknown, depth: number): AsyncGenerator<string> {
  if (isLong(value)) yield* listParts(value)
  else if (isRecord(value) && holdsLong(value, depth)) yield* recordParts(value, depth - 1)
  else yield JSON.stringify(value)
}

async function* recordParts(record: JsonRecord, depth: number): AsyncGenerator<string> {
  let begin = '{'
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue
    yield `${begin}${JSON.stringify(name)}:`
    begin = ','
    yield* partsOf(value, depth)
  }
  yield '}'
}

async function* listParts(list: readonly unknown[]): AsyncGenerator<string> {
  const size = batchSizeOf(list)
  for (let from = 0; from < list.length; from += size) {
    const text = JSON.stringify(list.slice(from, from + size))
    const isLast = from + size >= list.length
    yield `${from === 0 ? '[' : ''}${text.slice(1, -1)}${isLast ? ']' : ','}`
    await yieldToEventLoop()
  }
}
