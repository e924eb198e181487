// Writes answers as JSON. Long lists are written a part at a time, so that a request for thousands of games never stops
// the others.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Records of games that are made or written between two turns of the event loop: about a millisecond. */
export const RECORD_BATCH_SIZE = 200

/** The same text as JSON.stringify, in parts. The values must be those that zod lets through: no functions. */
export async function jsonParts(body: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  if (!Object.values(body).some(isLong)) return [JSON.stringify(body)]
  const parts: string[] = []
  let begin = '{'
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    parts.push(`${begin}${JSON.stringify(name)}:`)
    begin = ','
    if (isLong(value)) for await (const part of listParts(value)) parts.push(part)
    else parts.push(JSON.stringify(value))
  }
  return [...parts, '}']
}

const isLong = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > RECORD_BATCH_SIZE

async function* listParts(list: readonly unknown[]): AsyncGenerator<string> {
  for (let from = 0; from < list.length; from += RECORD_BATCH_SIZE) {
    const text = JSON.stringify(list.slice(from, from + RECORD_BATCH_SIZE))
    const isLast = from + RECORD_BATCH_SIZE >= list.length
    yield `${from === 0 ? '[' : ''}${text.slice(1, -1)}${isLast ? ']' : ','}`
    await yieldToEventLoop()
  }
}
