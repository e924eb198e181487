// What there was to tell and what became of it, newest first, with the reasons.
import type { Account } from '../../domain/account.js'
import type { Notice } from '../../domain/notices/notice.js'
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
    const names = new Map(games.flatMap((game) => (game === undefined ? [] : [[game.id, game.name] as const])))
    return notices.map((notice) => ({ notice, gameName: names.get(notice.gameId) }))
  }
}
