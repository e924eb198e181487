// Builds invalid and unusual requests from random numbers: the bytes to send, and the parts that they were made of.
import type { Random } from './random.js'
import { DATES, FORMATS, FORMS, HEADERS, HOSTS, LEGACY, METHODS, NAMES, ODD, OTHERS } from './words.js'

export interface FuzzInputs {
  /** Valid keys of several kinds of accounts, and invalid ones. */
  readonly keys: readonly string[]
  /** Internal ids and universe ids, of the account itself and of others. */
  readonly ids: readonly number[]
}

export interface FuzzRequest {
  readonly method: string
  readonly target: string
  /** The bytes as they are sent. */
  readonly bytes: Buffer
  /** Whether the bytes are deliberately not valid HTTP. */
  readonly isBroken: boolean
}

export function makeRequest(random: Random, inputs: FuzzInputs): FuzzRequest {
  const method = random.pick(METHODS)
  const target = encodeTarget(pathOf(random, inputs) + queryOf(random, inputs))
  const body = bodyOf(random, method)
  const host = random.chance(0.05) ? random.pick(HOSTS) : 'localhost'
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...keyLines(random, inputs), ...oddLines(random)]
  const head = Buffer.from(`${[...lines, ...body.lines, 'Connection: close'].join('\r\n')}\r\n\r\n`, 'latin1')
  const bytes = Buffer.concat([head, body.bytes])
  return random.chance(0.06)
    ? broken(random, { method, target, bytes, isBroken: true })
    : { method, target, bytes, isBroken: false }
}

/**
 * Keeps the characters that a URL may contain and escapes all other bytes, because the request line must stay one line.
 */
const encodeTarget = (text: string): string =>
  text.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.replace(/[\ud800-\udfff]/gu, '?'))).slice(0, 12_000)

function pathOf(random: Random, { ids }: FuzzInputs): string {
  const id = () => (random.chance(0.6) ? `${random.pick(ids)}` : random.pick(ODD))
  const kind = random.next()
  if (kind < 0.55) {
    const paths = [
      '/games',
      `/games/${id()}/stats`,
      '/games/summary',
      `/games/${id()}/summary`,
      `/games/${id()}/export`,
      '/user',
      '/usage',
      '/rankings',
      '/openapi.json',
      `/${id()}`,
      `/games/${id()}`,
    ]
    return `/api/v1${random.pick(paths)}`
  }
  if (kind < 0.9) return random.pick(FORMS) + random.pick(LEGACY) + (random.chance(0.5) ? `/${id()}` : '')
  return random.pick(OTHERS) + (random.chance(0.2) ? random.pick(ODD) : '')
}

function queryOf(random: Random, { ids }: FuzzInputs): string {
  if (random.chance(0.25)) return ''
  const value = () => {
    const kind = random.next()
    if (kind < 0.4) return random.pick(DATES)
    if (kind < 0.6) return `${random.pick(ids)}`
    return kind < 0.7 ? random.pick(FORMATS) : random.pick(ODD).replace(/[&#]/g, '')
  }
  const range = random.chance(0.4) ? ['start_date=2026-06-16', 'end_date=2026-06-17'] : []
  const more = Array.from(
    { length: random.below(4) },
    () => `${random.pick(NAMES)}${random.chance(0.05) ? '[]' : ''}=${value()}`,
  )
  return `?${[...range, ...more].join('&')}`
}

function keyLines(random: Random, { keys }: FuzzInputs): string[] {
  const kind = random.next()
  if (kind < 0.15) return []
  const key = random.pick(keys)
  if (kind < 0.6) return [`X-API-Key: ${key}`]
  if (kind < 0.8)
    return [`${random.pick(['Authorization', 'authorization'])}: ${random.pick(['Bearer', 'bearer'])} ${key}`]
  if (kind < 0.9) return [`X-API-Key: ${key}`, `Authorization: Bearer ${random.pick(keys)}`]
  return [`Authorization: ${random.pick(['Basic dTpw', 'Bearer', 'Bearer  ', 'Digest x', key])}`]
}

const oddLines = (random: Random): string[] =>
  Array.from({ length: random.below(4) }, () => {
    const [name, values] = random.pick(HEADERS)
    return `${name}: ${random.pick(values)}`
  })

function bodyOf(random: Random, method: string): { readonly lines: string[]; readonly bytes: Buffer } {
  const isUsual = method !== 'GET' && method !== 'HEAD'
  if (!random.chance(isUsual ? 0.5 : 0.05)) return { lines: [], bytes: Buffer.alloc(0) }
  const bytes = Buffer.from(
    random.pick(['{}', '{"a":', '[]', 'x'.repeat(5_000), '\u0000\u0001', '{"__proto__":{"a":1}}']),
  )
  if (random.chance(0.7)) return { lines: [`Content-Length: ${bytes.length}`], bytes }
  const chunked = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])
  return { lines: ['Transfer-Encoding: chunked'], bytes: chunked }
}

/** The same request with an error in its bytes. */
function broken(random: Random, request: FuzzRequest): FuzzRequest {
  const text = request.bytes.toString('latin1')
  const wrong = [
    () => text.replace('HTTP/1.1', random.pick(['HTTP/9.9', 'HTTP/1.1 x', 'HTTX', ''])),
    () =>
      text.replace(
        'Host: localhost\r\n',
        random.pick(['', 'Host\r\n', ': x\r\n', 'Host: a\r\nHost: b\r\n', 'Ho st: x\r\n']),
      ),
    () => `${text.slice(0, random.below(text.length))}\r\n\r\n`,
    () => `${random.pick(['BREW', 'get', '\u0000', 'G E T', 'PRI'])}${text.slice(text.indexOf(' '))}`,
    () => text.replace('\r\n', `\r\nX-Long: ${'a'.repeat(20_000)}\r\n`),
    () => text.replace('\r\n', '\r\nContent-Length: 5\r\nContent-Length: 6\r\n'),
    () => text.replace('\r\n', '\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
    () => text.replace('\r\n', '\r\nTransfer-Encoding: chunked\r\n').concat('zz\r\n'),
    () => text.replaceAll('\r\n', '\n'),
    () =>
      text.replace(
        request.target,
        random.pick(['http://[::1/api/v1/games', 'http://x/api/v1/games', 'api/v1/games', '', 'mailto:x', 'http://']),
      ),
    () => String.fromCharCode(...Array.from({ length: 200 }, () => random.below(256))),
  ]
  return { ...request, bytes: Buffer.from(random.pick(wrong)(), 'latin1') }
}
