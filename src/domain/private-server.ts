// A private server that is created with the operator's credential, and how often an account may create one (LEGACY-14).

export interface PrivateServer {
  readonly id: number
  readonly name: string
  /** The link to join; null if the platform returned none. */
  readonly link: string | null
}

/**
 * `rejected`: nothing was created, with the reason in the platform's words. A failure with an unknown result is thrown.
 */
export type OpenedServer =
  | { readonly outcome: 'opened'; readonly server: PrivateServer }
  | { readonly outcome: 'rejected'; readonly platformText: string }

export interface PrivateServers {
  /** Why no server can be created with this configuration; undefined if it is complete. */
  readonly missing: string | undefined
  /** Creates only a server that is free, never one that costs money. */
  open(request: { readonly universeId: number; readonly placeId: number; readonly name: string }): Promise<OpenedServer>
}

export const MAX_SERVERS_PER_DAY = 10

export interface PrivateServerUseStore {
  /** Counts one use, and returns false if the account already had `most` uses on that UTC day. */
  take(accountId: number, day: number, most: number): Promise<boolean>
  /** Reverts the count of one use that created nothing. */
  revert(accountId: number, day: number): Promise<void>
}
