// Reads universes from the platform: details and votes in batches, and the reason for each missing universe.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type {
  AddressState,
  CallDeadline,
  PlatformReadings,
  PlatformState,
  UniverseReading,
} from '../domain/ports/platform.js'
import type { UniverseFacts } from '../domain/universe.js'
import { Batches, toBatches } from './batches.js'
import type { Budget } from './budget.js'
import { isProvenHidden, readExistence } from './existence.js'
import { type MissingReason, PlatformFailure, reasonOf } from './failure.js'
import type { PlatformHttp } from './http.js'
import { MissingRechecks } from './missing-rechecks.js'
import { sumOfKnown } from './outgoing/address-pool.js'
import { deadlineIn } from './outgoing/deadline.js'
import type { LocalAddress } from './outgoing/local-address.js'
import { askDetails, askVotes, DETAILS, VOTES } from './rows.js'
import type { GameDetailsRow, VotesRow } from './schemas/universes.js'

/** The maximum number of calls a minute for counting universes that are not tracked. */
const MAX_COUNT_CALLS = 2
const READING_BATCH_SIZE = 1_000

export class Universes {
  private readonly detailBatches: Batches
  private readonly voteBatches: Batches
  private readonly rechecks: MissingRechecks

  constructor(private readonly http: PlatformHttp) {
    this.detailBatches = new Batches(http.addresses.length)
    this.voteBatches = new Batches(http.addresses.length)
    this.rechecks = new MissingRechecks(http)
  }

  /** `absent`: the universes that were not shown at the last reading either. */
  async read(ids: readonly number[], limit: CallDeadline, absent: ReadonlySet<number>): Promise<PlatformReadings> {
    const deadline = deadlineIn(limit)
    const details = new Map<number, GameDetailsRow>()
    const votes = new Map<number, VotesRow>()
    const missing = new Map<number, MissingReason>()
    const unconfirmed = new Set<number>()
    let firstError: unknown
    let hasAnswer = false
    let isMalformed = false
    const readDetails = this.detailBatches.each(
      ids,
      async (batch) => {
        const answer = await askDetails(this.http, batch, deadline)
        hasAnswer = true
        isMalformed ||= answer.isMalformed
        for (const row of answer.rows) if (!details.has(row.id)) details.set(row.id, row)
        if (batch.some((id) => details.has(id))) return
        for (const id of batch) if (!absent.has(id)) unconfirmed.add(id)
      },
      (batch, error) => {
        firstError ??= error
        for (const id of batch) missing.set(id, reasonOf(error))
      },
    )
    const readVotes = this.voteBatches.each(
      ids,
      async (batch) => {
        const answer = await askVotes(this.http, batch, deadline)
        for (const row of answer.rows) votes.set(row.id, row)
      },
      // Details without votes become a sample with null votes (DATA-3).
      (_, error) => {
        firstError ??= error
      },
    )
    await Promise.all([readDetails, readVotes])
    await yieldToEventLoop()
    if (!hasAnswer) attributeToPlatform(missing)
    const unseen = ids.filter((id) => !details.has(id) && !missing.has(id))
    // PROCESS-41: what has failed for long is not asked again, game by game.
    if (isMalformed && unseen.length === ids.length && this.http.isBackingOff(DETAILS))
      for (const id of unseen) missing.set(id, 'platform error')
    else await this.rechecks.recheck(unseen, deadline, { details, missing, unconfirmed })
    const unexplained = [...unconfirmed].filter((id) => missing.get(id) === 'platform error').length
    if (unexplained > 0)
      firstError ??= new PlatformFailure('garbage', 'The platform answered a batch of universes with none of them.')
    const readings = await readingsOf(ids, details, votes)
    // One game that is not shown, which the platform does not explain, is no failure of all calls; several at once are.
    const isUsable = readings.length > 0 || !(isMalformed || unexplained > 1)
    if (hasAnswer) this.http.recordContent(DETAILS, isUsable)
    return { read: readings, missing, error: firstError }
  }

  /** The sum of the addresses that work; where none does, of all, because the failure is the platform's. */
  capacity(withinMs: number): number | undefined {
    const working = this.http.addresses.filter(({ circuit }) => circuit.isClosed)
    const counted = working.length === 0 ? this.http.addresses : working
    return sumOfKnown(counted.map((one) => this.universesOf(one, (budget) => budget.callsWithin(withinMs))))
  }

  state(): PlatformState {
    return this.http.state([DETAILS, VOTES])
  }

  /** The addresses that the operator named; none where the system chooses. */
  addresses(): AddressState[] {
    return this.http.addresses.flatMap((one) => {
      const { address, circuit } = one
      if (address === undefined) return []
      const universesLeft = this.universesOf(one, (budget) => budget.available())
      return [
        {
          address,
          state: stateOf(one),
          ...(universesLeft !== undefined && { universesLeft }),
          ...(circuit.failure !== undefined && { detail: circuit.failure }),
        },
      ]
    })
  }

  /** Each batch of universes takes one call for details and one for votes. */
  private universesOf(from: LocalAddress, callsOf: (budget: Budget) => number | undefined): number | undefined {
    const known = [
      { calls: callsOf(from.budget(DETAILS)), size: this.detailBatches.size },
      { calls: callsOf(from.budget(VOTES)), size: this.voteBatches.size },
    ].flatMap(({ calls, size }) => (calls === undefined ? [] : [calls * size]))
    return known.length === 0 ? undefined : Math.min(...known)
  }

  async find(id: number, limit: CallDeadline): Promise<UniverseFacts | undefined> {
    const deadline = deadlineIn(limit)
    const { rows, unreadable } = await askDetails(this.http, [id], deadline)
    const row = rows.find((candidate) => candidate.id === id)
    if (row) return factsOf(row)
    // The universe is shown but cannot be read, so it is neither hidden nor gone.
    if (unreadable > 0) throw new PlatformFailure('garbage', `The details of universe ${id} could not be read.`)
    const known = await readExistence(this.http, id, deadline)
    if (!known) return undefined
    // Missing details alone may be a failure of the platform, so the next tick decides.
    const isHidden = await isProvenHidden(this.http, known, deadline).catch(() => false)
    const condition = isHidden ? 'hidden' : 'shown'
    return { id, name: known.name, rootPlaceId: known.rootPlaceId ?? 0, updatedAt: null, condition }
  }

  /** INSIGHTS-21: the universes of the ticks have precedence, so nothing is repeated and calls are left for them. */
  async countPlayers(ids: readonly number[], limit: CallDeadline): Promise<Map<number, number>> {
    const deadline = deadlineIn(limit)
    const batches = toBatches(ids, this.detailBatches.size).slice(0, MAX_COUNT_CALLS)
    if (!this.http.budgets(DETAILS).some((budget) => budget.hasSpare(batches.length)))
      throw new PlatformFailure('busy', 'The limit of the details leaves no call for universes that are not tracked.')
    const answers = await Promise.all(batches.map((batch) => askDetails(this.http, batch, deadline, 1)))
    const requested = new Set(batches.flat())
    const rows = answers.flatMap((answer) => answer.rows).filter(({ id }) => requested.has(id))
    return new Map(rows.map(({ id, playing }) => [id, playing]))
  }

  /** Any universe id will do, known or not, because only the form and the date of the response matter. */
  async probe(limit: CallDeadline): Promise<void> {
    await askDetails(this.http, [1], deadlineIn(limit))
  }

  /** A failed call does not reject the promise; the state of its address reports it. */
  async probeAddresses(limit: CallDeadline): Promise<AddressState[]> {
    const deadline = deadlineIn(limit)
    const calls = this.http.addresses.map((one) => askDetails(this.http.only(one), [1], deadline, 1))
    await Promise.allSettled(calls)
    return this.addresses()
  }
}

function stateOf(one: LocalAddress): AddressState['state'] {
  if (!one.circuit.isClosed) return 'failing'
  if (one.isUnused) return 'waiting'
  return [DETAILS, VOTES].some((endpoint) => one.budget(endpoint).isRejected()) ? 'limited' : 'running'
}

/** If every request failed, requests that were not made in time get that failure as their reason too. */
function attributeToPlatform(missing: Map<number, MissingReason>): void {
  if (![...missing.values()].includes('platform error')) return
  for (const [id, reason] of missing) if (reason === 'late') missing.set(id, 'platform error')
}

const factsOf = (row: GameDetailsRow): UniverseFacts => ({
  id: row.id,
  name: row.name ?? '',
  rootPlaceId: row.rootPlaceId ?? 0,
  updatedAt: row.updated === undefined ? null : Date.parse(row.updated),
  condition: 'shown',
  creator: row.creator
    ? { kind: row.creator.type === 'Group' ? 'group' : 'user', id: row.creator.id, name: row.creator.name }
    : null,
})

/** In parts: each takes about a millisecond, and several while the code is new. */
async function readingsOf(
  ids: readonly number[],
  details: ReadonlyMap<number, GameDetailsRow>,
  votes: ReadonlyMap<number, VotesRow>,
): Promise<UniverseReading[]> {
  const readings: UniverseReading[] = []
  for (const [index, id] of ids.entries()) {
    if (index % READING_BATCH_SIZE === READING_BATCH_SIZE - 1) await yieldToEventLoop()
    const row = details.get(id)
    if (row) readings.push(readingOf(row, votes.get(id)))
  }
  return readings
}

const readingOf = (row: GameDetailsRow, votes: VotesRow | undefined): UniverseReading => ({
  facts: factsOf(row),
  ccu: row.playing,
  visits: row.visits,
  favorites: row.favoritedCount,
  likes: votes?.upVotes ?? null,
  dislikes: votes?.downVotes ?? null,
})
