// Which of a server's games somebody means by what they typed.
import type { Game } from '../domain/game.js'
import type { AutocompleteChoice } from './command.js'
import { plainName } from './show-name.js'

/** CHAT-3. */
const MAX_CHOICES = 25
const MAX_CHOICE_LENGTH = 100

const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Whether the text names the game wholly: what is taken away is never guessed from a part of its name. */
export const isNamedBy = (game: Game, text: string): boolean =>
  [game.name, String(game.id), String(game.universeId)].some((name) => foldCase(name) === foldCase(text))

/** The game by id (DISCORD-3), by its whole name, or those whose name holds the text. */
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

/** What the text names wholly first, then what begins with it; by name. The text is still being typed: it may go on. */
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
