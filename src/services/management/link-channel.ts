// Links a game to a channel of a server. A channel is linked to one game: the one linked last.
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfGame } from '../audit/notes.js'

export interface ChannelTarget {
  readonly channelId: string
  /** undefined if the channel's server is not known yet; the bot determines it at the first use (DISCORD-8). */
  readonly guildId: string | undefined
}

export function createLinkChannel({ store, audit }: { store: Store; audit: AuditLog }) {
  return async function linkChannel(
    game: Game,
    { channelId, guildId }: ChannelTarget,
  ): Promise<{ readonly game: Game; readonly takenFrom: readonly Game[] }> {
    const others = (await store.games.ofAccount(game.accountId)).filter(
      (other) => other.channelId === channelId && other.id !== game.id,
    )
    await audit.commit(noteOfGame('channel linked', game, channelId), () =>
      Promise.all([
        ...others.map((other) => store.games.update({ id: other.id, channelId: null })),
        guildId === undefined ? undefined : store.guildSettings.noteChannel(channelId, guildId),
        store.games.update({ id: game.id, channelId }),
      ]),
    )
    return { game: { ...game, channelId }, takenFrom: others }
  }
}
