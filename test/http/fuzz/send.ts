// Sends bytes over a socket of their own and reads what comes back as HTTP, without help from a client that would mend it.
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { FuzzRequest } from './requests.js'

export interface FuzzResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `cut`: the line ended before a whole answer. `hang`: nothing ended it in time. */
export type FuzzOutcome = FuzzResponse | 'cut' | 'hang'

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
}

/** Half closed after that long, a request that ends too early is one whose end is heard. */
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

/** The first whole answer in the bytes; of 100 Continue nothing remains. */
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
  // HEAD has the header and no chunk.
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
