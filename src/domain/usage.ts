// The usage of the API: requests by account and UTC day, and when each key was last used.

export interface UsageDelta {
  /** Requests by account id and day number. */
  readonly requests: readonly { readonly accountId: number; readonly day: number; readonly count: number }[]
  /** Requests by key and day number. */
  readonly keyRequests?: readonly KeyDayCount[]
  /** The last use of keys, ms. */
  readonly keys: readonly { readonly keyId: number; readonly at: number }[]
}

export interface DayCount {
  readonly day: number
  readonly count: number
}

/** Requests that one key made on one day. */
export interface KeyDayCount extends DayCount {
  readonly keyId: number
}

export interface UsageStore {
  /** Adds the counts, and advances the keys' last use. */
  add(delta: UsageDelta): Promise<void>
  /**
   * Requests of an account by day, oldest first, for the days `from` … `until`, both inclusive; days without requests
   * are omitted.
   */
  daily(accountId: number, from: number, until: number): Promise<DayCount[]>
  /** The same by key, also of revoked keys. */
  dailyByKey(accountId: number, from: number, until: number): Promise<KeyDayCount[]>
}
