// Stores secrets encrypted. The processes share no folder, so that the key is a variable that each of them is given.
import { eq } from 'drizzle-orm'
import type { Clock } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import type { SecretName, SecretStore } from '../../../domain/ports/secrets.js'
import { parseSecretKey, type SecretKey } from '../../values/secrets/cipher.js'
import { type KeyRing, rotationToVariable } from '../../values/secrets/rotate-key.js'
import { createSealing, type SecretRow } from '../../values/secrets/sealing.js'
import { byBytes, first } from '../columns.js'
import type { Connection, Orm } from '../connection.js'
import { lockName } from '../locks.js'
import { secret } from './schema.js'

/** The values of SECRET_KEY and SECRET_KEY_FORMER; both were checked by the configuration. */
export interface SecretKeyTexts {
  readonly current?: string | undefined
  readonly former?: string | undefined
}

export function secretStore({ read, write }: Connection, texts: SecretKeyTexts, clock: Clock): SecretStore {
  const ring = variablesOnly(texts)
  const { decrypt, keyForWriting, encrypt, entryOf } = createSealing(ring)
  const rows = async (orm: Orm): Promise<readonly SecretRow[]> =>
    orm.select().from(secret).orderBy(byBytes(secret.name))

  async function store(orm: Orm, key: SecretKey, of: { readonly name: SecretName; readonly value: string }) {
    const { name, ...set } = encrypt(key, of.name, of.value, clock.now())
    await orm
      .insert(secret)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: secret.name, set })
  }

  return {
    get: async (name) => {
      const row = first(await read((orm) => orm.select().from(secret).where(eq(secret.name, name))))
      return row && decrypt(row).value
    },
    put: (name, value) =>
      write(async (transaction) => {
        await lockName(transaction, 'secrets', '')
        const { orm } = transaction
        await store(orm, keyForWriting((await rows(orm)).length > 0), { name, value })
      }),
    remove: (name) => write(async ({ orm }) => (await orm.delete(secret).where(eq(secret.name, name))).rowCount !== 0),
    list: async () => (await read(rows)).map(entryOf),
    rotate: () =>
      write(async (transaction) => {
        await lockName(transaction, 'secrets', '')
        const { orm } = transaction
        const { old, key } = rotationToVariable((await rows(orm)).map(decrypt), ring)
        for (const value of old) await store(orm, key, value)
        return { secrets: old.length, keyId: key.id }
      }),
    keySource: ring.source,
  }
}

function variablesOnly({ current, former }: SecretKeyTexts): KeyRing {
  const [currentKey, formerKey] = [current, former].map((text) =>
    text === undefined ? undefined : parseSecretKey(text),
  )
  const keys = [currentKey, formerKey].filter((key) => key !== undefined)
  const source = { kind: 'variable' } as const
  return {
    source: () => source,
    current: () => currentKey,
    find: (id) => keys.find((key) => key.id === id),
    create: () => {
      throw rejection('NOT_CONFIGURED', { name: 'secret key not set', facts: {} })
    },
  }
}
