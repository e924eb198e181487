// Searches for games by name on the platform, with their icons. Icons are decoration: without them the result is shown
// all the same.
import type { IconEncoder, IconSource } from '../../domain/ports/icons.js'
import type { GameSearchResult, Lookups } from '../../domain/ports/lookups.js'

export type FoundGame = GameSearchResult & {
  /** WebP, 64 pixels wide. */
  readonly icon: Uint8Array | undefined
}

interface Deps {
  readonly lookups: Pick<Lookups, 'games'>
  readonly iconSource: IconSource
  readonly encodeIcon: IconEncoder
}

const MAX_FOUND_GAMES = 8
const MAX_CACHED_ICONS = 200
/** In milliseconds, for all icons of a search together. */
const ICONS_TIMEOUT_MS = 4_000

export function createSearchGames({ lookups, iconSource, encodeIcon }: Deps) {
  const icons = new Map<number, Uint8Array>()
  const keep = (universeId: number, icon: Uint8Array): void => {
    icons.set(universeId, icon)
    for (const oldest of icons.keys()) {
      if (icons.size <= MAX_CACHED_ICONS) break
      icons.delete(oldest)
    }
  }

  const loadIcons = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return
    const stop = AbortSignal.timeout(ICONS_TIMEOUT_MS)
    const located = await iconSource.locate(ids, stop)
    const load = async (universeId: number): Promise<void> => {
      const location = located.get(universeId)
      if (location?.state !== 'found') return
      const images = await encodeIcon(await iconSource.download(location.address, stop))
      if (images) keep(universeId, images.small)
    }
    await Promise.allSettled(ids.map(load))
  }

  return async function searchGames(text: string): Promise<readonly FoundGame[]> {
    const { value = [] } = await lookups.games(text)
    const results = value.slice(0, MAX_FOUND_GAMES)
    await loadIcons(results.map(({ universeId }) => universeId).filter((id) => !icons.has(id))).catch(() => undefined)
    return results.map((game) => ({ ...game, icon: icons.get(game.universeId) }))
  }
}
