// Finds the game of a server that the typed text refers to.

import type { Game } from '../domain/game.js'

/** Case and width do not distinguish names. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Whether the text is the full name: a removal never guesses from part of a name. */
export const isNamedBy = (game: Game, text: string): boolean =>
  [game.name, String(game.id), String(game.universeId)].some((name) => foldCase(name) === foldCase(text))

/** Whether the name contains each word of the text, whole or in part, in any order. */
export function isNamedByParts({ name }: Pick<Game, 'name'>, text: string): boolean {
  const comparable = foldCase(name)
  return foldCase(text)
    .split(/\s+/)
    .every((word) => comparable.includes(word))
}

/** Matches by id (DISCORD-3), then by full name, then by parts of the name. */
export function pickGames(games: readonly Game[], text: string): readonly Game[] {
  const search = foldCase(text)
  if (search === '') return []
  const byId = /^\d{1,16}$/.test(search) ? gameOfId(games, Number(search)) : undefined
  if (byId) return [byId]
  const exact = games.filter((game) => foldCase(game.name) === search)
  return exact.length > 0 ? exact : games.filter((game) => isNamedByParts(game, search))
}

const gameOfId = (games: readonly Game[], id: number): Game | undefined =>
  games.find((game) => game.id === id) ?? games.find((game) => game.universeId === id)
