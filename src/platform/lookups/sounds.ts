// Searches for audio: the documented search first, the older one if it fails, and one call for the thumbnails.
import type { AudioAsset, Lookups } from '../../domain/ports/lookups.js'
import type { Deadline } from '../outgoing/deadline.js'
import { listAnswer, thumbnailRow } from '../schemas/wire.js'
import { isFailure, type LookupClient } from './client.js'
import { LookupCache, NAME_LIFETIME_MS } from './lookup-cache.js'
import { byKey } from './rows.js'
import { searchMarketplace } from './search-marketplace.js'
import { searchStore } from './search-store.js'

const MAX_CONCURRENT_CALLS = 50
const MAX_CACHED_SOUNDS = 1_000
/** In milliseconds; after this time the older search is tried. */
const FIRST_SEARCH_TIMEOUT_MS = 5_000
const PICTURES_TIMEOUT_MS = 3_000

export function soundLookups(client: LookupClient): Pick<Lookups, 'sounds'> {
  const limitReached = () => client.limitReached('apis:assets-search')
  const options = {
    freshMs: NAME_LIFETIME_MS,
    maxSize: MAX_CACHED_SOUNDS,
    concurrency: MAX_CONCURRENT_CALLS,
    limitReached,
    clock: client.clock,
    onRead: client.onCacheRead,
  }
  const searches = new LookupCache<string, readonly AudioAsset[]>(options, async (keyword) => {
    const found = await search(client, keyword)
    const pictures = await picturesOf(client, found, client.deadline(PICTURES_TIMEOUT_MS))
    return found.map((sound) => ({ ...sound, pictureAddress: pictures.get(sound.id) ?? null }))
  })
  return { sounds: (keyword) => searches.get(keyword.toLowerCase().replace(/\s+/g, ' ').trim()) }
}

async function search(client: LookupClient, keyword: string): Promise<AudioAsset[]> {
  try {
    return await searchStore(client, keyword, client.deadline(FIRST_SEARCH_TIMEOUT_MS))
  } catch (error) {
    if (!isFailure(error)) throw error
    return searchMarketplace(client, keyword, client.deadline())
  }
}

/** PLATFORM-22: thumbnails of assets. A failure to read them leaves the sounds without pictures. */
async function picturesOf(
  client: LookupClient,
  sounds: readonly AudioAsset[],
  deadline: Deadline,
): Promise<ReadonlyMap<number, string | null>> {
  if (sounds.length === 0) return new Map()
  const ids = sounds.map(({ id }) => id).join(',')
  const path = `/v1/assets?assetIds=${ids}&size=150x150&format=Png`
  const call = { endpoint: 'thumbnails:assets', service: 'thumbnails', path, answer: listAnswer, tries: 2 }
  try {
    const { rows } = byKey((await client.ask(call, deadline)).data, thumbnailRow, ({ targetId }) => targetId)
    // PLATFORM-22: the URL is empty or null unless the state is Completed.
    return new Map([...rows].map(([id, { state, imageUrl }]) => [id, state === 'Completed' ? imageUrl || null : null]))
  } catch (error) {
    if (isFailure(error)) return new Map()
    throw error
  }
}
