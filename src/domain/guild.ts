// A Discord server that is linked to an account, and so sees its games and no others (DISCORD-1).
import { MINUTE_MS } from './clock.js'

/** PROCESS-11: a code for `/setup` lasts 15 minutes. */
export const GUILD_CODE_MS = 15 * MINUTE_MS

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
  /** Takes the code out and answers its account, where it is still good at `now`; else it stays. */
  useCode(hash: string, now: number): Promise<number | undefined>
}

/** What a server chose for itself; null where it chose nothing. */
export interface GuildSettings {
  /** IANA name, for example `Europe/Berlin`. */
  readonly timeZone: string | null
  /** Of the answers, as Discord names languages; null: everyone's own. */
  readonly language: string | null
}

export const NO_GUILD_SETTINGS: GuildSettings = { timeZone: null, language: null }

/** All that is kept for a server, and whether the bot is still in it: it outlives the bot's leaving by 30 days (DISCORD-9). */
export interface GuildSettingsStore {
  of(guildId: string): Promise<GuildSettings>
  put(guildId: string, settings: GuildSettings): Promise<void>
  /** Where a linked channel lies: the link goes with its server. */
  noteChannel(channelId: string, guildId: string): Promise<void>
  /** In which server each linked channel lies, as far as that was noted. */
  channels(): Promise<ReadonlyMap<string, string>>
  /** The servers of which anything is kept. */
  known(): Promise<string[]>
  /** The bot is in the server no more; a server that it left before keeps that time. */
  left(guildId: string, at: number): Promise<void>
  /** The bot is in the server, whatever was noted. */
  stayed(guildId: string): Promise<void>
  /** Deletes what is kept of the servers left until then, their channels' links to games too; answers which. */
  forgetLeft(until: number): Promise<string[]>
}
