// The store port, gathered: what an engine must offer. One engine is chosen by DATABASE_URL.
import type { AccountStore, MemberStore } from '../account.js'
import type { KeyStore } from '../api-key.js'
import { HeadcountError } from '../error.js'
import type { GameStore } from '../game.js'
import type { GuildSettingsStore, GuildStore } from '../guild.js'
import type { CounterStore } from '../live/counter.js'
import type { PanelStore } from '../live/panel.js'
import type { PrivateServerUseStore } from '../private-server.js'
import type { RevenueStore } from '../revenue.js'
import type { SessionStore } from '../signing-in/session.js'
import type { UniverseStore } from '../universe.js'
import type { UsageStore } from '../usage.js'
import type { NoticeStore, RouteStore, RuleStore } from './notices.js'
import type { SeriesStore } from './series.js'

/** Small facts that outlive a restart, for example the hash of the commands last registered with Discord. */
export interface SettingStore {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
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
  readonly accounts: AccountStore
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
  readonly notices: NoticeStore
  readonly routes: RouteStore
  readonly rules: RuleStore
  readonly revenue: RevenueStore
  readonly usage: UsageStore
  readonly privateServerUses: PrivateServerUseStore
  readonly settings: SettingStore
  health(): Promise<StoreHealth>
  /** Grows whenever accounts, games, names or how they want notices may have changed, by whatever process: a cache that saw another number is stale. */
  trackingVersion(): number
  close(): void
}
