// A Discord server that is linked to an account and therefore sees only the games of that account (DISCORD-1).
import { MINUTE_MS } from './clock.js'
import type { DailyHours } from './time/time-of-day.js'

/** PROCESS-11: a code for `/setup` is valid for 15 minutes. */
export const GUILD_CODE_LIFETIME_MS = 15 * MINUTE_MS

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
  /** Stores a one-time code for `/setup`, as a hash. */
  createCode(code: { readonly hash: string; readonly accountId: number; readonly expiresAt: number }): Promise<void>
  /** Deletes the code and links the server to its account if it is valid at `now`; otherwise the code stays. */
  useCode(hash: string, guildId: string, now: number): Promise<GuildLink | undefined>
}

/** The settings that a server chose; null where it chose nothing. */
export interface GuildSettings {
  /** IANA name, for example `Europe/Berlin`. */
  readonly timeZone: string | null
  /** The language of answers, as a Discord locale; null means the language of each user. */
  readonly language: string | null
  /** The channel for news of the platform as a whole; null means the channel of the server's first game. */
  readonly newsChannelId: string | null
  /** When nothing is posted in the whole server, on the clock of its time zone. */
  readonly quietHours?: DailyHours | null
  /** Whether what is urgent is posted in these hours too. */
  readonly letsUrgent?: boolean
}

export const NO_GUILD_SETTINGS: GuildSettings = { timeZone: null, language: null, newsChannelId: null }

/**
 * All settings of a server, and whether the bot is still in it: they are deleted 30 days after the bot left
 * (DISCORD-9).
 */
export interface GuildSettingsStore {
  of(guildId: string): Promise<GuildSettings>
  put(guildId: string, settings: GuildSettings): Promise<void>
  /** Records the server of a linked channel, so that the link is deleted together with the server's data. */
  noteChannel(channelId: string, guildId: string): Promise<void>
  /** The server of each linked channel, as far as it was recorded. */
  channels(): Promise<ReadonlyMap<string, string>>
  /** The servers for which any data is stored. */
  known(): Promise<string[]>
  /** Records that the bot has left the server; a time that was already recorded stays. */
  left(guildId: string, at: number): Promise<void>
  /** Records that the bot is in the server, and clears a recorded leaving. */
  stayed(guildId: string): Promise<void>
  /**
   * Deletes the data of servers that the bot left up to that time, including their channels' links to games. Returns
   * their ids.
   */
  forgetLeft(until: number): Promise<string[]>
}
