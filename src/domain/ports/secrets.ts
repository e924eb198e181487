// The port of the secrets that must be readable again. They are stored encrypted; the key is not in the database.

/** What is stored, each at most once. */
export const SECRET_NAMES = ['discord.token'] as const
export type SecretName = (typeof SECRET_NAMES)[number]

/** 32 bytes, as 64 hexadecimal digits or as base64. */
export const SECRET_KEY_PATTERN = /^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i

/** Where the key is: the variable SECRET_KEY, or a file beside the database, which the first stored secret creates. */
export type SecretKeySource =
  | { readonly kind: 'variable' }
  | { readonly kind: 'file'; readonly file: string; readonly exists: boolean }

/** What is known of a stored secret without its value. */
export interface SecretEntry {
  readonly name: SecretName
  /** Names the key that encrypted it; nothing of the key can be computed from it. */
  readonly keyId: string
  /** Whether that key is here. */
  readonly hasKey: boolean
  /** Milliseconds. */
  readonly changedAt: number
}

export interface SecretRotation {
  /** The number of secrets that were encrypted again. */
  readonly secrets: number
  readonly keyId: string
}

/**
 * Rejects with NOT_CONFIGURED where a value cannot be decrypted: `secret key missing`, `secret damaged`, `key file
 * malformed`. Nothing is changed then.
 */
export interface SecretStore {
  get(name: SecretName): Promise<string | undefined>
  /** Creates the key file where there is neither a key nor any secret yet. */
  put(name: SecretName, value: string): Promise<void>
  /** False if there was none. Needs no key. */
  remove(name: SecretName): Promise<boolean>
  list(): Promise<readonly SecretEntry[]>
  /**
   * Encrypts all secrets with a new key, in one transaction. With a key file the new key is made here, and the former
   * one is deleted at the end; otherwise the new key is SECRET_KEY, and SECRET_KEY_FORMER reads the values. After a
   * crash at any point all values can be read.
   */
  rotate(): Promise<SecretRotation>
  keySource(): SecretKeySource
}
