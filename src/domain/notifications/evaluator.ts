// Step 2 of 7, the port of an evaluator, which handles one kind of notification: it reads a window of a game's history
// and decides what to send. It has no side effects and reads no clock, so that after a crash the same minutes give the
// same notifications.
import type { Minute } from '../clock.js'
import type { Game } from '../game.js'
import type { Gap } from '../gap.js'
import type { MarketValues } from '../insights/market/market-index.js'
import type { EvaluationUsual } from '../insights/usual/usual.js'
import type { Measure } from '../measures.js'
import type { DateRange } from '../rules/date-range.js'
import type { DayRollup } from '../rules/rollup.js'
import type { Span } from '../rules/span.js'
import type { Block } from '../sample.js'
import type { UniverseEvent } from '../universe.js'
import type { PastEvent } from './facts.js'
import type { NotificationDraft } from './notification.js'
import type { NotificationRoute, RoutedKind, Rule } from './settings.js'

/**
 * Reads stored history that an evaluator needs beyond its window. Nothing at or after the context's `until` may be
 * read, because a replay must see what the first evaluation saw.
 */
export interface EvaluationHistory {
  /** The samples of any universe in the minutes `from` ≤ m < `until`, at the account's interval. */
  samples(universeId: number, from: Minute, until: Minute): Promise<Block>
  /** The minute of the game's last stored sample that has the measure and is older than `before`. */
  lastMeasured(measure: Measure, before: Minute): Promise<Minute | undefined>
  /** The first minute of the game's history. */
  firstMinute(): Promise<Minute | undefined>
  /** The highest CCU of all samples before the minute, at the account's interval. */
  peakBefore(minute: Minute): Promise<number | undefined>
  /** The rollups of the game's UTC days at the account's interval; the last day ends at the context's `until`. */
  days(range: DateRange): Promise<DayRollup[]>
  gaps(universeId: number, from: Minute, until: Minute): Promise<Gap[]>
  /** Publications and condition changes of the game's universe. */
  events(from: Minute, until: Minute): Promise<readonly UniverseEvent[]>
  /** The usual players of the game in the minutes of the evaluated window and of the day before it. */
  usual(): Promise<EvaluationUsual>
}

/** The player counts of many universes; all games of a window share the same object. */
export interface PlayerCounts {
  /**
   * Returns for each universe its CCU at these ascending minutes: of the last stored sample that is at most `age`
   * minutes older, or NaN if there is none. No minute may be at or after the context's `until`.
   */
  at(universes: readonly number[], minutes: readonly Minute[], age: number): Promise<ReadonlyMap<number, Float64Array>>
  /** Calls `find` once per name and shares the result, so it must be the same for every caller that uses the name. */
  once<T>(name: string, find: () => Promise<T>): Promise<T>
}

/** The index of the platform's charts without one game, given as the player counts of universes that stand for it. */
export interface ChartCounts {
  readonly universes: readonly number[]
  readonly playerCounts: PlayerCounts
  /** How many minutes later than a tick the charts are known. */
  readonly lag: number
}

/** A window of one game's history, and the notification settings of the game. */
export interface EvaluationContext {
  readonly game: Game
  /**
   * The minutes `from` ≤ m < `until` are evaluated now. The notifications must not depend on how history is divided
   * into windows.
   */
  readonly from: Minute
  readonly until: Minute
  /** Minutes between the samples that the account reads. */
  readonly interval: number
  /** The samples of the window at the account's interval. */
  readonly samples: Block
  /** All stored samples of the window. */
  readonly stored: Block
  readonly gaps: readonly Gap[]
  /** What a manager marked as expected: it is no part of the usual. */
  readonly excluded: readonly Span[]
  readonly events: readonly UniverseEvent[]
  /** True if the kind was not evaluated for a while because the game was paused. */
  readonly isResumed: boolean
  /** The route of this game and kind; undefined if none was set. */
  readonly route: NotificationRoute | undefined
  /** The rules of this game, oldest first. */
  readonly rules: readonly Rule[]
  /** The account's active games, including this one, by id. */
  readonly peers: readonly Game[]
  /**
   * The server that receives a game's notifications of this kind if the account has several; null if it has one or the
   * server is unknown.
   */
  serverOf(game: Game): string | null
  /**
   * All universes with an active game of any account, ascending: needed to distinguish a game's drop from a drop of the
   * platform.
   */
  readonly universes: readonly number[]
  readonly history: EvaluationHistory
  readonly playerCounts: PlayerCounts
  readonly charts: ChartCounts
  /**
   * The indexes of the platform as a whole without this game in the minutes `from` ≤ m < `until`, none of them at or after
   * the context's `until`. The best source is the first; another serves where it is not known. Empty if nothing is known.
   */
  markets(from: Minute, until: Minute): Promise<readonly MarketValues[]>
  /**
   * What happened to the game in the minutes `from` ≤ m < `until`, as it was known at the minute `now` of the window, oldest
   * first. Only digests may use it: it contains what the other evaluators found in this window.
   */
  pastEvents(span: Span, now: Minute): Promise<readonly PastEvent[]>
}

export interface Evaluation<State> {
  readonly notifications: readonly NotificationDraft[]
  /** Plain JSON. It should change only when something happened, because each change is a write. */
  readonly state: State
}

export interface Evaluator<State = unknown> {
  readonly name: RoutedKind
  /**
   * True if it is evaluated even while its notifications are switched off, so that switching it on later posts nothing
   * old.
   */
  readonly isAlwaysEvaluated: boolean
  /** `state` is the state after the previous window; undefined if the game is evaluated for the first time. */
  evaluate(context: EvaluationContext, state: State | undefined): Promise<Evaluation<State>> | Evaluation<State>
}
