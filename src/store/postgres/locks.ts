// Locks for checks that a write depends on. SQLite has one writer at a time; here, another transaction could write between
// the check and the write, for example add the last game that a plan allows. Each lock lasts until the transaction ends.
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from './connection.js'
import { account, game } from './schema.js'

/** Changes of an account, and of its games, members and links, that depend on a check take this lock, so that they wait for each other. */
export const lockAccount = async ({ orm }: Transaction, id: number): Promise<void> =>
  void (await orm.select({ id: account.id }).from(account).where(eq(account.id, id)).for('update'))

export const lockGame = async ({ orm }: Transaction, id: number): Promise<void> =>
  void (await orm.select({ id: game.id }).from(game).where(eq(game.id, id)).for('update'))

/** For what has no row of its own, such as a Discord server. */
export const lockName = async ({ orm }: Transaction, kind: string, name: string): Promise<void> =>
  void (await orm.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${kind}), hashtext(${name}))`))
