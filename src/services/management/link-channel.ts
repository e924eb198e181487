// Links a game to a channel of a server. A channel is linked to one game: the one linked last.
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'

export interface ChannelTarget {
  readonly channelId: string
  /** undefined if the channel's server is not known yet; the bot determines it at the first use (DISCORD-8). */
  readonly guildId: string | undefined
}

export function createLinkChannel({ store }: { store: Store }) {
  return async function linkChannel(
    game: Game,
    { channelId, guildId }: ChannelTarget,
  ): Promise<{ readonly game: Game; readonly takenFrom: readonly Game[] }> {
    const others = (await store.games.ofAccount(game.accountId)).filter(
      (other) => other.channelId === channelId && other.id !== game.id,
    )
    for (const other of others) await store.games.update({ id: other.id, channelId: null })
    if (guildId !== undefined) await store.guildSettings.noteChannel(channelId, guildId)
    await store.games.update({ id: game.id, channelId })
    return { game: { ...game, channelId }, takenFrom: others }
  }
}
