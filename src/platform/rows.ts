// Requests one batch of details or votes and validates it row by row, so that one invalid row does not affect the other 49.
import type { PlatformHttp, PlatformResponse } from './http.js'
import type { Deadline } from './outgoing/deadline.js'
import { rowReader } from './schemas/row-reader.js'
import { type GameDetailsRow, gameDetailsRow, isPlaceholder, type VotesRow, votesRow } from './schemas/universes.js'
import { listAnswer } from './schemas/wire.js'

export interface DetailsAnswer {
  /** The rows without placeholders. */
  readonly rows: readonly GameDetailsRow[]
  /** The number of rows that do not match the schema. */
  readonly unreadable: number
  /** Whether it has rows, and they are unreadable or of universes that were not requested. */
  readonly isMalformed: boolean
}

export interface VotesAnswer {
  readonly rows: readonly VotesRow[]
}

/** The key of the rate limit of the details. */
export const DETAILS = 'games:details'
export const VOTES = 'games:votes'

const readDetails = rowReader(gameDetailsRow)
const readVotes = rowReader(votesRow)

/** PLATFORM-8: requests the details of a batch. */
export async function askDetails(
  http: PlatformHttp,
  batch: readonly number[],
  deadline: Deadline,
  tries?: number,
): Promise<DetailsAnswer> {
  const answer = await ask(http, { endpoint: DETAILS, path: '/v1/games', batch, tries }, deadline)
  const gameRows = answer.body.data.filter((row) => !isPlaceholder(row))
  const rows = gameRows.map(readDetails).filter((row) => row !== undefined)
  const unreadable = gameRows.length - rows.length
  return { rows, unreadable, isMalformed: unreadable > 0 || rows.some(({ id }) => !batch.includes(id)) }
}

/** PLATFORM-12: requests the votes of a batch. */
export async function askVotes(http: PlatformHttp, batch: readonly number[], deadline: Deadline): Promise<VotesAnswer> {
  const answer = await ask(http, { endpoint: VOTES, path: '/v1/games/votes', batch }, deadline)
  return { rows: answer.body.data.map(readVotes).filter((row) => row !== undefined) }
}

interface BatchCall {
  readonly endpoint: string
  readonly path: string
  readonly batch: readonly number[]
  readonly tries?: number | undefined
}

/** The commas are not escaped: whether the platform accepts %2C is not known (PLATFORM-2). */
const ask = (http: PlatformHttp, call: BatchCall, deadline: Deadline): Promise<PlatformResponse<{ data: unknown[] }>> =>
  http.ask(
    {
      endpoint: call.endpoint,
      service: 'games',
      path: `${call.path}?universeIds=${call.batch.join(',')}`,
      answer: listAnswer,
      tries: call.tries,
      isOpenToAll: true,
    },
    deadline,
  )
