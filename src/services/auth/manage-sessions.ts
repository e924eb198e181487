// Web sessions: created at sign-in, looked up by the cookie's secret at every request, listed, ended.
import { createHash, randomBytes } from 'node:crypto'
import { statusAt } from '../../domain/account.js'
import {
  isLive,
  type Membership,
  SEEN_INTERVAL_MS,
  SESSION_LIFETIME_MS,
  type Session,
  type SessionSubject,
} from '../../domain/auth/session.js'
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'

const SECRET_BYTES = 32
const MAX_BROWSER_LENGTH = 100

/** A person who uses a browser. The memberships are looked up at each request, so that they can be revoked. */
export interface SignedInPerson {
  readonly session: Session
  readonly memberships: readonly Membership[]
  /** Whether the person may use the pages of the operator. */
  readonly isOperator: boolean
}

export interface NewSession {
  readonly subject: SessionSubject
  readonly name: string | null
  readonly browser: string
  /** The secret of the browser's previous session, which ends. */
  readonly replaces: string | undefined
  readonly isOperator?: boolean
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  /** The Discord user ids of OPERATORS. */
  readonly operators: readonly string[]
}

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export function createManageSessions({ store, clock, operators }: Deps) {
  const membershipsOf = async (session: Session): Promise<Membership[]> => {
    const members = session.grant ? [session.grant] : await store.members.ofUser(session.discordUserId)
    const found: Membership[] = []
    for (const { accountId, role } of members) {
      const account = await store.accounts.byId(accountId)
      if (account) found.push({ account: { ...account, status: statusAt(account, clock.now()) }, role })
    }
    return found
  }

  const ofPerson = async (session: Session): Promise<Session[]> => {
    const all = session.grant ? [session] : await store.sessions.ofUser(session.discordUserId)
    return all.filter((one) => isLive(one, clock.now()))
  }

  const end = async (secret: string): Promise<void> => {
    const session = await store.sessions.byHash(hashOf(secret))
    if (session) await store.sessions.remove([session.id])
  }

  return {
    /** Always creates a new secret, which prevents session fixation. */
    start: async ({
      subject,
      name,
      browser,
      replaces,
      isOperator = false,
    }: NewSession): Promise<{ secret: string; session: Session }> => {
      if (replaces !== undefined) await end(replaces)
      const now = clock.now()
      const secret = newSecret()
      const times = { createdAt: now, lastSeenAt: now, expiresAt: now + SESSION_LIFETIME_MS }
      const facts = { ...subject, name, browser: browser.slice(0, MAX_BROWSER_LENGTH), isOperator, ...times }
      return { secret, session: await store.sessions.create({ ...facts, hash: hashOf(secret) }) }
    },

    find: async (secret: string): Promise<SignedInPerson | undefined> => {
      const session = await store.sessions.byHash(hashOf(secret))
      if (!session || !isLive(session, clock.now())) return undefined
      const isOperator = session.isOperator || (session.grant === null && operators.includes(session.discordUserId))
      return { session, memberships: await membershipsOf(session), isOperator }
    },

    noteSeen: async (session: Session): Promise<void> => {
      if (session.lastSeenAt + SEEN_INTERVAL_MS <= clock.now()) await store.sessions.seen(session.id, clock.now())
    },

    end,

    /** Ends the sessions of all browsers of the person, including this one. */
    endAll: async (session: Session): Promise<void> => {
      await store.sessions.remove((await ofPerson(session)).map(({ id }) => id))
    },

    list: ofPerson,

    /** Ends one of the person's own sessions; the session of another person is reported as not found. */
    endOne: async (session: Session, id: number): Promise<void> => {
      if (!(await ofPerson(session)).some((one) => one.id === id))
        throw rejection('NOT_FOUND', { name: 'unknown session', facts: {} })
      await store.sessions.remove([id])
    },

    /** Sessions that were opened with a login link of the account, for its owner. */
    ofLinks: async (accountId: number): Promise<Session[]> =>
      (await store.sessions.ofGrants(accountId)).filter((one) => isLive(one, clock.now())),

    endOfLink: async (accountId: number, id: number): Promise<void> => {
      const sessions = await store.sessions.ofGrants(accountId)
      if (!sessions.some((one) => one.id === id)) throw rejection('NOT_FOUND', { name: 'unknown session', facts: {} })
      await store.sessions.remove([id])
    },
  }
}
