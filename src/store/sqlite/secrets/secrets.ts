// Stores secrets encrypted. Whoever has only the database, or only a backup, cannot read them.
import { eq } from 'drizzle-orm'
import type { Clock } from '../../../domain/clock.js'
import { type HeadcountError, rejection } from '../../../domain/error.js'
import type { SecretName, SecretStore } from '../../../domain/ports/secrets.js'
import type { Connection } from '../connection.js'
import { openSecret, type SecretKey, sealSecret } from './cipher.js'
import type { KeyRing } from './key-ring.js'
import { rotateKey, type SecretValue } from './rotate-key.js'
import { secret } from './schema.js'

type SecretRow = typeof secret.$inferSelect

export function secretStore({ orm, write }: Connection, ring: KeyRing, clock: Clock): SecretStore {
  const rows = (): readonly SecretRow[] => orm.select().from(secret).orderBy(secret.name).all()
  const rowOf = (name: SecretName): SecretRow | undefined =>
    orm.select().from(secret).where(eq(secret.name, name)).get()

  const missing = (): HeadcountError =>
    rejection('NOT_CONFIGURED', { name: 'secret key missing', facts: { source: ring.source() } })

  const decrypt = ({ name, keyId, sealed }: SecretRow): SecretValue => {
    const key = ring.find(keyId)
    if (key === undefined) throw missing()
    const value = openSecret(key, name, sealed)
    if (value === undefined) throw rejection('NOT_CONFIGURED', { name: 'secret damaged', facts: { secret: name } })
    return { name, keyId, value }
  }

  /** Without its key, no other secret is encrypted: with a second key it would not be clear which one is missing. */
  const keyForWriting = (): SecretKey => {
    const key = ring.current()
    if (key !== undefined) return key
    if (rows().length > 0) throw missing()
    return ring.create()
  }

  const store = (key: SecretKey, name: SecretName, value: string): void => {
    const set = { keyId: key.id, sealed: sealSecret(key, name, value), changedAt: clock.now() }
    orm
      .insert(secret)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: secret.name, set })
      .run()
  }

  return {
    get: async (name) => {
      const row = rowOf(name)
      return row && decrypt(row).value
    },
    put: async (name, value) => {
      const key = keyForWriting()
      write(() => store(key, name, value))
    },
    remove: async (name) => write(() => orm.delete(secret).where(eq(secret.name, name)).run().changes > 0),
    list: async () =>
      rows().map(({ name, keyId, changedAt }) => ({ name, keyId, hasKey: ring.find(keyId) !== undefined, changedAt })),
    rotate: async () =>
      rotateKey({
        ring,
        readAll: () => rows().map(decrypt),
        commit: (values, key) => write(() => values.forEach(({ name, value }) => void store(key, name, value))),
      }),
    keySource: ring.source,
  }
}
