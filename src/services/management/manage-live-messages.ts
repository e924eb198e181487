// Manages the panels and counters of Discord servers, and reads what they show.

import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Usual } from '../../domain/insights/usual/usual.js'
import type { ChannelCounter, ChannelCounterDraft } from '../../domain/live-updates/counter.js'
import type { Panel, PanelDraft, StopReason } from '../../domain/live-updates/panel.js'
import type { LatestSample } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditLog, AuditNote } from '../audit/audit-log.js'
import { noteOfGame, noteOfServer } from '../audit/notes.js'
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
  readonly audit: AuditLog
}

export function createManageLiveMessages({ store, clock, usualNow, visibleNear, audit }: Deps) {
  const { panels, counters } = store
  const noteOf = async ({ guildId, gameId }: Pick<Panel, 'guildId' | 'gameId'>, detail: string): Promise<AuditNote> => {
    const game = gameId === null ? undefined : await store.games.byId(gameId)
    if (game !== undefined) return noteOfGame('panel or counter changed', game, detail)
    return noteOfServer(store, guildId, 'panel or counter changed', detail)
  }

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
    keepPanel: async (draft: Omit<PanelDraft, 'postedAt'>) => {
      const note = await noteOf(draft, `panel in ${draft.channelId}`)
      return audit.commit(note, () => panels.put({ ...draft, postedAt: clock.now() }))
    },
    panelReposted: (panel: Panel, messageId: string) => panels.reposted(panel.id, { messageId, postedAt: clock.now() }),
    stopPanel: (panel: Panel, reason: StopReason) => panels.stop(panel.id, reason),
    removePanel: async (panel: Panel) => {
      const note = await noteOf(panel, `no panel in ${panel.channelId}`)
      return audit.commit(note, () => panels.remove(panel.id))
    },

    counters: () => counters.running(),
    countersOf: (guildId: string) => counters.ofGuild(guildId),
    keepCounter: async (draft: ChannelCounterDraft) => {
      const note = await noteOf(draft, `counter in ${draft.channelId}`)
      return audit.commit(note, () => counters.put(draft))
    },
    /** Returns whether the channel may be renamed now; if so, it may not be renamed again for 10 minutes. */
    takeRename: ({ channelId }: ChannelCounter) => counters.takeRename(channelId, clock.now()),
    counterRenamed: ({ channelId }: ChannelCounter, name: string) => counters.renamed(channelId, name),
    stopCounter: ({ channelId }: ChannelCounter, reason: StopReason) => counters.stop(channelId, reason),
    removeCounter: (channelId: string) => {
      const note = {
        action: 'panel or counter changed',
        accountId: null,
        subject: `no counter in ${channelId}`,
      } as const
      return audit.commit(note, () => counters.remove(channelId))
    },
  }
}
