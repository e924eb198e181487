// Sends a response, or breaks it as a fault requires.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallResponse } from './call.js'
import type { SimulatorFault } from './options.js'

const MAX_BODY_BYTES = 1_000_000

export const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_BODY_BYTES) throw new RangeError('The body is too large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Undefined for anything that is not JSON; each call then reports what is missing. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

export const sendAnswer = (response: ServerResponse, { status, body, type, headers }: CallResponse): void => {
  const isJson = type === undefined
  const bytes = isJson ? Buffer.from(JSON.stringify(body)) : Buffer.isBuffer(body) ? body : Buffer.from(String(body))
  response.writeHead(status, {
    'content-type': type ?? 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  })
  response.end(bytes)
}

export const sendFault = async (response: ServerResponse, fault: SimulatorFault): Promise<void> => {
  if (fault.delayMs !== undefined) await wait(fault.delayMs)
  if (fault.hang) return
  if (fault.reset) {
    response.socket?.resetAndDestroy()
    return
  }
  const bytes = Buffer.isBuffer(fault.body) ? fault.body : Buffer.from(fault.body ?? '')
  response.writeHead(fault.status ?? 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...fault.headers,
  })
  if (fault.trickleMs !== undefined) return trickle(response, bytes, fault.trickleMs)
  if (!fault.truncate) {
    response.end(bytes)
    return
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy())
}

async function trickle(response: ServerResponse, bytes: Buffer, pauseMs: number): Promise<void> {
  for (const byte of bytes) {
    if (response.destroyed) return
    response.write(Uint8Array.of(byte))
    await wait(pauseMs)
  }
  response.end()
}
