// Stores API keys, found by their hash at every request. Revoked and expired keys are returned too: the domain decides
// about them.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { KeyStore } from '../../domain/api-key.js'
import type { Changes, ReadCache } from './cached-reads.js'
import type { Connection } from './connection.js'
import { apiKey } from './schema.js'

const COLUMNS = {
  id: apiKey.id,
  accountId: apiKey.accountId,
  name: apiKey.name,
  prefix: apiKey.prefix,
  createdAt: apiKey.createdAt,
  lastUsedAt: apiKey.lastUsedAt,
  expiresAt: apiKey.expiresAt,
  revokedAt: apiKey.revokedAt,
}

export function keyStore({ orm, write }: Connection, changes: Changes, readCache: ReadCache): KeyStore {
  const withHash = orm
    .select({ ...COLUMNS, hash: apiKey.hash })
    .from(apiKey)
    .where(eq(apiKey.hash, sql.placeholder('hash')))
    .prepare()
  const byHash = readCache.untilKeysChange((hash: string) => withHash.get({ hash }))
  const byId = orm
    .select(COLUMNS)
    .from(apiKey)
    .where(eq(apiKey.id, sql.placeholder('id')))
    .prepare()
  const ofAccount = orm
    .select(COLUMNS)
    .from(apiKey)
    .where(and(eq(apiKey.accountId, sql.placeholder('accountId')), isNull(apiKey.revokedAt)))
    .orderBy(apiKey.id)
    .prepare()

  return {
    create: async ({ accountId, name, prefix, hash, createdAt, expiresAt }) =>
      write(() =>
        orm.insert(apiKey).values({ accountId, name, prefix, hash, createdAt, expiresAt }).returning(COLUMNS).get(),
      ),
    byHash: async (hash) => byHash(hash),
    byId: async (id) => byId.get({ id }),
    ofAccount: async (accountId) => ofAccount.all({ accountId }),
    revoke: async (id, revokedAt) =>
      write(() => {
        changes.bump('keys')
        // A second revocation does not change the time of the first.
        orm
          .update(apiKey)
          .set({ revokedAt })
          .where(and(eq(apiKey.id, id), isNull(apiKey.revokedAt)))
          .run()
      }),
    expire: async (id, expiresAt) =>
      write(() => {
        changes.bump('keys')
        orm.update(apiKey).set({ expiresAt }).where(eq(apiKey.id, id)).run()
      }),
  }
}
