// The addresses of the pages for alerts, and the games and rules that they name.
import type { Membership } from '../../../../domain/auth/session.js'
import { rejection } from '../../../../domain/error.js'
import type { Game } from '../../../../domain/game.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { Services } from '../../../../services/services.js'
import type { NavEntry } from '../../page.js'
import type { SelectOption } from './fields.js'

export const ALERTS_PATH = '/accounts/:account/alerts'

export const alertsAddress = ({ account }: Membership): string => `/accounts/${account.id}/alerts`

export const alertsEntry = ({ web }: MessageCatalog, member: Membership): NavEntry => ({
  href: alertsAddress(member),
  label: web.alerts.title,
})

interface AccountContext {
  readonly services: Services
  readonly member: Membership
}

/** The games that a form named: one, or with an empty text all. Another account's game is as unknown as none. */
export async function namedGames({ services, member }: AccountContext, text: string): Promise<readonly Game[]> {
  const games = await services.findGame.ofAccount(member.account)
  if (text === '') return games
  const found = games.filter(({ id }) => `${id}` === text)
  if (found.length === 0) throw rejection('NOT_FOUND', { name: 'unknown game', facts: {} })
  return found
}

/** A rule of the account, and its game. */
export async function namedRule({ services, member }: AccountContext, text: string) {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  const rule = await services.notifications.ruleOf(member.account, id)
  const games = await services.findGame.ofAccount(member.account)
  const game = games.find((one) => one.id === rule?.gameId)
  if (!rule || !game) throw rejection('NOT_FOUND', { name: 'unknown rule', facts: {} })
  return { rule, game }
}

export const gameOptions = (games: readonly Game[]): readonly SelectOption[] =>
  games.map(({ id, name }) => [`${id}`, name] as const)
