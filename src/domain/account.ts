// An account: a subscription, games, API keys, and members who may sign in.
import { DAY_MS } from './clock.js'
import type { PlanName } from './plan.js'

export const STATUSES = ['trial', 'active', 'expired'] as const
export type Status = (typeof STATUSES)[number]

export interface Subscription {
  readonly plan: PlanName
  readonly status: Status
  /** Milliseconds; set for a trial, and unchanged after it has ended. */
  readonly trialEndsAt: number | null
}

export interface Account extends Subscription {
  readonly id: number
  readonly name: string
  /** After a lapse or a downgrade: the plan whose history stays readable, and until when (ms). */
  readonly formerPlan: { readonly plan: PlanName; readonly until: number } | null
  readonly createdAt: number
}

export type AccountDraft = Omit<Account, 'id'>

export const ROLES = ['owner', 'manager', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export interface Member {
  readonly accountId: number
  readonly discordUserId: string
  readonly role: Role
  readonly createdAt: number
}

/** PLANS-13: history that an account could read stays readable until 30 days after a lapse or a removal. */
export const GRACE_PERIOD_MS = 30 * DAY_MS

/** PLANS-4: a trial that has ended is `expired`, even if the stored status does not say so yet. */
export const statusAt = (subscription: Subscription, now: number): Status =>
  subscription.status === 'trial' && subscription.trialEndsAt !== null && subscription.trialEndsAt <= now
    ? 'expired'
    : subscription.status

export interface AccountActivity {
  readonly games: number
  /** Of `games`, those that are not paused. */
  readonly activeGames: number
  /** Without those who signed in with a link. */
  readonly members: number
  /** The last request with a key or visit of a member, ms; null if there is none. Members of several accounts count for each. */
  readonly lastUsedAt: number | null
}

export interface AccountStore {
  create(draft: AccountDraft): Promise<Account>
  /** Rejects with NOT_FOUND where there is an account, also one that another process creates at the same time. */
  createFirst(draft: AccountDraft): Promise<Account>
  byId(id: number): Promise<Account | undefined>
  byName(name: string): Promise<Account | undefined>
  list(): Promise<Account[]>
  /** By account id; unknown ids are omitted. */
  activity(ids: readonly number[]): Promise<ReadonlyMap<number, AccountActivity>>
  update(account: Account): Promise<void>
  remove(id: number): Promise<void>
}

export interface MemberStore {
  set(member: Member): Promise<void>
  remove(accountId: number, discordUserId: string): Promise<Member | undefined>
  /**
   * Like `set` and `remove`, but returns false and changes nothing if the account's last owner would lose that role.
   */
  setKeepingOwner(member: Member): Promise<boolean>
  removeKeepingOwner(accountId: number, discordUserId: string): Promise<boolean>
  list(accountId: number): Promise<Member[]>
  /** The memberships of one person, oldest first. */
  ofUser(discordUserId: string): Promise<Member[]>
}
