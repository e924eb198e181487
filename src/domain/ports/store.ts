// The store port, gathered: what an engine must offer. One engine is chosen by DATABASE_URL.
import type { AccountStore, MemberStore } from '../account.js'
import type { KeyStore } from '../api-key.js'
import type { SessionStore } from '../auth/session.js'
import type { Minute } from '../clock.js'
import { HeadcountError } from '../error.js'
import type { GameStore } from '../game.js'
import type { GuildSettingsStore, GuildStore } from '../guild.js'
import type { CounterStore } from '../live/counter.js'
import type { PanelStore } from '../live/panel.js'
import type { EvaluationStore, Outbox, RouteStore, RuleStore } from '../notifications/outbox.js'
import type { PrivateServerUseStore } from '../private-server.js'
import type { RevenueStore } from '../revenue.js'
import type { PlanChangeStore } from '../rules/plan-room.js'
import type { UniverseStore } from '../universe.js'
import type { UsageStore } from '../usage.js'
import type { EventSource } from './events.js'
import type { RemovedSampleStore } from './removed-samples.js'
import type { SeriesStore } from './series.js'

/** Small facts that outlive a restart, for example the hash of the commands last registered with Discord. */
export interface SettingStore {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
}

/** What was found in the future by a clock that is correct, and moved back. */
export interface ClockRepair {
  /** Where the cursor of the ticks stood; null where it lay in the past. */
  readonly cursor: Minute | null
  /** Gaps that were shortened, or deleted where they began in the future. */
  readonly gaps: number
  readonly schedules: number
  /** Of whatever else. */
  readonly times: number
}

/** One process at a time owns a database; another one has it open. */
export class DatabaseInUse extends HeadcountError {
  constructor(database: string) {
    super(
      'UNAVAILABLE',
      `another Headcount process works on ${database}: a service, or a command that has not ended. Stop it, or set DATABASE_URL to another file.`,
    )
  }
}

export interface StoreHealth {
  readonly writable: boolean
  readonly migrated: boolean
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
  readonly counters: CounterStore
  readonly series: SeriesStore
  readonly removedSamples: RemovedSampleStore
  readonly evaluations: EvaluationStore
  readonly outbox: Outbox
  readonly routes: RouteStore
  readonly rules: RuleStore
  readonly revenue: RevenueStore
  readonly usage: UsageStore
  readonly privateServerUses: PrivateServerUseStore
  readonly settings: SettingStore
  health(): Promise<StoreHealth>
  /** What was committed: whoever remembers something of the store listens. */
  readonly events: EventSource
  /**
   * Moves back what a clock that ran ahead wrote beyond `now` (ms): cursors, gaps, schedules, and the times for which
   * something waits. Does nothing unless the clock is correct.
   */
  moveBack(now: number): Promise<ClockRepair>
  close(): void
}
