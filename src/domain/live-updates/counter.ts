// A Discord channel whose name shows one number of a game.
import { MINUTE_MS } from '../clock.js'
import type { Metric } from '../measures.js'
import type { StopReason } from './panel.js'

/** The metrics that a channel name can show: those that count something. */
export const COUNTER_METRICS = ['ccu', 'visits', 'favorites', 'likes'] as const satisfies readonly Metric[]
export type CounterMetric = (typeof COUNTER_METRICS)[number]

/** CHAT-9: Discord allows two renames in 10 minutes; one of them is left for people. */
export const RENAME_INTERVAL_MS = 10 * MINUTE_MS

export interface ChannelCounter {
  readonly guildId: string
  readonly channelId: string
  readonly gameId: number
  readonly metric: CounterMetric
  /** Makes the name instead of the metric; null for the usual name. */
  readonly template: string | null
  /** The name as it was last set; null before the first time. */
  readonly name: string | null
  /** When a rename was last attempted, ms. */
  readonly renamedAt: number | null
  readonly stopped: StopReason | null
}

export type ChannelCounterDraft = Pick<ChannelCounter, 'guildId' | 'channelId' | 'gameId' | 'metric' | 'template'>

export interface ChannelCounterStore {
  /** A channel shows one number, the one chosen last; the time of the last rename is kept through every change. */
  put(draft: ChannelCounterDraft): Promise<ChannelCounter>
  running(): Promise<ChannelCounter[]>
  /** Includes stopped counters. */
  ofGuild(guildId: string): Promise<ChannelCounter[]>
  /**
   * Must be called before a rename is attempted, so that a crash cannot cause a second one. Returns false, and the
   * rename must not be attempted, if another one was attempted in the 10 minutes before.
   */
  takeRename(channelId: string, at: number): Promise<boolean>
  renamed(channelId: string, name: string): Promise<void>
  /** Returns whether the counter was running. */
  stop(channelId: string, reason: StopReason): Promise<boolean>
  /** Returns whether there was a counter. */
  remove(channelId: string): Promise<boolean>
}

/** When the channel may be renamed again, ms. */
export const nextRenameAt = ({ renamedAt }: Pick<ChannelCounter, 'renamedAt'>): number =>
  renamedAt === null ? 0 : renamedAt + RENAME_INTERVAL_MS
