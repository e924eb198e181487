// The port by which pages name servers, channels, roles and people of Discord. The bot implements it from what it sees.
import type { PostPermission } from '../bot-permissions.js'

export interface DiscordChannel {
  readonly id: string
  readonly name: string
  /** The rights that the bot lacks for a post there. */
  readonly missing: readonly PostPermission[]
}

export interface DiscordRole {
  readonly id: string
  readonly name: string
}

export interface DiscordServerName {
  readonly id: string
  readonly name: string
}

export interface DiscordServer extends DiscordServerName {
  /** The channels in which the bot could post, in Discord's order, and their active threads. */
  readonly channels: readonly DiscordChannel[]
  /** Without the role of everybody. */
  readonly roles: readonly DiscordRole[]
}

export interface DiscordProfile {
  readonly name: string
  /** The person's picture as Discord has it, PNG or WebP; undefined if there is none. */
  readonly picture: Uint8Array | undefined
}

export interface DiscordDirectory {
  /** From memory; undefined if the bot is not in the server. */
  server(guildId: string): DiscordServer | undefined
  /**
   * The servers that the bot is in and that this person may manage, of those that `isWanted` allows. Asks Discord; at most
   * the first 50 servers are looked at.
   */
  managedBy(userId: string, isWanted: (guildId: string) => boolean): Promise<readonly DiscordServerName[]>
  /** Asks Discord; undefined if nobody has this id. Rejects if Discord does not answer in time. */
  profile(userId: string): Promise<DiscordProfile | undefined>
}

/** The directory of the bot that runs now; the code that starts the bot sets it. */
export interface DiscordAccess {
  /** Undefined while the bot is off or not connected. */
  directory: () => DiscordDirectory | undefined
}
