// Resolves the game of a page: for members of the account that tracks it, or for everybody where an owner made it public.
import { z } from 'zod'
import { type Membership, mayAct } from '../../../domain/auth/session.js'
import { rejection } from '../../../domain/error.js'
import { isId } from '../../../domain/universe.js'
import type { GameViewer } from '../../../services/reading/game/describe-game.js'
import type { Services } from '../../../services/services.js'
import type { NavEntry, RequestContext } from '../page.js'

export interface GameSubject {
  readonly reader: GameViewer
  /** The base URL of the page. */
  readonly base: string
  /** The list that the game belongs to. */
  readonly list: NavEntry
  /** The ranking in which the reader finds the game. */
  readonly rankings: string
  /** The URL of the game's settings, for members who may change them. */
  readonly settings: string | undefined
  /** All games that the reader may compare with, one for each universe. */
  others(): Promise<readonly GameViewer[]>
}

export const gameParams = z.object({ game: z.string() })

const idOf = (text: string): number => {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0
  // The response is the same as for an id that no game has.
  if (!isId(id)) throw rejection('NOT_FOUND', { name: 'unknown game', facts: {} })
  return id
}

const publicViewers = async (services: Services): Promise<GameViewer[]> =>
  (await services.publicGames.all()).map((context) => ({ ...context, isOwn: false }))

export async function publicSubject(
  { services, catalog }: Pick<RequestContext, 'services' | 'catalog'>,
  text: string,
): Promise<GameSubject> {
  const context = await services.publicGames.require(idOf(text))
  return {
    reader: { ...context, isOwn: false },
    base: `/games/${context.game.universeId}`,
    list: { href: '/rankings', label: catalog.web.rankings.nav },
    rankings: '/rankings',
    settings: undefined,
    others: () => publicViewers(services),
  }
}

export async function ownSubject(
  { services, catalog }: Pick<RequestContext, 'services' | 'catalog'>,
  { account, role }: Membership,
  text: string,
): Promise<GameSubject> {
  const game = await services.findGame.byNumber(account, idOf(text))
  const base = `/accounts/${account.id}/games/${game.id}`
  return {
    reader: { account, game, isOwn: true },
    base,
    list: { href: `/accounts/${account.id}/games`, label: catalog.web.games.title },
    rankings: `/accounts/${account.id}/rankings`,
    settings: mayAct(role, 'manager') ? `${base}/settings` : undefined,
    others: async () => {
      const viewers = (await services.findGame.ofAccount(account)).map((game) => ({ account, game, isOwn: true }))
      const known = new Set(viewers.map(({ game }) => game.universeId))
      return [...viewers, ...(await publicViewers(services)).filter(({ game }) => !known.has(game.universeId))]
    },
  }
}

/** The games that the reader chose to compare with, in that order, without those that the reader may not see. */
export async function compared(subject: GameSubject, universeIds: readonly number[]): Promise<readonly GameViewer[]> {
  if (universeIds.length === 0) return []
  const others = await subject.others()
  return universeIds.map((id) => {
    const found = others.find(({ game }) => game.universeId === id)
    if (!found) throw rejection('NOT_FOUND', { name: 'unknown other game', facts: {} })
    return found
  })
}

const compacted = (text: string): string => text.normalize('NFKC').trim().toLocaleLowerCase('en')

/**
 * Finds a game to compare with by what the reader typed: its name, a part that only one name contains, or its universe id.
 */
export function findCompared(others: readonly GameViewer[], typed: string): GameViewer | undefined {
  const text = compacted(typed)
  if (text === '') return undefined
  const exact = others.find(({ game }) => compacted(game.name) === text || `${game.universeId}` === text)
  if (exact) return exact
  const close = others.filter(({ game }) => compacted(game.name).includes(text))
  return close.length === 1 ? close[0] : undefined
}
