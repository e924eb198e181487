// Makes, lists and revokes the unlisted links of a game, and finds the game of one (WEB-42).
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { AccountGame, Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'
import { MAX_SHARE_LINKS, type ShareLink } from '../../domain/sharing/share-link.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfGame } from '../audit/notes.js'
import { newSecret } from '../auth/manage-sessions.js'

export interface ShareLinkInput {
  /** The query of what was on the screen; empty or beginning with a question mark. */
  readonly query: string
  /** The name of the person; null for somebody who signed in with a link. */
  readonly createdBy: string | null
}

export function createShareLinks({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  return {
    /** Throws INVALID_PARAMETERS where the game has as many links as it may. */
    create: async (game: Game, { query, createdBy }: ShareLinkInput): Promise<ShareLink> => {
      const draft = { gameId: game.id, secret: newSecret(), query, createdAt: clock.now(), createdBy }
      const created = await audit.commit(
        (link: ShareLink | undefined) => link && noteOfGame('share link created', game),
        () => store.shareLinks.create(draft, MAX_SHARE_LINKS),
      )
      if (created) return created
      throw rejection('INVALID_PARAMETERS', { name: 'too many share links', facts: { most: MAX_SHARE_LINKS } })
    },

    /** Newest first. */
    ofGame: ({ id }: Game): Promise<ShareLink[]> => store.shareLinks.ofGame(id),

    /** Throws NOT_FOUND where the game has no such link. */
    revoke: async (game: Game, id: number): Promise<void> => {
      const isDone = await audit.commit(
        (isRemoved: boolean) => (isRemoved ? noteOfGame('share link revoked', game) : undefined),
        () => store.shareLinks.remove(game.id, id),
      )
      if (!isDone) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
    },

    /** The game that the link shows. Throws the same error for a link that was revoked and for one that never was. */
    open: async (secret: string): Promise<AccountGame> => {
      const link = await store.shareLinks.bySecret(secret)
      const game = link && (await store.games.byId(link.gameId))
      const account = game && (await store.accounts.byId(game.accountId))
      if (!game || !account) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
      return { account, game }
    },
  }
}
