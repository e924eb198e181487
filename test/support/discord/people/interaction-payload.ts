// The fields of every interaction: user, place, language and kind of installation.
import { InteractionContextType, type InteractionType, type Locale } from 'discord.js'
import { makeSnowflake } from '../json.js'
import { channelPayload, memberPayload, userPayload } from '../payloads.js'
import { ALL_PERMISSIONS, BOT_PERMISSIONS, botPermissionsIn, memberPermissions, sumOf } from '../permissions.js'
import type { ChannelSetup, DoubleUser, GuildSetup, Json, Permission } from '../types.js'
import type { DiscordWorld } from '../world.js'

export interface Circumstances {
  user?: DoubleUser
  member?: { permissions?: Permission[]; roles?: string[]; nick?: string }
  /** The first guild unless named; `null` is a direct message; an id the bot is not in is a user install. */
  guildId?: string | null
  channelId?: string
  locale?: `${Locale}`
  context?: InteractionContextType
  /** Bytes; a boosted server allows more than the usual 10 MiB. */
  attachmentSizeLimit?: number
  /** `'user'` for an app that only the user installed. */
  integrationOwners?: 'guild' | 'user' | Partial<Record<'0' | '1', string>>
}

export interface Setting {
  user: DoubleUser
  guild: GuildSetup | undefined
  guildId: string | undefined
  channel: ChannelSetup
  context: InteractionContextType
  permissions: bigint
}

export const SOMEBODY: DoubleUser = { id: '300000000000000001', username: 'somebody', globalName: 'Somebody' }

export function settingOf(world: DiscordWorld, circumstances: Circumstances): Setting {
  const user = circumstances.user ?? SOMEBODY
  if (!world.users.has(user.id)) world.users.set(user.id, user)
  const place = circumstances.channelId === undefined ? undefined : world.find(circumstances.channelId)
  const first = [...world.guilds.values()][0]
  const guildId =
    circumstances.guildId === undefined ? (place?.guild?.id ?? first?.id) : (circumstances.guildId ?? undefined)
  const guild = guildId === undefined ? undefined : world.guilds.get(guildId)
  const made: ChannelSetup = { id: circumstances.channelId ?? makeSnowflake(), name: 'somewhere' }
  const usual = guildId === undefined ? world.openDirect(user.id) : (guild?.channels[0] ?? made)
  const channel = place?.channel ?? (circumstances.channelId === undefined ? usual : made)
  const context =
    circumstances.context ?? (guildId === undefined ? InteractionContextType.BotDM : InteractionContextType.Guild)
  return {
    user,
    guild,
    guildId,
    channel,
    context,
    permissions: memberPermissions(guild, user, circumstances.member?.permissions),
  }
}

export function interactionPayload(
  world: DiscordWorld,
  type: InteractionType,
  setting: Setting,
  circumstances: Circumstances,
): Json {
  const { user, guild, guildId, channel, context, permissions } = setting
  const { applicationId, bot } = world.identity
  const locale = circumstances.locale ?? 'en-US'
  const guildLocale = guild?.locale ?? 'en-US'
  const place = { ...channelPayload(channel, guildId, bot.id), permissions: permissions.toString() }
  const who = guildId === undefined ? { user: userPayload(user) } : { member: memberIn(setting, circumstances) }
  const where =
    guildId === undefined
      ? {}
      : { guild_id: guildId, guild: { id: guildId, locale: guildLocale, features: [] }, guild_locale: guildLocale }
  return {
    id: makeSnowflake(),
    application_id: applicationId,
    type,
    token: `interaction-token-${makeSnowflake()}`,
    version: 1,
    ...where,
    ...who,
    channel_id: channel.id,
    channel: place,
    locale,
    app_permissions: appPermissions(setting).toString(),
    entitlements: [],
    authorizing_integration_owners: ownersOf(setting, circumstances),
    context,
    attachment_size_limit: circumstances.attachmentSizeLimit ?? 10 * 1024 * 1024,
  }
}

function memberIn({ user, guild, permissions }: Setting, circumstances: Circumstances): Json {
  const known = guild?.members?.find((member) => member.user.id === user.id)
  const member = { ...known, ...circumstances.member, user }
  return { ...memberPayload(member, guild), permissions: permissions.toString() }
}

function appPermissions({ guild, guildId, channel }: Setting): bigint {
  if (guild) return botPermissionsIn(guild, channel)
  // In a direct message an app may do all that such a message allows.
  return guildId === undefined
    ? sumOf(BOT_PERMISSIONS)
    : ALL_PERMISSIONS & sumOf(['EmbedLinks', 'AttachFiles', 'SendMessages'])
}

function ownersOf({ user, guild, guildId }: Setting, { integrationOwners }: Circumstances): Json {
  if (typeof integrationOwners === 'object') return integrationOwners
  const byUser = { '1': user.id }
  if (integrationOwners === 'user') return byUser
  if (guildId === undefined) return { '0': '0' }
  return guild || integrationOwners === 'guild' ? { '0': guildId } : byUser
}
