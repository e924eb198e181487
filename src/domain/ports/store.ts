// The store port: all interfaces that a storage engine must implement. DATABASE_URL selects it.
import type { AccountStore, MemberStore } from '../account.js'
import type { KeyStore } from '../api-key.js'
import type { AuditStore } from '../audit/audit-entry.js'
import type { SessionStore } from '../auth/session.js'
import type { Minute } from '../clock.js'
import { Rejection } from '../error.js'
import type { GameStore } from '../game.js'
import type { GameMarkStore } from '../game-marks.js'
import type { GuildSettingsStore, GuildStore } from '../guild.js'
import type { ExpectedSpanStore } from '../insights/usual/expected-span.js'
import type { HourlyNumbersStore } from '../insights/usual/hourly-numbers.js'
import type { ChannelCounterStore } from '../live-updates/counter.js'
import type { PanelStore } from '../live-updates/panel.js'
import type { EvaluationStore, Outbox, RouteStore, RuleStore } from '../notifications/outbox.js'
import type { PersonAlertStore } from '../person-alerts/person-alert.js'
import type { PrivateServerUseStore } from '../private-server.js'
import type { Leases } from '../processes/leases.js'
import type { WindowCounter } from '../processes/window-counter.js'
import type { RevenueStore } from '../revenue.js'
import type { PlanChangeStore } from '../rules/plan-room.js'
import type { ShareLinkStore } from '../sharing/share-link.js'
import type { WallLinkStore } from '../sharing/wall-link.js'
import type { UniverseStore } from '../universe.js'
import type { UsageStore } from '../usage.js'
import type { EventLog } from './event-log.js'
import type { EventSource } from './events.js'
import type { IconStore } from './icons.js'
import type { MarketStore } from './market.js'
import type { RemovedSampleStore } from './removed-samples.js'
import type { ScheduledPostStore } from './scheduled-posts.js'
import type { SecretStore } from './secrets.js'
import type { SeriesStore } from './series.js'

/** Small values that outlive a restart, for example the hash of the commands last registered with Discord. */
export interface SettingStore {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
}

/** The stored times that lay in the future and were moved back once the clock was correct. */
export interface ClockRepair {
  /** The former position of the tick cursor; null if it was not in the future. */
  readonly cursor: Minute | null
  /** Gaps that were shortened, or deleted if they began in the future. */
  readonly gaps: number
  readonly schedules: number
  /** The number of all other times. */
  readonly times: number
}

/** Thrown if another process has the database open, because only one process at a time can own it. */
export class DatabaseInUse extends Rejection {
  constructor(database: string) {
    super('UNAVAILABLE', { name: 'database in use', facts: { database } })
  }
}

export interface StoreHealth {
  readonly writable: boolean
  /** Missing while it is not known. */
  readonly migrated?: boolean
  /** The server of the database cannot be reached, or does not answer. */
  readonly unreachable?: true
  /** The file that is written is no longer the one at its path: it was moved, replaced or deleted. */
  readonly moved?: true
}

/** The file of the database that this process has open. */
export interface OpenDatabaseFile {
  /** Where it was opened. */
  readonly path: string
  /** Whether another file, or none, is at the path now. */
  isMoved(): Promise<boolean>
  /** How large a copy of it is. */
  bytes(): number
  /** Copies it page by page, wherever it is now, beside all other work. `target` must not exist yet. */
  copyInto(target: string, signal: AbortSignal): Promise<void>
}

/** The response to a request; what has begun is not rejected any more. */
export interface UnansweredResponse {
  readonly headersSent: boolean
}

/** The minutes whose ticks could not be stored, where a full disk has room for them. It is best effort, and throws nothing. */
export interface MissedNote {
  read(): readonly Minute[]
  /** Replaces what was there; without minutes, only makes sure that there is room for some. They must ascend. */
  write(minutes: readonly Minute[]): void
}

export interface Store {
  readonly accounts: AccountStore & PlanChangeStore
  readonly members: MemberStore
  readonly sessions: SessionStore
  readonly games: GameStore
  readonly universes: UniverseStore
  readonly keys: KeyStore
  readonly guilds: GuildStore
  readonly guildSettings: GuildSettingsStore
  readonly panels: PanelStore
  readonly counters: ChannelCounterStore
  readonly series: SeriesStore
  readonly removedSamples: RemovedSampleStore
  readonly market: MarketStore
  readonly evaluations: EvaluationStore
  readonly eventLog: EventLog
  readonly outbox: Outbox
  readonly scheduledPosts: ScheduledPostStore
  readonly routes: RouteStore
  readonly rules: RuleStore
  readonly expectedSpans: ExpectedSpanStore
  readonly hourlyNumbers: HourlyNumbersStore
  readonly personAlerts: PersonAlertStore
  readonly revenue: RevenueStore
  readonly usage: UsageStore
  readonly icons: IconStore
  readonly marks: GameMarkStore
  readonly shareLinks: ShareLinkStore
  readonly wallLinks: WallLinkStore
  readonly privateServerUses: PrivateServerUseStore
  readonly settings: SettingStore
  readonly secrets: SecretStore
  readonly audit: AuditStore
  /** How processes that share the database divide the work. */
  readonly leases: Leases
  /** Undefined where one process does everything, which counts in its memory. */
  readonly windowCounter: WindowCounter | undefined
  health(): Promise<StoreHealth>
  /** Undefined where the database is on a server. */
  readonly openFile: OpenDatabaseFile | undefined
  /** Undefined where the database is on a server. */
  readonly missedNote: MissedNote | undefined
  /** The size of the database. */
  bytes(): Promise<number>
  /**
   * Runs what answers a request. Where the database is not well, what `answer` waits for is rejected in time for an answer
   * within 2 s (PROCESS-46). Undefined where the database is a file of this process.
   */
  readonly answerInTime: ((response: UnansweredResponse, answer: () => void) => void) | undefined
  /** Events about commits, for code that caches data of the store. */
  readonly events: EventSource
  /**
   * Moves back the times after `now` (ms) that were written while the clock was ahead: cursors, gaps, schedules, and
   * times that something waits for. Does nothing unless the clock is correct. Where several processes write, what the correct clock of
   * another one may have written stays.
   */
  moveBack(now: number): Promise<ClockRepair>
  close(): void
}
