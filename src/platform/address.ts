// Extracts the place or universe id from a platform URL that a person pasted.

/** For example `https://www.roblox.com/games/1818/Crossroads`; a language prefix and a name are optional. */
const PLACE_PATH = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?games\/(\d{1,16})(?:\/|$)/i
/** For example `https://create.roblox.com/dashboard/creations/experiences/13058/overview`. */
const UNIVERSE_PATH = /^\/dashboard\/creations\/experiences\/(\d{1,16})(?:\/|$)/i

/** In Discord, angle brackets around a URL suppress its preview. */
const BRACKETED = /^<(.*)>$/

export function parseAddress(text: string): { placeId: number } | { universeId: number } | undefined {
  const bare = text.trim().replace(BRACKETED, '$1')
  const address = /^https?:\/\//i.test(bare) ? bare : `https://${bare}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!/(^|\.)roblox\.com$/i.test(url.hostname)) return undefined
  const universe = UNIVERSE_PATH.exec(url.pathname)?.[1]
  if (universe) return { universeId: Number(universe) }
  const place = PLACE_PATH.exec(url.pathname)?.[1] ?? url.searchParams.get('placeId') ?? ''
  return /^\d{1,16}$/.test(place) ? { placeId: Number(place) } : undefined
}
