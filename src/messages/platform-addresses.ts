// Addresses of the platform's own pages, for links.
import type { UniverseCreator } from '../domain/universe.js'

const ORIGIN = 'https://www.roblox.com'
const PATHS: Readonly<Record<UniverseCreator['kind'], (id: number) => string>> = {
  user: (id) => `users/${id}/profile`,
  group: (id) => `communities/${id}`,
}

/** The profile of the user, or the page of the group, that made a game. */
export function creatorAddress({ kind, id }: UniverseCreator): string {
  return `${ORIGIN}/${PATHS[kind](id)}`
}

/** The page of a game, by its place. */
export const gameAddress = (placeId: number): string => `${ORIGIN}/games/${placeId}`
