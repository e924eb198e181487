// Manages the panels and counters of Discord servers, and reads what they show.

import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Usual } from '../../domain/insights/usual/usual.js'
import type { ChannelCounter, ChannelCounterDraft } from '../../domain/live-updates/counter.js'
import type { Panel, PanelDraft, StopReason } from '../../domain/live-updates/panel.js'
import type { LatestSample } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import type { UsualNow } from '../insights/usual-now.js'
import type { SampleValues, VisiblePastReader } from '../insights/visible-past.js'

export interface LiveView {
  readonly account: Account
  readonly game: Game
  /** Undefined before the first sample. */
  readonly latest: LatestSample | undefined
  /** The sample about 24 hours before now. */
  readonly before: SampleValues | undefined
  /** The latest players; undefined before the first sample. */
  readonly usual: Usual | undefined
}

/** A game as one server sees it. */
export interface LiveGame {
  readonly guildId: string
  readonly gameId: number
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly usualNow: UsualNow
  readonly visibleNear: VisiblePastReader
}

export function createManageLiveMessages({ store, clock, usualNow, visibleNear }: Deps) {
  const { panels, counters } = store

  return {
    /**
     * Undefined if the server no longer sees the game (DISCORD-13): it was removed, or the server was linked to another
     * account.
     */
    view: async ({ guildId, gameId }: LiveGame): Promise<LiveView | undefined> => {
      const [link, game] = [await store.guilds.byId(guildId), await store.games.byId(gameId)]
      if (!link || game?.accountId !== link.accountId) return undefined
      const { universeId } = game
      const account = await store.accounts.byId(link.accountId)
      if (!account) return undefined
      const latest = (await store.series.latest([universeId])).get(universeId)
      const reader = { account, game }
      return {
        ...reader,
        latest,
        before: await visibleNear(reader, minuteOf(clock.now()) - DAY_MINUTES),
        usual: latest && (await usualNow.at(reader, latest.minute)),
      }
    },

    /** Whose games a panel of all games shows; undefined if the server is not linked any more. */
    accountOf: async ({ guildId }: Pick<Panel, 'guildId'>): Promise<Account | undefined> => {
      const link = await store.guilds.byId(guildId)
      return link && store.accounts.byId(link.accountId)
    },

    /** Also names a game that the server no longer sees, for the message that the panel or counter has stopped. */
    nameOf: async ({ gameId }: Pick<LiveGame, 'gameId'>): Promise<string> =>
      (await store.games.byId(gameId))?.name ?? String(gameId),

    /** Changes when there is new data to show. */
    lastTick: async (): Promise<Minute | undefined> => (await store.series.cursor())?.minute,

    panels: () => panels.running(),
    panelsOf: (guildId: string) => panels.ofGuild(guildId),
    keepPanel: (draft: Omit<PanelDraft, 'postedAt'>) => panels.put({ ...draft, postedAt: clock.now() }),
    panelReposted: (panel: Panel, messageId: string) => panels.reposted(panel.id, { messageId, postedAt: clock.now() }),
    stopPanel: (panel: Panel, reason: StopReason) => panels.stop(panel.id, reason),
    removePanel: (panel: Panel) => panels.remove(panel.id),

    counters: () => counters.running(),
    countersOf: (guildId: string) => counters.ofGuild(guildId),
    keepCounter: (draft: ChannelCounterDraft) => counters.put(draft),
    /** Returns whether the channel may be renamed now; if so, it may not be renamed again for 10 minutes. */
    takeRename: ({ channelId }: ChannelCounter) => counters.takeRename(channelId, clock.now()),
    counterRenamed: ({ channelId }: ChannelCounter, name: string) => counters.renamed(channelId, name),
    stopCounter: ({ channelId }: ChannelCounter, reason: StopReason) => counters.stop(channelId, reason),
    removeCounter: (channelId: string) => counters.remove(channelId),
  }
}
