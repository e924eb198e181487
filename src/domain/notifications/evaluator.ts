// Stage 2 of 7, the port of an evaluator: one kind of notification, which reads a window of a game's history and decides. It
// changes nothing and asks no clock, so that after a crash the same minutes give the same notifications again.
import type { Minute } from '../clock.js'
import type { Game } from '../game.js'
import type { Gap } from '../gap.js'
import type { Measure } from '../measures.js'
import type { DateRange } from '../rules/date-range.js'
import type { DayRollup } from '../rules/rollup.js'
import type { Block } from '../sample.js'
import type { UniverseEvent } from '../universe.js'
import type { NotificationDraft } from './notification.js'
import type { NotificationRoute, RoutedKind, Rule } from './settings.js'

/**
 * Reads what is stored, for what a kind needs beside the evaluated minutes. Nothing at or after the context's `until` may
 * be asked for: a replay must see what the first evaluation saw.
 */
export interface EvaluationHistory {
  /** Of any universe, the minutes `from` ≤ m < `until`, at the account's interval. */
  samples(universeId: number, from: Minute, until: Minute): Promise<Block>
  /** When the game's last stored sample with that measure before the minute was taken. */
  lastMeasured(measure: Measure, before: Minute): Promise<Minute | undefined>
  /** When the game's history begins. */
  firstMinute(): Promise<Minute | undefined>
  /** The most players of all samples before the minute, at the account's interval. */
  peakBefore(minute: Minute): Promise<number | undefined>
  /** The game's UTC days at the account's interval; the last one up to the context's `until`. */
  days(range: DateRange): Promise<DayRollup[]>
  gaps(universeId: number, from: Minute, until: Minute): Promise<Gap[]>
  /** Publications and conditions of the game's universe. */
  events(from: Minute, until: Minute): Promise<readonly UniverseEvent[]>
}

/** The players of many universes; all games of a window are handed the same one. */
export interface PlayerCounts {
  /**
   * Of each universe the players at these minutes, ascending: of the last stored sample, at most `age` minutes older;
   * NaN where there is none. No minute may lie at or after the context's `until`.
   */
  at(universes: readonly number[], minutes: readonly Minute[], age: number): Promise<ReadonlyMap<number, Float64Array>>
  /** Found out by whoever asks first. To be used for what is the same for everyone who asks by that name. */
  once<T>(name: string, find: () => Promise<T>): Promise<T>
}

/** A window of one game's history, and how the game wants to be told. */
export interface EvaluationContext {
  readonly game: Game
  /** The minutes `from` ≤ m < `until` are evaluated now; how history is cut into such windows must change no notification. */
  readonly from: Minute
  readonly until: Minute
  /** Minutes between the samples that the account reads. */
  readonly interval: number
  /** Of these minutes, at the account's interval. */
  readonly samples: Block
  /** The same, with every sample that is stored. */
  readonly stored: Block
  readonly gaps: readonly Gap[]
  readonly events: readonly UniverseEvent[]
  /** The kind was not evaluated for a while: the game was paused. */
  readonly isResumed: boolean
  /** Of this game and kind; undefined where nobody chose. */
  readonly route: NotificationRoute | undefined
  /** Of this game, oldest first. */
  readonly rules: readonly Rule[]
  /** The account's active games, this one too, by id. */
  readonly peers: readonly Game[]
  /** Where an account has several servers, the one that hears a game's notifications of this kind; null: there is one, or who knows. */
  serverOf(game: Game): string | null
  /** All universes with an active game of any account, ascending: to tell a game's drop from the platform's. */
  readonly universes: readonly number[]
  readonly history: EvaluationHistory
  readonly playerCounts: PlayerCounts
}

export interface Evaluation<State> {
  readonly notifications: readonly NotificationDraft[]
  /** Plain JSON. It should change only when something happened: each change is a write. */
  readonly state: State
}

export interface Evaluator<State = unknown> {
  readonly name: RoutedKind
  /** Evaluated even where nobody wants its notifications, so that switching it on later posts nothing old. */
  readonly isAlwaysEvaluated: boolean
  /** `state`: of the window before; undefined for a game that is evaluated for the first time. */
  evaluate(context: EvaluationContext, state: State | undefined): Promise<Evaluation<State>> | Evaluation<State>
}
