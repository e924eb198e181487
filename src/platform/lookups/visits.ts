// Sums the visits of all public games of a user, over all pages (PLATFORM-17).
import { rejection } from '../../domain/error.js'
import type { Lookups } from '../../domain/ports/lookups.js'
import { PlatformFailure } from '../failure.js'
import { type AccountGameRow, accountGameRow } from '../schemas/universes.js'
import { isFailure, type LookupClient } from './client.js'
import { LookupCache, VISITS_LIFETIME_MS } from './lookup-cache.js'
import { readAllPages } from './rows.js'

const ENDPOINT = 'games:of-user'
const MAX_CONCURRENT_CALLS = 20
/** In milliseconds; forty pages at the rate limit take longer than other lookups. */
const VISITS_TIMEOUT_MS = 20_000
const TOO_MANY_GAMES = 'too many games'

export function visitLookups(client: LookupClient, userById: Lookups['userById']): Pick<Lookups, 'visits'> {
  const options = {
    freshMs: VISITS_LIFETIME_MS,
    concurrency: MAX_CONCURRENT_CALLS,
    limitReached: () => client.limitReached(ENDPOINT),
    clock: client.clock,
    onRead: client.onCacheRead,
  }
  // "Too many" is cached like a total, so that forty pages are not read again in vain.
  const totals = new LookupCache<number, number | typeof TOO_MANY_GAMES>(options, async (id) => {
    const games = await gamesOf(client, id).catch(async (error: unknown) => {
      if (isFailure(error) && (await isUnknown(id, userById))) return []
      throw error
    })
    if (games === undefined) return TOO_MANY_GAMES
    // The response for an unknown user is unverified (PLATFORM-17): an empty list may mean an unknown user or a user without games.
    if (games.length === 0 && (await isUnknown(id, userById))) return undefined
    return total(games)
  })
  return {
    visits: async (id) => {
      const { value, isStale } = await totals.get(id)
      if (value !== TOO_MANY_GAMES) return { value, isStale }
      throw rejection(
        'UNAVAILABLE',
        { name: 'user with too many games', facts: { id } },
        { retryAfterSeconds: VISITS_LIFETIME_MS / 1000 },
      )
    },
  }
}

function gamesOf(client: LookupClient, id: number): Promise<AccountGameRow[] | undefined> {
  const path = `/v2/users/${id}/games?accessFilter=2&limit=50&sortOrder=Asc`
  return readAllPages(
    client,
    { endpoint: ENDPOINT, service: 'games', path, row: accountGameRow },
    client.deadline(VISITS_TIMEOUT_MS),
  )
}

const isUnknown = async (id: number, userById: Lookups['userById']): Promise<boolean> =>
  (await userById(id)).value === undefined

/** Counts each game once, because a game that moves to another page during the reads is listed twice. */
function total(games: readonly AccountGameRow[]): number {
  const visits = new Map(games.map((game) => [game.id, game.placeVisits]))
  const sum = [...visits.values()].reduce((all, one) => all + one, 0)
  if (!Number.isSafeInteger(sum)) throw new PlatformFailure('garbage', 'The visits add up to more than can be.')
  return sum
}
