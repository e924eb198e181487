// Stores API keys, found by their hash at every request. Revoked and expired keys are returned too: the domain decides
// about them.
import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { KeyStore } from '../../domain/api-key.js'
import { first, only } from './columns.js'
import type { Connection } from './connection.js'
import { apiKey } from './schema.js'

const { hash: HASH, ...COLUMNS } = getTableColumns(apiKey)

export const keyStore = ({ read, write }: Connection): KeyStore => ({
  create: ({ accountId, name, prefix, hash, createdAt, expiresAt }) =>
    write(async ({ orm }) =>
      only(await orm.insert(apiKey).values({ accountId, name, prefix, hash, createdAt, expiresAt }).returning(COLUMNS)),
    ),
  byHash: async (hash) => first(await read((orm) => orm.select().from(apiKey).where(eq(HASH, hash)))),
  byId: async (id) => first(await read((orm) => orm.select(COLUMNS).from(apiKey).where(eq(apiKey.id, id)))),
  ofAccount: (accountId) =>
    read((orm) =>
      orm
        .select(COLUMNS)
        .from(apiKey)
        .where(and(eq(apiKey.accountId, accountId), isNull(apiKey.revokedAt)))
        .orderBy(apiKey.id),
    ),
  revoke: (id, revokedAt) =>
    write(async ({ orm, changed }) => {
      changed('keys')
      // A second revocation does not change the time of the first.
      const isUnrevoked = and(eq(apiKey.id, id), isNull(apiKey.revokedAt))
      await orm.update(apiKey).set({ revokedAt }).where(isUnrevoked)
    }),
  expire: (id, expiresAt) =>
    write(async ({ orm, changed }) => {
      changed('keys')
      await orm.update(apiKey).set({ expiresAt }).where(eq(apiKey.id, id))
    }),
})
