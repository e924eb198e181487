// The guilds, channels and messages of the double, and the changes that a test may make while the bot runs.
import { ChannelType } from 'discord.js'
import { makeSnowflake } from './json.js'
import { channelPayload, guildPayload, messagePayload } from './payloads.js'
import { ApiError } from './rest/api-error.js'
import type { ChannelSetup, DoubleMessage, DoubleUser, GuildSetup, Json, Permission } from './types.js'

export interface ChannelContext {
  channel: ChannelSetup
  /** Undefined for a direct message. */
  guild: GuildSetup | undefined
}

export interface BotIdentity {
  token: string
  applicationId: string
  bot: DoubleUser
}

export class DiscordWorld {
  readonly guilds = new Map<string, GuildSetup>()
  readonly users = new Map<string, DoubleUser>()
  /** Uploaded files by their path under /cdn, from which they can be fetched. */
  readonly files = new Map<string, { bytes: Buffer; contentType: string }>()
  readonly #direct = new Map<string, { channel: ChannelSetup; userId: string }>()
  readonly #closedDirect = new Set<string>()
  readonly #messages = new Map<string, Map<string, DoubleMessage>>()
  origin = ''

  constructor(
    readonly identity: BotIdentity,
    guilds: readonly GuildSetup[],
    readonly now: () => number,
    private readonly send: (event: string, data: Json) => void,
  ) {
    for (const guild of guilds) this.#remember(structuredClone(guild))
    this.users.set(identity.bot.id, identity.bot)
  }

  #remember(guild: GuildSetup): void {
    this.guilds.set(guild.id, guild)
    for (const member of guild.members ?? []) this.users.set(member.user.id, member.user)
  }

  /** Invites the bot to the guild. */
  addGuild(guild: GuildSetup): void {
    this.#remember(structuredClone(guild))
    this.send('GUILD_CREATE', guildPayload(guild, this.identity.bot))
  }

  /** Kicks the bot; the event has no `unavailable`, by which discord.js distinguishes it from an outage. */
  removeGuild(guildId: string): void {
    this.guilds.delete(guildId)
    this.send('GUILD_DELETE', { id: guildId })
  }

  deleteChannel(channelId: string): void {
    const { guild, channel } = this.place(channelId)
    if (guild) guild.channels = guild.channels.filter((candidate) => candidate.id !== channelId)
    this.#messages.delete(channelId)
    this.send('CHANNEL_DELETE', channelPayload(channel, guild?.id, this.identity.bot.id))
  }

  /** Sets the permissions that the bot lacks in the channel. */
  denyInChannel(channelId: string, denied: Permission[]): void {
    const place = this.place(channelId)
    place.channel.denied = denied
    this.announceChannel(place)
  }

  announceChannel({ channel, guild }: ChannelContext): void {
    this.send('CHANNEL_UPDATE', channelPayload(channel, guild?.id, this.identity.bot.id))
  }

  closeDirectMessages(userId: string): void {
    this.#closedDirect.add(userId)
  }

  rejectsDirectMessages(channelId: string): boolean {
    const direct = this.#direct.get(channelId)
    return direct !== undefined && this.#closedDirect.has(direct.userId)
  }

  openDirect(userId: string): ChannelSetup {
    const known = [...this.#direct.values()].find((direct) => direct.userId === userId)
    if (known) return known.channel
    const channel = { id: makeSnowflake(), name: '', type: ChannelType.DM }
    this.#direct.set(channel.id, { channel, userId })
    return channel
  }

  find(channelId: string): ChannelContext | undefined {
    const direct = this.#direct.get(channelId)
    if (direct) return { channel: direct.channel, guild: undefined }
    for (const guild of this.guilds.values()) {
      const channel = guild.channels.find((candidate) => candidate.id === channelId)
      if (channel) return { channel, guild }
    }
    return undefined
  }

  place(channelId: string): ChannelContext {
    const place = this.find(channelId)
    if (!place) throw new ApiError('unknownChannel')
    return place
  }

  /** The messages of the channel, oldest first, without ephemeral ones. */
  messagesIn(channelId: string): DoubleMessage[] {
    return [...(this.#messages.get(channelId)?.values() ?? [])]
  }

  message(channelId: string, messageId: string): DoubleMessage {
    const message = this.#messages.get(channelId)?.get(messageId)
    if (!message) throw new ApiError('unknownMessage')
    return message
  }

  putMessage(message: DoubleMessage): void {
    const known = this.#messages.get(message.channelId) ?? new Map<string, DoubleMessage>()
    this.#messages.set(message.channelId, known)
    const event = known.has(message.id) ? 'MESSAGE_UPDATE' : 'MESSAGE_CREATE'
    known.set(message.id, message)
    const guild = this.find(message.channelId)?.guild
    this.send(event, { ...messagePayload(message), ...(guild ? { guild_id: guild.id } : {}) })
  }

  removeMessage(channelId: string, messageId: string): void {
    this.message(channelId, messageId)
    this.#messages.get(channelId)?.delete(messageId)
    this.send('MESSAGE_DELETE', { id: messageId, channel_id: channelId })
  }

  storeFile(id: string, filename: string, contentType: string, bytes: Buffer): string {
    const path = `/cdn/attachments/${id}/${encodeURIComponent(filename)}`
    this.files.set(path, { bytes, contentType })
    return `${this.origin}${path}`
  }
}
