// Which place or universe a pasted address of the platform names.

/** `https://www.roblox.com/games/1818/Crossroads`, with or without a language before it or a name behind it. */
const PLACE_PATH = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?games\/(\d{1,16})(?:\/|$)/i
/** `https://create.roblox.com/dashboard/creations/experiences/13058/overview` */
const UNIVERSE_PATH = /^\/dashboard\/creations\/experiences\/(\d{1,16})(?:\/|$)/i

/** In Discord, angle brackets around an address keep its preview away. */
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
