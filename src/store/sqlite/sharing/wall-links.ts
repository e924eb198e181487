// Stores the unlisted links to the wall displays of accounts.
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { WallLinkStore } from '../../../domain/sharing/wall-link.js'
import type { Connection } from '../connection.js'
import { wallLink } from './schema.js'

export function wallLinkStore({ orm, write }: Connection): WallLinkStore {
  const bySecret = orm
    .select()
    .from(wallLink)
    .where(eq(wallLink.secret, sql.placeholder('secret')))
    .prepare()

  return {
    create: async (draft, maxLinks) =>
      write(() => {
        const known = orm.select({ links: count() }).from(wallLink).where(eq(wallLink.accountId, draft.accountId)).get()
        if ((known?.links ?? 0) >= maxLinks) return undefined
        return orm.insert(wallLink).values(draft).returning().get()
      }),
    ofAccount: async (accountId) =>
      orm.select().from(wallLink).where(eq(wallLink.accountId, accountId)).orderBy(desc(wallLink.id)).all(),
    bySecret: async (secret) => bySecret.get({ secret }),
    remove: async (accountId, id) =>
      write(
        () =>
          orm
            .delete(wallLink)
            .where(and(eq(wallLink.accountId, accountId), eq(wallLink.id, id)))
            .run().changes > 0,
      ),
  }
}
