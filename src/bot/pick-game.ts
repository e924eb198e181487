// Finds the game of a server that the typed text refers to.

import type { Game } from '../domain/game.js'
import type { AutocompleteChoice } from './command.js'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from './discord-limits.js'
import { plainName } from './show-name.js'

const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Whether the text is the full name: a removal never guesses from part of a name. */
export const isNamedBy = (game: Game, text: string): boolean =>
  [game.name, String(game.id), String(game.universeId)].some((name) => foldCase(name) === foldCase(text))

/** Matches by id (DISCORD-3), then by full name, then by part of the name. */
export function pickGames(games: readonly Game[], text: string): readonly Game[] {
  const wanted = foldCase(text)
  if (wanted === '') return []
  const byId = /^\d{1,16}$/.test(wanted) ? gameOfId(games, Number(wanted)) : undefined
  if (byId) return [byId]
  const exact = games.filter((game) => foldCase(game.name) === wanted)
  return exact.length > 0 ? exact : games.filter((game) => foldCase(game.name).includes(wanted))
}

const gameOfId = (games: readonly Game[], id: number): Game | undefined =>
  games.find((game) => game.id === id) ?? games.find((game) => game.universeId === id)

/**
 * Full matches first, then names that begin with the text, each by name. The text may be incomplete, because it is
 * still being typed.
 */
export function gameChoices(games: readonly Game[], text: string): AutocompleteChoice[] {
  const wanted = foldCase(text)
  const place = (game: Game): number => {
    if (isNamedBy(game, text)) return 0
    return foldCase(game.name).startsWith(wanted) ? 1 : 2
  }
  return games
    .filter((game) => isNamedBy(game, text) || foldCase(game.name).includes(wanted))
    .sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name) || a.id - b.id)
    .slice(0, MAX_CHOICES)
    .map((game) => ({ name: plainName(game.name, MAX_CHOICE_LENGTH), value: String(game.id) }))
}
