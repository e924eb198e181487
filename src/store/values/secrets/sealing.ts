// What both engines do with a stored secret: find the key that it needs, and say which one is missing.
import { type HeadcountError, rejection } from '../../../domain/error.js'
import type { SecretEntry, SecretName } from '../../../domain/ports/secrets.js'
import { openSecret, type SecretKey, sealSecret } from './cipher.js'
import type { KeyRing, SecretValue } from './rotate-key.js'

/** The columns of a stored secret. */
export interface SecretRow {
  readonly name: SecretName
  readonly keyId: string
  readonly sealed: Buffer
  readonly changedAt: number
}

export function createSealing(ring: KeyRing) {
  const missing = (): HeadcountError =>
    rejection('NOT_CONFIGURED', { name: 'secret key missing', facts: { source: ring.source() } })

  return {
    decrypt: ({ name, keyId, sealed }: SecretRow): SecretValue => {
      const key = ring.find(keyId)
      if (key === undefined) throw missing()
      const value = openSecret(key, name, sealed)
      if (value === undefined) throw rejection('NOT_CONFIGURED', { name: 'secret damaged', facts: { secret: name } })
      return { name, keyId, value }
    },

    /** Without its key, no other secret is encrypted: with a second key it would not be clear which one is missing. */
    keyForWriting: (hasSecrets: boolean): SecretKey => {
      const key = ring.current()
      if (key !== undefined) return key
      if (hasSecrets) throw missing()
      return ring.create()
    },

    encrypt: (key: SecretKey, name: SecretName, value: string, changedAt: number): SecretRow => ({
      name,
      keyId: key.id,
      sealed: sealSecret(key, name, value),
      changedAt,
    }),

    entryOf: ({ name, keyId, changedAt }: SecretRow): SecretEntry => ({
      name,
      keyId,
      hasKey: ring.find(keyId) !== undefined,
      changedAt,
    }),
  }
}
