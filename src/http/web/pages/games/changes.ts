// Pauses, resumes and removes a game.
import { z } from 'zod'
import type { Membership } from '../../../../domain/auth/session.js'
import type { Game } from '../../../../domain/game.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { type Confirmation, confirmView } from '../../components/confirm.js'
import { action, page } from '../../define.js'
import { games } from './list.js'
import { findAccountGame, gameAddress, gameEntry, gameParams, gamesAddress, gamesEntry } from './own-game.js'

const gameAccess = { access: 'manager', params: gameParams } as const
const REMOVE = '/accounts/:account/games/:game/remove'

/** The question before a game is removed. */
export function removalOf(game: Game, { web }: MessageCatalog): Confirmation {
  const { removeTitle, removeText: text, removeButton: yes, keep: no } = web.games
  return { title: removeTitle(game.name), text, yes, no, action: `${gameAddress(game)}/remove` }
}

/** The page whose button was pressed: the list without it. */
const switchForm = z.object({ return: z.literal('settings').optional() })

interface SwitchContext {
  readonly member: Membership
  readonly form: z.output<typeof switchForm>
}

const backTo = ({ member, form }: SwitchContext, game: Game): string =>
  form.return === 'settings' ? `${gameAddress(game)}/settings` : gamesAddress(member)

export const pauseGame = action({
  ...gameAccess,
  path: '/accounts/:account/games/:game/pause',
  form: switchForm,
  handle: async (context) => {
    const game = await findAccountGame(context)
    await context.services.games.change(game, { isActive: false })
    return { to: backTo(context, game), toast: context.catalog.web.games.nowPaused(game.name) }
  },
})

export const resumeGame = action({
  ...gameAccess,
  path: '/accounts/:account/games/:game/resume',
  form: switchForm,
  formPage: games,
  handle: async (context) => {
    const game = await findAccountGame(context)
    await context.services.games.change(game, { isActive: true })
    return { to: backTo(context, game), toast: context.catalog.web.games.nowResumed(game.name) }
  },
})

export const askToRemoveGame = page({
  ...gameAccess,
  path: REMOVE,
  handle: async (context) => {
    const { catalog, member } = context
    const game = await findAccountGame(context)
    const back = `${gameAddress(game)}/settings`
    const settings = { href: back, label: catalog.web.games.settings }
    const breadcrumbs = [gamesEntry(catalog, member), gameEntry(game), settings]
    return confirmView({ ...removalOf(game, catalog), back, breadcrumbs })
  },
})

export const removeGame = action({
  ...gameAccess,
  path: REMOVE,
  handle: async (context) => {
    const game = await findAccountGame(context)
    await context.services.games.remove(game)
    return { to: gamesAddress(context.member), toast: context.catalog.web.games.removed(game.name) }
  },
})
