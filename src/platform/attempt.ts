// Makes one attempt of a call. The schema validates the body of its response.
import type { Agent } from 'undici'
import type { z } from 'zod'
import { USER_AGENT } from '../domain/ports/platform.js'
import { type ExchangeLimits, exchange } from './exchange.js'
import { PlatformFailure } from './failure.js'
import { legacyErrorBody } from './schemas/errors.js'

export interface UpstreamRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly agent: Agent
}

export interface UpstreamResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as parsed by the schema; throws a PlatformFailure for anything else. */
  accept<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>
}

export async function attempt(call: UpstreamRequest, limits: ExchangeLimits): Promise<UpstreamResponse> {
  const hasBody = call.body !== undefined
  const { origin, pathname, search } = new URL(call.url)
  const answer = await exchange(
    call.agent,
    {
      origin,
      path: pathname + search,
      method: call.method ?? 'GET',
      headers: {
        'user-agent': USER_AGENT,
        accept: 'application/json',
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...call.headers,
      },
      body: hasBody ? JSON.stringify(call.body) : null,
    },
    limits,
  )
  const { status, body } = answer
  const headers = firstValues(answer.headers)
  return { status, headers, accept: (schema) => accept(schema, status, textOf(body), call.url) }
}

/** Without the mark with which some servers begin a text in UTF-8. */
function textOf(body: Buffer): string {
  const text = body.toString()
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function accept<Schema extends z.ZodType>(schema: Schema, status: number, text: string, url: string): z.infer<Schema> {
  if (status < 200 || status > 299) throw rejection(status, text, url)
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new PlatformFailure('garbage', `The platform's answer to ${url} is not of the expected form.`, {
    status,
    cause: parsed.error,
  })
}

function rejection(status: number, text: string, url: string): PlatformFailure {
  const body = legacyErrorBody.safeParse(parseJson(text))
  const first = body.success ? body.data.errors[0] : undefined
  const details = { status, ...(first ? { code: first.code, platformText: first.message } : {}) }
  const kind = status === 429 ? 'busy' : status >= 500 ? 'unreachable' : 'rejected'
  return new PlatformFailure(kind, `The platform answered ${status} to ${url}.`, details)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function firstValues(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> {
  const flat: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(headers)) flat[name] = Array.isArray(value) ? value[0] : value
  return flat
}
