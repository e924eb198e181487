// Manages API keys: creates, lists, rotates and revokes them, and authenticates requests (API-32).
import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Account } from '../../domain/account.js'
import { type ApiKey, isUsable, type KeyDraft } from '../../domain/api-key.js'
import type { AuditAction } from '../../domain/audit/audit-entry.js'
import { type Clock, HOUR_MS } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditLog, AuditNote } from '../audit/audit-log.js'

export const MAX_GRACE_HOURS = 168
const PREFIX_LENGTH = 12
const MAX_KEYS = 100
const MAX_NAME_LENGTH = 100

/** The secret is returned only once, when the key is created. */
export type NewKey = ApiKey & { readonly secret: string }

export function createManageKeys({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  const draftKey = async (account: Account, name: string, expiresAt: number | null): Promise<DraftedKey> => {
    const trimmed = name.trim()
    if (trimmed.length < 1 || trimmed.length > MAX_NAME_LENGTH)
      throw rejection('INVALID_PARAMETERS', { name: 'key name length', facts: { most: MAX_NAME_LENGTH } })
    if (expiresAt !== null && expiresAt <= clock.now())
      throw rejection('INVALID_PARAMETERS', { name: 'expiry in the past', facts: {} })
    if ((await store.keys.ofAccount(account.id)).length >= MAX_KEYS) {
      throw rejection('INVALID_PARAMETERS', { name: 'too many keys', facts: { most: MAX_KEYS } })
    }
    const secret = makeSecret()
    const draft = { accountId: account.id, name: trimmed, prefix: secret.slice(0, PREFIX_LENGTH) }
    return { secret, draft: { ...draft, hash: hashOf(secret), createdAt: clock.now(), expiresAt } }
  }

  const require = async (id: number): Promise<ApiKey> => {
    const key = await store.keys.byId(id)
    if (!key || key.revokedAt !== null) throw rejection('NOT_FOUND', { name: 'unknown key', facts: { id } })
    return key
  }

  return {
    create: async (account: Account, name: string, expiresAt: number | null = null): Promise<NewKey> => {
      const { secret, draft } = await draftKey(account, name, expiresAt)
      const key = await audit.commit(noteOf('key created', draft), () => store.keys.create(draft))
      return { ...key, secret }
    },

    require,
    list: (account: Account) => store.keys.ofAccount(account.id),

    /** Creates a replacement; the old key keeps working for `graceHours`. */
    rotate: async (key: ApiKey, graceHours: number): Promise<NewKey> => {
      if (!Number.isInteger(graceHours) || graceHours < 0 || graceHours > MAX_GRACE_HOURS) {
        throw rejection('INVALID_PARAMETERS', { name: 'not a grace', facts: { most: MAX_GRACE_HOURS } })
      }
      if (!isUsable(key, clock.now()))
        throw rejection('INVALID_PARAMETERS', { name: 'key expired', facts: { id: key.id } })
      const account = await store.accounts.byId(key.accountId)
      if (!account) throw rejection('NOT_FOUND', { name: 'unknown key', facts: { id: key.id } })
      const { secret, draft } = await draftKey(account, key.name, key.expiresAt)
      const now = clock.now()
      const until = now + graceHours * HOUR_MS
      const [newKey] = await audit.commit(noteOf('key rotated', draft), () =>
        Promise.all([
          store.keys.create(draft),
          graceHours === 0
            ? store.keys.revoke(key.id, now)
            : store.keys.expire(key.id, Math.min(until, key.expiresAt ?? until)),
        ]),
      )
      return { ...newKey, secret }
    },

    revoke: async (key: ApiKey): Promise<ApiKey> => {
      const revokedAt = clock.now()
      await audit.commit(noteOf('key revoked', key), () => store.keys.revoke(key.id, revokedAt))
      return { ...key, revokedAt }
    },

    authenticate: keyCheck({ store, clock }),
  }
}

interface KeyCheckDeps {
  readonly store: {
    readonly keys: Pick<Store['keys'], 'byHash'>
    readonly accounts: Pick<Store['accounts'], 'byId'>
  }
  readonly clock: Clock
}

export interface AuthenticatedKey {
  readonly key: ApiKey
  readonly account: Account
}

/** Returns the check of a secret: the key and its account, or undefined if it is unknown, revoked or expired. */
export const keyCheck =
  ({ store, clock }: KeyCheckDeps) =>
  async (secret: string): Promise<AuthenticatedKey | undefined> => {
    if (!/^hc_live_[0-9A-Za-z]{43}$/.test(secret)) return undefined
    const hash = hashOf(secret)
    const stored = await store.keys.byHash(hash)
    if (!stored || !sameText(stored.hash, hash) || !isUsable(stored, clock.now())) return undefined
    const { hash: _, ...key } = stored
    const account = await store.accounts.byId(key.accountId)
    return account && { key, account }
  }

interface DraftedKey {
  readonly secret: string
  readonly draft: KeyDraft
}

/** Of a key only the part that is shown in lists. */
const noteOf = (
  action: AuditAction,
  { accountId, name, prefix }: Pick<ApiKey, 'accountId' | 'name' | 'prefix'>,
): AuditNote => ({
  action,
  accountId,
  subject: `${name} (${prefix})`,
})

export const hashOf = (secret: string): string => digest('sha256', secret)

/** Compares in constant time, so that the response time reveals nothing about the hash. */
const sameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `hc_live_` and 32 random bytes in base62, padded to 43 characters. */
function makeSecret(): string {
  let value = BigInt(`0x${randomBytes(32).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 62n) text = DIGITS.charAt(Number(value % 62n)) + text
  return `hc_live_${text.padStart(43, '0')}`
}
