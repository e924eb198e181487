// Pauses, resumes and removes a game.

import { confirmView } from '../../components/confirm.js'
import { action, page } from '../../define.js'
import { games } from './list.js'
import { gameAddress, gameParams, gamesAddress, ownGame } from './own-game.js'

const own = { access: 'manager', params: gameParams } as const
const REMOVE = '/accounts/:account/games/:game/remove'

export const pauseGame = action({
  ...own,
  path: '/accounts/:account/games/:game/pause',
  handle: async (context) => {
    const game = await ownGame(context)
    await context.services.games.change(game, { isActive: false })
    return { to: gamesAddress(context.member), said: context.catalog.web.games.nowPaused(game.name) }
  },
})

export const resumeGame = action({
  ...own,
  path: '/accounts/:account/games/:game/resume',
  again: games,
  handle: async (context) => {
    const game = await ownGame(context)
    await context.services.games.change(game, { isActive: true })
    return { to: gamesAddress(context.member), said: context.catalog.web.games.nowResumed(game.name) }
  },
})

export const askToRemoveGame = page({
  ...own,
  path: REMOVE,
  handle: async (context) => {
    const { removeTitle, removeText: text, removeButton: yes, keep: no } = context.catalog.web.games
    const game = await ownGame(context)
    const address = gameAddress(game)
    const [action, back] = [`${address}/remove`, `${address}/settings`]
    return confirmView({ title: removeTitle(game.name), catalog: text, yes, no, action, back })
  },
})

export const removeGame = action({
  ...own,
  path: REMOVE,
  handle: async (context) => {
    const game = await ownGame(context)
    await context.services.games.remove(game)
    return { to: gamesAddress(context.member), said: context.catalog.web.games.removed(game.name) }
  },
})
