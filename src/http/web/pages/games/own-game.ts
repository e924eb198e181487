// Loads the game in the path of an account. A game of another account is reported as not found (WEB-3).
import { z } from 'zod'
import type { Membership } from '../../../../domain/auth/session.js'
import { rejection } from '../../../../domain/error.js'
import type { Game } from '../../../../domain/game.js'
import { isId } from '../../../../domain/universe.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { Services } from '../../../../services/services.js'
import type { NavEntry } from '../../page.js'

export const gameParams = z.object({ game: z.string() })

interface AccountGameQuery {
  readonly services: Services
  readonly member: Membership
  readonly params: z.output<typeof gameParams>
}

export async function findAccountGame({ services, member, params }: AccountGameQuery): Promise<Game> {
  const id = /^\d{1,16}$/.test(params.game) ? Number(params.game) : 0
  if (!isId(id)) throw rejection('NOT_FOUND', { name: 'unknown game', facts: {} })
  return services.findGame.byNumber(member.account, id)
}

/** The list of games, and below it a game, for the pages under them. */
export const gamesEntry = (catalog: MessageCatalog, member: Membership): NavEntry => ({
  href: gamesAddress(member),
  label: catalog.web.games.title,
})

export const gameEntry = (game: Game): NavEntry => ({ href: gameAddress(game), label: game.name })

export const gamesAddress = ({ account }: Membership): string => `/accounts/${account.id}/games`

export const gameAddress = (game: Game): string => `/accounts/${game.accountId}/games/${game.id}`
