// URLs of the platform's pages for sounds and their makers (PLATFORM-21), and the number of sounds per search.

/** The limit of the older search's details call (PLATFORM-20); both searches return the same number. */
export const SOUNDS_A_PAGE = 30

export const soundAddress = (id: number): string => `https://create.roblox.com/store/asset/${id}`

export const creatorAddress = (kind: 'user' | 'group', id: number): string =>
  kind === 'user' ? `https://www.roblox.com/users/${id}/profile` : `https://www.roblox.com/communities/${id}`
