// A Discord channel whose name shows one number of a game.
import { MINUTE_MS } from '../clock.js'
import type { Metric } from '../metric.js'
import type { StopReason } from './panel.js'

/** What a name can show: numbers that count something. */
export const COUNTER_METRICS = ['ccu', 'visits', 'favorites', 'likes'] as const satisfies readonly Metric[]
export type CounterMetric = (typeof COUNTER_METRICS)[number]

/** CHAT-9: Discord takes two renames in 10 minutes; one of them is left to people. */
export const RENAME_EVERY_MS = 10 * MINUTE_MS

export interface Counter {
  readonly guildId: string
  readonly channelId: string
  readonly gameId: number
  readonly metric: CounterMetric
  /** As it was last set; null before the first time. */
  readonly name: string | null
  /** When a rename was last tried, ms. */
  readonly renamedAt: number | null
  readonly stopped: StopReason | null
}

export type CounterDraft = Pick<Counter, 'guildId' | 'channelId' | 'gameId' | 'metric'>

export interface CounterStore {
  /** A channel shows one number, the last one chosen; the time of its last rename outlives every change. */
  put(draft: CounterDraft): Promise<Counter>
  running(): Promise<Counter[]>
  /** Stopped ones too. */
  ofGuild(guildId: string): Promise<Counter[]>
  /**
   * Before a rename is tried, whatever comes of it: no crash makes two of one. Says whether it may be: not where another
   * one was tried in the 10 minutes before.
   */
  takeRename(channelId: string, at: number): Promise<boolean>
  renamed(channelId: string, name: string): Promise<void>
  /** Whether it was running until then. */
  stop(channelId: string, reason: StopReason): Promise<boolean>
  /** Whether there was one. */
  remove(channelId: string): Promise<boolean>
}

/** From when on the channel may be renamed again. */
export const nextRenameAt = ({ renamedAt }: Pick<Counter, 'renamedAt'>): number =>
  renamedAt === null ? 0 : renamedAt + RENAME_EVERY_MS
