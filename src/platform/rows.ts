// One batch of details or votes, asked and read row by row: a bad row must not spoil the other 49.
import type { Deadline, PlatformHttp, PlatformResponse } from './http.js'
import { type GameDetailsRow, gameDetailsRow, listAnswer, type VotesRow, votesRow } from './schemas.js'

export interface DetailsAnswer {
  /** Without placeholders. */
  readonly rows: readonly GameDetailsRow[]
  /** Rows of a wrong form. */
  readonly unreadable: number
}

export interface VotesAnswer {
  readonly rows: readonly VotesRow[]
}

/** PLATFORM-8. */
export async function askDetails(
  http: PlatformHttp,
  batch: readonly number[],
  deadline: Deadline,
): Promise<DetailsAnswer> {
  const answer = await ask(http, { endpoint: 'games:details', path: '/v1/games', batch }, deadline)
  const parsed = answer.body.data.map((row) => gameDetailsRow.safeParse(row))
  const rows = parsed.flatMap((row) => (row.success && isShown(row.data) ? [row.data] : []))
  return { rows, unreadable: parsed.filter((row) => !row.success).length }
}

/** PLATFORM-12. */
export async function askVotes(http: PlatformHttp, batch: readonly number[], deadline: Deadline): Promise<VotesAnswer> {
  const answer = await ask(http, { endpoint: 'games:votes', path: '/v1/games/votes', batch }, deadline)
  const rows = answer.body.data.flatMap((row) => {
    const parsed = votesRow.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
  return { rows }
}

/** A literal comma list: whether the platform reads %2C is not known (PLATFORM-2). */
const ask = (
  http: PlatformHttp,
  call: { readonly endpoint: string; readonly path: string; readonly batch: readonly number[] },
  deadline: Deadline,
): Promise<PlatformResponse<{ data: unknown[] }>> =>
  http.ask(
    {
      endpoint: call.endpoint,
      service: 'games',
      path: `${call.path}?universeIds=${call.batch.join(',')}`,
      answer: listAnswer,
    },
    deadline,
  )

/** PLATFORM-8: branch on these two, never on the text. */
const isShown = (row: GameDetailsRow): boolean => row.id !== 0 && row.isContentRestricted !== true
