// Finds a game to compare with by what the reader typed: its name, a part that only one name contains, or its universe id.
import type { GameViewer } from '../../../services/reading/game/describe-game.js'

const compacted = (text: string): string => text.normalize('NFKC').trim().toLocaleLowerCase('en')

export function findCompared(others: readonly GameViewer[], typed: string): GameViewer | undefined {
  const text = compacted(typed)
  if (text === '') return undefined
  const exact = others.find(({ game }) => compacted(game.name) === text || `${game.universeId}` === text)
  if (exact) return exact
  const close = others.filter(({ game }) => compacted(game.name).includes(text))
  return close.length === 1 ? close[0] : undefined
}
