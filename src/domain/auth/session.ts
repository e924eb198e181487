// Sessions of people who are signed in on the web, and the one-time links that sign in without Discord (WEB-2, WEB-8).
import type { Account, Role } from '../account.js'
import { DAY_MS, MINUTE_MS } from '../clock.js'

/**
 * A Discord user, whose memberships are looked up at each request, or somebody who signed in with an operator's link.
 */
export type SessionSubject =
  | { readonly discordUserId: string; readonly grant: null }
  | { readonly discordUserId: null; readonly grant: { readonly accountId: number; readonly role: Role } }

interface SessionFacts {
  /** The person's name on Discord; null if the person signed in with a link. */
  readonly name: string | null
  /** A short description of the browser, for the list of sessions. */
  readonly browser: string
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
}

export type Session = SessionFacts &
  SessionSubject & {
    readonly id: number
    /** Whether it was opened as the operator: at the first run, or with a link of the operator. */
    readonly isOperator: boolean
  }

/** SHA-256 of the cookie's secret, lower-case hex. */
export type SessionDraft = SessionFacts & SessionSubject & { readonly hash: string; readonly isOperator?: boolean }

export interface LoginLink {
  readonly accountId: number
  readonly role: Role
  readonly expiresAt: number
  /** Whether it also opens the pages of the operator. */
  readonly isOperator: boolean
}

/** An account that a person may see, and the person's role in it. */
export interface Membership {
  readonly account: Account
  readonly role: Role
}

export const SESSION_LIFETIME_MS = 30 * DAY_MS
/** A session that is not used for this long ends. */
const IDLE_SESSION_TIMEOUT_MS = 7 * DAY_MS
/** The last use is recorded only every few minutes, so that viewing a page does not cost a write. */
export const SEEN_INTERVAL_MS = 5 * MINUTE_MS
export const LOGIN_LINK_LIFETIME_MS = 15 * MINUTE_MS

export const isLive = (session: Session, now: number): boolean =>
  session.expiresAt > now && session.lastSeenAt + IDLE_SESSION_TIMEOUT_MS > now

const RANK: Readonly<Record<Role, number>> = { viewer: 0, manager: 1, owner: 2 }

/** An owner may do what a manager may, and a manager may do what a viewer may. */
export const mayAct = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed]

export interface SessionStore {
  create(draft: SessionDraft): Promise<Session>
  byHash(hash: string): Promise<Session | undefined>
  seen(id: number, at: number): Promise<void>
  /** All sessions of one person, or of one account's login links; oldest first. */
  ofUser(discordUserId: string): Promise<Session[]>
  ofGrants(accountId: number): Promise<Session[]>
  remove(ids: readonly number[]): Promise<void>
  createLink(link: LoginLink & { readonly hash: string }): Promise<void>
  linkByHash(hash: string): Promise<LoginLink | undefined>
  /**
   * Uses a link once: a link that is valid at `now` is returned and deleted; an expired one is not returned and stays.
   */
  useLink(hash: string, now: number): Promise<LoginLink | undefined>
}
