// Stores sessions and login links by the hash of their secret. Expired ones are deleted when a new one is made, but
// only while the clock is correct: a clock that runs ahead would make all of them look expired.
import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Session, SessionDraft, SessionStore } from '../../../domain/auth/session.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import { first, only } from '../columns.js'
import type { Connection } from '../connection.js'
import { session } from '../schema.js'
import { loginLink } from './schema.js'

type SessionRow = typeof session.$inferSelect

export const sessionStore = ({ read, write }: Connection, clockState: () => ClockState): SessionStore => ({
  create: (draft) =>
    write(async ({ orm }) => {
      if (clockState() === 'correct') {
        await orm.delete(session).where(lte(session.expiresAt, draft.createdAt))
        await orm.delete(loginLink).where(lte(loginLink.expiresAt, draft.createdAt))
      }
      return toSession(only(await orm.insert(session).values(toRow(draft)).returning()))
    }),
  byHash: async (hash) => {
    const row = first(await read((orm) => orm.select().from(session).where(eq(session.hash, hash))))
    return row && toSession(row)
  },
  seen: (id, at) =>
    write(async ({ orm }) => void (await orm.update(session).set({ lastSeenAt: at }).where(eq(session.id, id)))),
  ofUser: async (discordUserId) => {
    const isOwn = eq(session.discordUserId, discordUserId)
    return (await read((orm) => orm.select().from(session).where(isOwn).orderBy(session.id))).map(toSession)
  },
  ofGrants: async (accountId) => {
    const isOfAccount = eq(session.accountId, accountId)
    return (await read((orm) => orm.select().from(session).where(isOfAccount).orderBy(session.id))).map(toSession)
  },
  remove: (ids) => write(async ({ orm }) => void (await orm.delete(session).where(inArray(session.id, [...ids])))),
  createLink: (link) => write(async ({ orm }) => void (await orm.insert(loginLink).values(link))),
  linkByHash: async (hash) => first(await read((orm) => orm.select().from(loginLink).where(eq(loginLink.hash, hash)))),
  useLink: (hash, now) =>
    write(async ({ orm }) => {
      const isGood = and(eq(loginLink.hash, hash), gt(loginLink.expiresAt, now))
      return first(await orm.delete(loginLink).where(isGood).returning())
    }),
})

function toSession({ hash: _, discordUserId, accountId, role, ...facts }: SessionRow): Session {
  if (discordUserId !== null) return { ...facts, discordUserId, grant: null }
  if (accountId === null || role === null) throw new Error(`Session ${facts.id} is nobody's.`)
  return { ...facts, discordUserId, grant: { accountId, role } }
}

const toRow = ({ grant, ...draft }: SessionDraft) => ({
  ...draft,
  accountId: grant?.accountId ?? null,
  role: grant?.role ?? null,
})
