// Stores the unlisted links to the wall displays of accounts.
import { and, count, desc, eq } from 'drizzle-orm'
import type { WallLinkStore } from '../../../domain/sharing/wall-link.js'
import { first, only } from '../columns.js'
import type { Connection } from '../connection.js'
import { lockAccount } from '../locks.js'
import { wallLink } from './schema.js'

export const wallLinkStore = ({ read, write }: Connection): WallLinkStore => ({
  create: (draft, maxLinks) =>
    write(async (transaction) => {
      const { orm } = transaction
      await lockAccount(transaction, draft.accountId)
      const isOfAccount = eq(wallLink.accountId, draft.accountId)
      const { links } = only(await orm.select({ links: count() }).from(wallLink).where(isOfAccount))
      return links >= maxLinks ? undefined : only(await orm.insert(wallLink).values(draft).returning())
    }),
  ofAccount: (accountId) =>
    read((orm) => orm.select().from(wallLink).where(eq(wallLink.accountId, accountId)).orderBy(desc(wallLink.id))),
  bySecret: async (secret) =>
    first(await read((orm) => orm.select().from(wallLink).where(eq(wallLink.secret, secret)))),
  remove: (accountId, id) =>
    write(async ({ orm }) => {
      const which = and(eq(wallLink.accountId, accountId), eq(wallLink.id, id))
      const { rowCount } = await orm.delete(wallLink).where(which)
      return rowCount !== 0
    }),
})
