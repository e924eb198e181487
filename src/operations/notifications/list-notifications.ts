// What there was to tell and what became of it, newest first, with the reasons.
import type { Account } from '../../domain/account.js'
import type { Game } from '../../domain/game.js'
import type { Notice } from '../../domain/notifications/notification.js'
import { channelOf, routedAs } from '../../domain/notifications/settings.js'
import type { Store } from '../../domain/ports/store.js'

export interface ListedNotice {
  readonly notice: Notice
  /** Undefined where the game was removed. */
  readonly gameName: string | undefined
}

export interface NoticesAsked {
  /** Undefined: of all accounts. */
  readonly account?: Account | undefined
  readonly limit: number
}

export function bindListNotices({ store }: { readonly store: Store }) {
  return async function listNotices({ account, limit }: NoticesAsked): Promise<ListedNotice[]> {
    const notices = await store.notices.list({ ...(account === undefined ? {} : { accountId: account.id }), limit })
    const ids = new Set(notices.map((notice) => notice.gameId))
    const games = await Promise.all([...ids].map((id) => store.games.byId(id)))
    const known = new Map(games.flatMap((game) => (game === undefined ? [] : [[game.id, game] as const])))
    const listed: ListedNotice[] = []
    for (const notice of notices) {
      const game = known.get(notice.gameId)
      listed.push({ notice: await withRoute(store, notice, game), gameName: game?.name })
    }
    return listed
  }
}

/** What waits for its channel has no word of its own on where it goes, and why it stands still. */
async function withRoute({ routes }: Store, notice: Notice, game: Game | undefined): Promise<Notice> {
  const kind = routedAs(notice.kind)
  if (notice.state !== 'pending' || kind === 'owner' || game === undefined) return notice
  const route = (await routes.ofGame(game.id)).find((one) => one.kind === kind)
  const channelId = channelOf(kind, game, route)
  if (channelId === undefined) return notice
  const [pause] = await routes.paused([channelId])
  return { ...notice, channelId, reason: notice.reason ?? pause?.reason ?? null }
}
