// A popularity source that reads JSON from a URL: `[{"universe_id":1,"rank":1,"score":1.0}]` (API-38).
import { Agent, request } from 'undici'
import { z } from 'zod'
import type { Clock } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import { USER_AGENT } from '../domain/ports/platform.js'
import type { Popularity } from '../domain/ports/popularity.js'
import { cachedPopularity, type Places } from './refreshing.js'

const POPULARITY_TIMEOUT_MS = 10_000
const MAX_POPULARITY_BYTES = 16 * 1024 * 1024

const answer = z.array(
  z.object({ universe_id: z.int().positive(), rank: z.int().positive(), score: z.number().nonnegative() }),
)

export function httpJsonPopularity(url: string, deps: { readonly clock: Clock; readonly log: Log }): Popularity {
  const agent = new Agent({
    connect: { timeout: POPULARITY_TIMEOUT_MS },
    headersTimeout: POPULARITY_TIMEOUT_MS,
    bodyTimeout: POPULARITY_TIMEOUT_MS,
    maxResponseSize: MAX_POPULARITY_BYTES,
  })
  const read = async (): Promise<Places> => {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      headers: { accept: 'application/json', 'user-agent': USER_AGENT },
      signal: AbortSignal.timeout(POPULARITY_TIMEOUT_MS),
    })
    if (statusCode !== 200) {
      await body.dump()
      throw new Error(`The popularity source answered ${statusCode}.`)
    }
    const rows = answer.parse(await body.json())
    return new Map(rows.map(({ universe_id, rank, score }) => [universe_id, { rank, score }]))
  }
  return cachedPopularity(read, { ...deps, source: new URL(url).host, close: () => agent.destroy() })
}
