// Where the platform's own pages of sounds and their makers are (PLATFORM-21), and how many sounds a search gives.

/** The cap of the older search's details call (PLATFORM-20); both searches answer alike. */
export const SOUNDS_A_PAGE = 30

export const soundAddress = (id: number): string => `https://create.roblox.com/store/asset/${id}`

export const creatorAddress = (kind: 'user' | 'group', id: number): string =>
  kind === 'user' ? `https://www.roblox.com/users/${id}/profile` : `https://www.roblox.com/communities/${id}`
