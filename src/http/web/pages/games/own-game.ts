// Loads the game in the path of an account. A game of another account is reported as not found (WEB-3).
import { z } from 'zod'
import type { Membership } from '../../../../domain/auth/session.js'
import { rejection } from '../../../../domain/error.js'
import type { Game } from '../../../../domain/game.js'
import { isId } from '../../../../domain/universe.js'
import type { Services } from '../../../../services/services.js'

export const gameParams = z.object({ game: z.string() })

interface OwnGameQuery {
  readonly services: Services
  readonly member: Membership
  readonly params: z.output<typeof gameParams>
}

export async function ownGame({ services, member, params }: OwnGameQuery): Promise<Game> {
  const id = /^\d{1,16}$/.test(params.game) ? Number(params.game) : 0
  if (!isId(id)) throw rejection('NOT_FOUND', { name: 'unknown game', facts: {} })
  return services.findGame.byNumber(member.account, id)
}

export const gamesAddress = ({ account }: Membership): string => `/accounts/${account.id}/games`

export const gameAddress = (game: Game): string => `/accounts/${game.accountId}/games/${game.id}`
