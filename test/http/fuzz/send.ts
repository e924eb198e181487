// Sends bytes over a socket and parses the HTTP response itself, because an HTTP client would correct the bytes.
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { FuzzRequest } from './requests.js'

export interface FuzzResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `cut`: the connection ended before a complete response. `hang`: it did not end in time. */
export type FuzzOutcome = FuzzResponse | 'cut' | 'hang'

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
}

/** After this time, the client ends its side, so that the server notices an incomplete request. */
const HALF_CLOSE_MS = 100

export async function send(port: number, { bytes, isBroken }: FuzzRequest, withinMs: number): Promise<FuzzOutcome> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  const ended = new Promise<boolean>((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', () => resolve(true))
    socket.once('close', () => resolve(true))
    socket.once('end', () => resolve(true))
    setTimeout(() => resolve(false), withinMs).unref()
  })
  socket.write(bytes)
  if (isBroken) setTimeout(() => socket.end(), HALF_CLOSE_MS)
  const isEnded = await ended
  socket.destroy()
  return isEnded ? readAnswer(Buffer.concat(chunks)) : 'hang'
}

/** Parses the first complete response and skips a 100 Continue. */
function readAnswer(bytes: Buffer): FuzzResponse | 'cut' {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return 'cut'
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const rest = bytes.subarray(end + 4)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  if (status === 100) return readAnswer(rest)
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const whole = headers['transfer-encoding'] === 'chunked' ? unchunk(rest) : ofLength(rest, headers['content-length'])
  if (!whole) return 'cut'
  const decode = DECODERS[headers['content-encoding'] ?? '']
  return { status, headers, body: (decode && whole.length > 0 ? decode(whole) : whole).toString() }
}

const ofLength = (bytes: Buffer, length: string | undefined): Buffer | undefined => {
  if (length === undefined || bytes.length === 0) return bytes
  return bytes.length < Number(length) ? undefined : bytes.subarray(0, Number(length))
}

function unchunk(bytes: Buffer): Buffer | undefined {
  const pieces: Buffer[] = []
  // A response to HEAD has no chunks.
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = end < 0 ? Number.NaN : Number.parseInt(bytes.subarray(at, end).toString(), 16)
    if (Number.isNaN(size) || bytes.length < end + 4 + size) return undefined
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 4 + size
  }
  return bytes.length === 0 ? bytes : undefined
}
