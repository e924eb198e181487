// The port by which processes that share a database divide the shards of Discord's gateway. A gateway shard has some of the
// servers, by their ids; the direct messages belong to the first one.

/** What a process may open now. */
export interface GatewayShare {
  /** Another number once the shards were lost: meanwhile other processes may have opened them. */
  readonly term: number
  /** How many shards the whole gateway has. */
  readonly count: number
  /** Those that this process holds, ascending. */
  readonly shards: readonly number[]
  /** Those of `shards` that others are to have: close them, then call `free`. */
  readonly surplus: readonly number[]
}

export interface GatewayApplicant {
  /** Names the bot. Shards are shared only with processes of the same one. */
  readonly bot: string
  /** How many shards Discord recommends. The answer counts only where no process holds any. */
  recommend(): Promise<number>
}

export interface GatewayShards {
  /**
   * Takes free shards up to the even share of this process; call it about once a second. Undefined where it holds none: the database
   * does not answer, or another bot has the gateway.
   */
  share(applicant: GatewayApplicant): Promise<GatewayShare | undefined>
  free(shards: readonly number[]): Promise<void>
  /** Frees all, and shows the others that this process takes none. */
  leave(): Promise<void>
  /** Discord no longer accepts so few shards: everybody gives theirs away, and the number is fixed again. */
  outgrow(count: number): Promise<void>
  /**
   * Discord lets one shard of each bucket begin a session in 5 seconds. Resolves to 0 where one may begin now, or else to the milliseconds
   * after which to ask again. Rejects where the session with the locks was lost.
   */
  beginSession(bucket: number): Promise<number>
}

/** The shard that has a server: Discord's formula. */
export const gatewayShardOf = (guildId: string, count: number): number =>
  Number((BigInt(guildId) >> 22n) % BigInt(count))
