// Makes the objects that Discord sends from what the test configured.
import { ChannelFlags, ChannelType } from 'discord.js'
import { botPermissionsIn, sumOf } from './permissions.js'
import type { ChannelSetup, DoubleMessage, DoubleUser, GuildSetup, Json, MemberSetup, SentFile } from './types.js'

const JOINED = '2024-01-01T00:00:00.000000+00:00'

export const userPayload = (user: DoubleUser): Json => ({
  id: user.id,
  username: user.username,
  global_name: user.globalName ?? null,
  discriminator: '0',
  avatar: user.avatar ?? null,
  bot: user.bot ?? false,
  public_flags: 0,
})

export const memberPayload = (member: MemberSetup, guild?: GuildSetup): Json => ({
  user: userPayload(member.user),
  nick: member.nick ?? null,
  avatar: null,
  roles: member.roles ?? (member.user.bot && guild ? [botRoleId(guild)] : []),
  joined_at: JOINED,
  premium_since: null,
  deaf: false,
  mute: false,
  flags: 0,
  pending: false,
  communication_disabled_until: null,
})

const botRoleId = (guild: GuildSetup) => (BigInt(guild.id) + 1n).toString()

const rolePayload = (id: string, name: string, permissions: bigint, position: number, managed: boolean): Json => ({
  id,
  name,
  permissions: permissions.toString(),
  position,
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed,
  mentionable: false,
  flags: 0,
})

export function rolePayloads(guild: GuildSetup): Json[] {
  const guildRoles = (guild.roles ?? []).map((role, index) =>
    rolePayload(role.id, role.name, sumOf(role.permissions ?? []), index + 2, false),
  )
  // @everyone grants nothing, so that the bot has exactly the permissions of its own role.
  const everyone = rolePayload(guild.id, '@everyone', 0n, 0, false)
  return [
    everyone,
    rolePayload(botRoleId(guild), 'Headcount', botPermissionsIn(guild, undefined), 1, true),
    ...guildRoles,
  ]
}

function threadFields({ tags, ownerId, archived = false }: ChannelSetup): Json {
  if (tags) return { available_tags: tags.map((tag) => ({ ...tag, emoji_id: null, emoji_name: null })) }
  if (ownerId === undefined) return {}
  const metadata = { archived, auto_archive_duration: 10_080, archive_timestamp: JOINED, locked: false }
  return { owner_id: ownerId, thread_metadata: metadata, message_count: 0, member_count: 1 }
}

export function channelPayload(channel: ChannelSetup, guildId: string | undefined, botId: string): Json {
  const denied = sumOf(channel.denied ?? [])
  if (!guildId) return { id: channel.id, type: ChannelType.DM, last_message_id: null, flags: 0 }
  return {
    id: channel.id,
    type: channel.type ?? ChannelType.GuildText,
    guild_id: guildId,
    name: channel.name,
    position: 0,
    parent_id: channel.parentId ?? null,
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: null,
    flags: channel.tags ? ChannelFlags.RequireTag : 0,
    ...threadFields(channel),
    permission_overwrites: denied ? [{ id: botId, type: 1, allow: '0', deny: denied.toString() }] : [],
  }
}

export function guildPayload(guild: GuildSetup, bot: DoubleUser): Json {
  const members: MemberSetup[] = [{ user: { ...bot, bot: true } }, ...(guild.members ?? [])]
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    icon: null,
    splash: null,
    banner: null,
    description: null,
    features: [],
    emojis: [],
    stickers: [],
    roles: rolePayloads(guild),
    preferred_locale: guild.locale ?? 'en-US',
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    afk_timeout: 300,
    system_channel_flags: 0,
    joined_at: JOINED,
    large: false,
    unavailable: false,
    member_count: members.length,
    members: members.map((member) => memberPayload(member, guild)),
    channels: guild.channels.map((channel) => channelPayload(channel, guild.id, bot.id)),
    threads: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  }
}

export const attachmentPayload = (file: SentFile): Json => ({
  id: file.id,
  filename: file.filename,
  ...(file.description === undefined ? {} : { description: file.description }),
  content_type: file.contentType,
  size: file.bytes.length,
  url: file.url,
  proxy_url: file.url,
})

/** Replaces `attachment://name` with the public address of the file, as Discord does in its answers. */
function showFiles(value: unknown, files: readonly SentFile[]): unknown {
  const text = JSON.stringify(value).replace(/"attachment:\/\/([^"]+)"/g, (whole, name: string) => {
    const file = files.find((candidate) => candidate.filename === name)
    return file ? JSON.stringify(file.url) : whole
  })
  return JSON.parse(text)
}

const metadata = ({ id, type, user }: NonNullable<DoubleMessage['invoker']>): Json => ({
  id,
  type,
  user: userPayload(user),
  authorizing_integration_owners: {},
})

export const messagePayload = (message: DoubleMessage): Json => ({
  id: message.id,
  channel_id: message.channelId,
  type: 0,
  author: userPayload(message.author),
  content: message.content,
  embeds: showFiles(message.embeds, message.attachments),
  components: message.components,
  attachments: message.attachments.map(attachmentPayload),
  flags: message.flags,
  ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
  ...(message.invoker ? { interaction_metadata: metadata(message.invoker) } : {}),
  mentions: [],
  mention_roles: [],
  mention_everyone: false,
  pinned: false,
  tts: false,
  timestamp: new Date(message.createdAt).toISOString(),
  edited_timestamp: message.edits ? new Date(message.createdAt).toISOString() : null,
})
