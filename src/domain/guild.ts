// A Discord server that is linked to an account, and so sees its games and no others (contract §9).

export interface GuildLink {
  readonly guildId: string
  readonly accountId: number
  readonly linkedAt: number
}

export interface GuildStore {
  link(link: GuildLink): Promise<void>
  unlink(guildId: string): Promise<boolean>
  byId(guildId: string): Promise<GuildLink | undefined>
  ofAccount(accountId: number): Promise<GuildLink[]>
  /** A one-time code for `/setup`: kept as a hash. */
  createCode(code: { readonly hash: string; readonly accountId: number; readonly expiresAt: number }): Promise<void>
  /** Takes the code out and answers its account, where it is still good. */
  useCode(hash: string, now: number): Promise<number | undefined>
}
