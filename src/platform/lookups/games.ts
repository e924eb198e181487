// PLATFORM-26: searches for games by name.
import { randomUUID } from 'node:crypto'
import type { GameSearchResult, Lookups } from '../../domain/ports/lookups.js'
import { gameSearchAnswer, gameSearchRow } from '../schemas/search.js'
import type { LookupClient } from './client.js'
import { LookupCache, NAME_LIFETIME_MS } from './lookup-cache.js'
import { readableRows } from './rows.js'

const ENDPOINT = 'apis:omni-search'
const MAX_CONCURRENT_CALLS = 10
const MAX_CACHED_SEARCHES = 500
const MAX_RESULTS = 20
/** In milliseconds; a person waits for the page, and a pasted address needs no search. */
const SEARCH_TIMEOUT_MS = 6_000

export function gameLookups(client: LookupClient): Pick<Lookups, 'games'> {
  const options = {
    freshMs: NAME_LIFETIME_MS,
    maxSize: MAX_CACHED_SEARCHES,
    concurrency: MAX_CONCURRENT_CALLS,
    limitReached: () => client.limitReached(ENDPOINT),
    clock: client.clock,
    onRead: client.onCacheRead,
  }
  const searches = new LookupCache<string, readonly GameSearchResult[]>(options, (text) => search(client, text))
  return { games: (text) => searches.get(text.toLowerCase().replace(/\s+/g, ' ').trim()) }
}

async function search(client: LookupClient, text: string): Promise<readonly GameSearchResult[]> {
  const query = new URLSearchParams({ searchQuery: text, sessionId: randomUUID(), pageType: 'all' })
  const call = { endpoint: ENDPOINT, service: 'apis', path: `/search-api/omni-search?${query}`, tries: 2 }
  const { searchResults } = await client.ask({ ...call, answer: gameSearchAnswer }, client.deadline(SEARCH_TIMEOUT_MS))
  const rows = searchResults
    .filter(({ contentGroupType }) => contentGroupType === 'Game')
    .flatMap(({ contents }) => readableRows(contents ?? [], gameSearchRow))
    .filter(({ isSponsored }) => isSponsored !== true)
  const found = new Map(
    rows.map(({ universeId, name, playerCount, creatorName }) => [
      universeId,
      { universeId, name, players: playerCount, creatorName: creatorName ?? null },
    ]),
  )
  return [...found.values()].slice(0, MAX_RESULTS)
}
