// A private server that is opened with the operator's own credential, and how often an account may (LEGACY-14).

export interface PrivateServer {
  readonly id: number
  readonly name: string
  /** The way in; null where the platform gave none. */
  readonly link: string | null
}

/** `refused`: nothing was made, and why, in the platform's words. A failure that leaves this open is thrown. */
export type OpenedServer =
  | { readonly outcome: 'opened'; readonly server: PrivateServer }
  | { readonly outcome: 'refused'; readonly catalog: string }

export interface PrivateServers {
  /** Why none can be opened here; undefined where all is configured. */
  readonly missing: string | undefined
  /** Never at a price. */
  open(wish: { readonly universeId: number; readonly placeId: number; readonly name: string }): Promise<OpenedServer>
}

export const SERVERS_A_DAY = 10

export interface PrivateServerUseStore {
  /** Counts one use, unless the account has had `most` on that UTC day. */
  take(accountId: number, day: number, most: number): Promise<boolean>
  /** Takes one use back: nothing came of it. */
  giveBack(accountId: number, day: number): Promise<void>
}
