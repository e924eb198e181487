// Makes and revokes the unlisted links of a game (WEB-42).
import { z } from 'zod'
import type { Game } from '../../../domain/game.js'
import { validate } from '../../read-request.js'
import { action } from '../define.js'
import { choiceOf, choiceQuery, queryOf } from '../game/choice.js'
import type { RequestContext } from '../page.js'
import { findAccountGame, gameParams } from '../pages/games/own-game.js'
import { gameSettings } from '../pages/games/settings.js'

const MAX_QUERY_LENGTH = 500
const PATH = '/accounts/:account/games/:game/links'

/** A compared game that not everybody may see is left out, because the link shows one game of the account only. */
async function publicQuery(context: RequestContext, game: Game, text: string): Promise<string> {
  const fields = new URLSearchParams(text)
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(fields.keys())) {
    const [first = '', ...more] = fields.getAll(name)
    query[name] = more.length === 0 ? first : [first, ...more]
  }
  const choice = choiceOf(validate(choiceQuery, query), game.universeId, context.timeZone)
  const known = new Set((await context.services.publicGames.all()).map((one) => one.game.universeId))
  return queryOf({ ...choice, compare: choice.compare.filter((id) => known.has(id)) })
}

export const makeShareLink = action({
  path: PATH,
  access: 'manager',
  params: gameParams,
  form: z.object({ query: z.string().max(MAX_QUERY_LENGTH).default('') }),
  formPage: gameSettings,
  handle: async (context) => {
    const { services, catalog, visitor, form } = context
    const game = await findAccountGame(context)
    const query = await publicQuery(context, game, form.query)
    await services.shareLinks.create(game, { query, createdBy: visitor.session.name })
    return { to: `/accounts/${game.accountId}/games/${game.id}/settings#links`, toast: catalog.web.sharing.created }
  },
})

export const revokeShareLink = action({
  path: `${PATH}/:link/revoke`,
  access: 'manager',
  params: gameParams.extend({ link: z.coerce.number().int().positive().catch(0) }),
  handle: async (context) => {
    const { services, catalog, params } = context
    const game = await findAccountGame(context)
    await services.shareLinks.revoke(game, params.link)
    return { to: `/accounts/${game.accountId}/games/${game.id}/settings#links`, toast: catalog.web.sharing.revoked }
  },
})
