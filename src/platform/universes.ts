// Universes as the platform shows them: details and votes in batches, and what became of those that are missing.
import type { Patience, Reading, Readings } from '../domain/ports/platform.js'
import type { UniverseFacts } from '../domain/universe.js'
import { Batches } from './batches.js'
import { existence, type MissingReason, reasonOf } from './existence.js'
import { type Deadline, deadlineIn, type PlatformHttp } from './http.js'
import { type GameDetailsRow, gameDetailsRow, listAnswer, type VotesRow, votesRow } from './schemas.js'

/** At most so many universes are asked for a second time in a tick: a platform that hides many must not eat the budget. */
const SECOND_LOOKS = 100

export class Universes {
  private readonly detailBatches = new Batches()
  private readonly voteBatches = new Batches()
  /** What a missing universe was found to be, for those over the limit of second looks. */
  private readonly verdicts = new Map<number, MissingReason>()

  constructor(private readonly http: PlatformHttp) {}

  async read(ids: readonly number[], patience: Patience): Promise<Readings> {
    const deadline = deadlineIn(patience)
    const details = new Map<number, GameDetailsRow>()
    const votes = new Map<number, VotesRow>()
    const missing = new Map<number, MissingReason>()
    let clockSkewMs: number | null = null
    let trouble: unknown
    const readDetails = this.detailBatches.each(
      ids,
      async (batch) => {
        const answer = await this.details(batch, deadline)
        clockSkewMs ??= answer.clockSkewMs
        for (const row of answer.rows) if (!details.has(row.id)) details.set(row.id, row)
      },
      (batch, error) => {
        trouble ??= error
        for (const id of batch) missing.set(id, reasonOf(error))
      },
    )
    const readVotes = this.voteBatches.each(
      ids,
      async (batch) => {
        for (const row of await this.votes(batch, deadline)) votes.set(row.id, row)
      },
      // Details without votes are a sample with null votes (contract §1).
      (_, error) => {
        trouble ??= error
      },
    )
    await Promise.all([readDetails, readVotes])
    await this.lookAgain(
      ids.filter((id) => !details.has(id) && !missing.has(id)),
      deadline,
      details,
      missing,
    )
    const read = ids.flatMap((id) => readingOf(details.get(id), votes.get(id)))
    return { read, missing, trouble, clockSkewMs }
  }

  async find(id: number, patience: Patience): Promise<UniverseFacts | undefined> {
    const deadline = deadlineIn(patience)
    const { rows } = await this.details([id], deadline)
    const row = rows.find((candidate) => candidate.id === id)
    if (row) return factsOf(row)
    const known = await existence(this.http, id, deadline)
    return known && { id, name: known.name, rootPlaceId: known.rootPlaceId ?? 0, updatedAt: null, condition: 'hidden' }
  }

  /** Any universe will do, known or not: the answer's form and its date are what counts. */
  async probe(patience: Patience): Promise<number | null> {
    return (await this.details([1], deadlineIn(patience))).clockSkewMs
  }

  /** upstream 3.1: a normal universe now and then comes as a placeholder; asked singly it does not. */
  private async lookAgain(
    ids: readonly number[],
    deadline: Deadline,
    details: Map<number, GameDetailsRow>,
    missing: Map<number, MissingReason>,
  ): Promise<void> {
    for (const id of ids.slice(SECOND_LOOKS)) missing.set(id, this.verdicts.get(id) ?? 'platform error')
    const queue = ids.slice(0, SECOND_LOOKS)
    const worker = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        const found = await this.secondLook(id, deadline)
        if (typeof found === 'string') {
          missing.set(id, found)
          this.verdicts.set(id, found)
        } else {
          details.set(id, found)
          this.verdicts.delete(id)
        }
      }
    }
    await Promise.all([worker(), worker(), worker(), worker()])
  }

  private async secondLook(id: number, deadline: Deadline): Promise<GameDetailsRow | MissingReason> {
    try {
      const { rows, refused } = await this.details([id], deadline)
      const row = rows.find((candidate) => candidate.id === id)
      if (row) return row
      if (refused > 0) return 'platform error'
      return (await existence(this.http, id, deadline)) ? 'hidden' : 'gone'
    } catch (error) {
      return reasonOf(error)
    }
  }

  /** upstream 1. Rows that are placeholders are left out; `refused` counts those that could not be read. */
  private async details(batch: readonly number[], deadline: Deadline) {
    const answer = await this.http.ask(
      {
        endpoint: 'games:details',
        service: 'games',
        path: `/v1/games?universeIds=${batch.join(',')}`,
        answer: listAnswer,
      },
      deadline,
    )
    const parsed = answer.body.data.map((row) => gameDetailsRow.safeParse(row))
    const rows = parsed.flatMap((row) => (row.success && isShown(row.data) ? [row.data] : []))
    return { rows, refused: parsed.filter((row) => !row.success).length, clockSkewMs: answer.clockSkewMs }
  }

  /** upstream 2. */
  private async votes(batch: readonly number[], deadline: Deadline): Promise<VotesRow[]> {
    const answer = await this.http.ask(
      {
        endpoint: 'games:votes',
        service: 'games',
        path: `/v1/games/votes?universeIds=${batch.join(',')}`,
        answer: listAnswer,
      },
      deadline,
    )
    return answer.body.data.flatMap((row) => {
      const parsed = votesRow.safeParse(row)
      return parsed.success ? [parsed.data] : []
    })
  }
}

/** upstream 3.1: branch on these two, never on the text. */
const isShown = (row: GameDetailsRow): boolean => row.id !== 0 && row.isContentRestricted !== true

const factsOf = (row: GameDetailsRow): UniverseFacts => ({
  id: row.id,
  name: row.name ?? '',
  rootPlaceId: row.rootPlaceId ?? 0,
  updatedAt: row.updated === undefined ? null : Date.parse(row.updated),
  condition: 'shown',
})

function readingOf(row: GameDetailsRow | undefined, votes: VotesRow | undefined): Reading[] {
  if (!row) return []
  return [
    {
      facts: factsOf(row),
      ccu: row.playing,
      visits: row.visits,
      favorites: row.favoritedCount,
      likes: votes?.upVotes ?? null,
      dislikes: votes?.downVotes ?? null,
    },
  ]
}
