// The routes with which an account manages its games.
import type { WebRoute } from '../../page.js'
import { addSeveralGames, severalGames } from './add-several.js'
import { askToRemoveGame, pauseGame, removeGame, resumeGame } from './changes.js'
import { changeFavorite } from './favorites.js'
import { addGame, games } from './list.js'
import { changeGame, gameSettings } from './settings.js'

export const gamesRoutes: readonly WebRoute[] = [
  games,
  addGame,
  severalGames,
  addSeveralGames,
  gameSettings,
  changeGame,
  pauseGame,
  resumeGame,
  askToRemoveGame,
  removeGame,
  changeFavorite,
]
