// Stores secrets encrypted. Whoever has only the database, or only a backup, cannot read them.
import { eq } from 'drizzle-orm'
import type { Clock } from '../../../domain/clock.js'
import type { SecretName, SecretStore } from '../../../domain/ports/secrets.js'
import type { SecretKey } from '../../values/secrets/cipher.js'
import { type FileKeyRing, rotateKey } from '../../values/secrets/rotate-key.js'
import { createSealing, type SecretRow } from '../../values/secrets/sealing.js'
import type { Connection } from '../connection.js'
import { secret } from './schema.js'

export function secretStore({ orm, write }: Connection, ring: FileKeyRing, clock: Clock): SecretStore {
  const { decrypt, keyForWriting, encrypt, entryOf } = createSealing(ring)
  const rows = (): readonly SecretRow[] => orm.select().from(secret).orderBy(secret.name).all()

  const store = (key: SecretKey, secretName: SecretName, value: string): void => {
    const { name, ...set } = encrypt(key, secretName, value, clock.now())
    orm
      .insert(secret)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: secret.name, set })
      .run()
  }

  return {
    get: async (name) => {
      const row = orm.select().from(secret).where(eq(secret.name, name)).get()
      return row && decrypt(row).value
    },
    put: async (name, value) => {
      const key = keyForWriting(rows().length > 0)
      write(() => store(key, name, value))
    },
    remove: async (name) => write(() => orm.delete(secret).where(eq(secret.name, name)).run().changes > 0),
    list: async () => rows().map(entryOf),
    rotate: async () =>
      rotateKey({
        ring,
        readAll: () => rows().map(decrypt),
        commit: (values, key) => write(() => values.forEach(({ name, value }) => void store(key, name, value))),
      }),
    keySource: ring.source,
  }
}
