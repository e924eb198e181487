// The pages and actions of the setup.
import type { WebRoute } from '../../page.js'
import { connectDiscord, disconnectDiscord, discordStep } from './discord.js'
import { addFirstGame, gameStep } from './game.js'
import { createFirstKey, keyStep } from './key.js'
import { nameOperator, setup } from './operator.js'

export const setupRoutes: readonly WebRoute[] = [
  setup,
  nameOperator,
  gameStep,
  addFirstGame,
  discordStep,
  connectDiscord,
  disconnectDiscord,
  keyStep,
  createFirstKey,
]
