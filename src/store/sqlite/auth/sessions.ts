// Stores sessions and login links by the hash of their secret. Expired ones are deleted when a new one is made, but
// only while the clock is correct: a clock that runs ahead would make all of them look expired.
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Session, SessionDraft, SessionStore } from '../../../domain/auth/session.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import type { Connection } from '../connection.js'
import { session } from '../schema.js'
import { loginLink } from './schema.js'

type SessionRow = typeof session.$inferSelect

export function sessionStore({ orm, write }: Connection, clockState: () => ClockState): SessionStore {
  const byHash = orm
    .select()
    .from(session)
    .where(eq(session.hash, sql.placeholder('hash')))
    .prepare()
  const ofUser = orm
    .select()
    .from(session)
    .where(eq(session.discordUserId, sql.placeholder('discordUserId')))
    .orderBy(session.id)
    .prepare()
  const ofGrants = orm
    .select()
    .from(session)
    .where(eq(session.accountId, sql.placeholder('accountId')))
    .orderBy(session.id)
    .prepare()
  const linkByHash = orm
    .select()
    .from(loginLink)
    .where(eq(loginLink.hash, sql.placeholder('hash')))
    .prepare()

  return {
    create: async (draft) =>
      write(() => {
        if (clockState() === 'correct') {
          orm.delete(session).where(lte(session.expiresAt, draft.createdAt)).run()
          orm.delete(loginLink).where(lte(loginLink.expiresAt, draft.createdAt)).run()
        }
        return toSession(orm.insert(session).values(toRow(draft)).returning().get())
      }),
    byHash: async (hash) => optional(byHash.get({ hash })),
    seen: async (id, at) =>
      write(() => {
        orm.update(session).set({ lastSeenAt: at }).where(eq(session.id, id)).run()
      }),
    ofUser: async (discordUserId) => ofUser.all({ discordUserId }).map(toSession),
    ofGrants: async (accountId) => ofGrants.all({ accountId }).map(toSession),
    remove: async (ids) =>
      write(() => {
        orm
          .delete(session)
          .where(inArray(session.id, [...ids]))
          .run()
      }),
    createLink: async (link) =>
      write(() => {
        orm.insert(loginLink).values(link).run()
      }),
    linkByHash: async (hash) => linkByHash.get({ hash }),
    useLink: async (hash, now) =>
      write(() =>
        orm
          .delete(loginLink)
          .where(and(eq(loginLink.hash, hash), gt(loginLink.expiresAt, now)))
          .returning()
          .get(),
      ),
  }
}

const optional = (row: SessionRow | undefined): Session | undefined => (row === undefined ? undefined : toSession(row))

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
