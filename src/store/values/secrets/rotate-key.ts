// Encrypts all secrets with a new key. The key file holds both keys from before the transaction until after it, so that
// after a crash at any point every value can be read.
import { rejection } from '../../../domain/error.js'
import type { SecretKeySource, SecretName, SecretRotation } from '../../../domain/ports/secrets.js'
import { createSecretKey, type SecretKey } from './cipher.js'

/** The keys that a process has. */
export interface KeyRing {
  source(): SecretKeySource
  /** The key that encrypts; undefined if there is none yet. The files are read at each call: they may be put back. */
  current(): SecretKey | undefined
  find(id: string): SecretKey | undefined
  /** Creates the first key, where keys are kept in a file. If another process has just created it, that key is returned. */
  create(): SecretKey
}

export interface FileKeyRing extends KeyRing {
  /** The keys of the file. */
  inFile(): readonly SecretKey[]
  /** Replaces the key file, which is complete at any time. */
  replace(keys: readonly SecretKey[]): void
}

export interface SecretValue {
  readonly name: SecretName
  readonly keyId: string
  readonly value: string
}

interface Deps {
  readonly ring: FileKeyRing
  /** Decrypts all secrets, or throws. */
  readAll(): readonly SecretValue[]
  /** Encrypts these values with the key, in one transaction. */
  commit(values: readonly SecretValue[], key: SecretKey): void
}

export function rotateKey({ ring, readAll, commit }: Deps): SecretRotation {
  const values = readAll()
  if (ring.source().kind === 'variable') return rotateToVariable(values, { ring, commit })
  const key = createSecretKey()
  ring.replace([...ring.inFile(), key])
  commit(values, key)
  ring.replace([key])
  return { secrets: values.length, keyId: key.id }
}

function rotateToVariable(values: readonly SecretValue[], { ring, commit }: Omit<Deps, 'readAll'>): SecretRotation {
  const { old, key } = rotationToVariable(values, ring)
  commit(old, key)
  return { secrets: old.length, keyId: key.id }
}

/** The operator has set the new key; values that have it already stay as they are. */
export function rotationToVariable(
  values: readonly SecretValue[],
  ring: Pick<KeyRing, 'current'>,
): { readonly old: readonly SecretValue[]; readonly key: SecretKey } {
  const key = ring.current()
  const old = values.filter(({ keyId }) => keyId !== key?.id)
  if (key === undefined || old.length === 0)
    throw rejection('INVALID_PARAMETERS', { name: 'no other secret key', facts: {} })
  return { old, key }
}
