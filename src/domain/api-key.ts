// An API key for `/api/v1`: shown once, stored as a hash (API-32).

export interface ApiKey {
  readonly id: number
  readonly accountId: number
  readonly name: string
  /** The first 12 characters of the whole key, for display. */
  readonly prefix: string
  readonly createdAt: number
  /** Rounded down to the minute. */
  readonly lastUsedAt: number | null
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

export interface KeyDraft extends Omit<ApiKey, 'id' | 'lastUsedAt' | 'revokedAt'> {
  /** SHA-256 of the whole key, lower-case hex. */
  readonly hash: string
}

export const isUsable = (key: ApiKey, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)

export interface KeyStore {
  create(draft: KeyDraft): Promise<ApiKey>
  byHash(hash: string): Promise<(ApiKey & { readonly hash: string }) | undefined>
  byId(id: number): Promise<ApiKey | undefined>
  /** The keys that are not revoked, oldest first. */
  ofAccount(accountId: number): Promise<ApiKey[]>
  revoke(id: number, revokedAt: number): Promise<void>
  expire(id: number, expiresAt: number): Promise<void>
}
