// Where an account manages its games.
import type { Route } from '../../page.js'
import { askToRemoveGame, pauseGame, removeGame, resumeGame } from './changes.js'
import { addGame, games } from './list.js'
import { changeGame, gameSettings } from './settings.js'

export const gamesRoutes: readonly Route[] = [
  games,
  addGame,
  gameSettings,
  changeGame,
  pauseGame,
  resumeGame,
  askToRemoveGame,
  removeGame,
]
