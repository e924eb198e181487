// What the bot sees of Discord, for pages that name servers, channels, roles and people.
import {
  type Client,
  DiscordAPIError,
  type Guild,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js'
import { POST_PERMISSIONS, THREAD_PERMISSIONS } from '../../domain/bot-permissions.js'
import type { DiscordChannel, DiscordDirectory, DiscordRole } from '../../domain/ports/discord-directory.js'
import { POSTABLE } from './test-channel.js'

const PICTURE_TIMEOUT_MS = 5_000
const MAX_AVATAR_BYTES = 1_000_000
const PICTURE_SIDE = 128
const MAX_LOOKED_AT = 50

/** `clients` together see all servers of the bot. */
export const createDirectory = (...clients: readonly [Client<true>, ...Client<true>[]]): DiscordDirectory => ({
  server: (guildId) => {
    const guild = clients.map(({ guilds }) => guilds.cache.get(guildId)).find((found) => found !== undefined)
    return guild && { id: guild.id, name: guild.name, channels: channelsOf(guild), roles: rolesOf(guild) }
  },
  managedBy: async (userId, isWanted) => {
    const guilds = clients.flatMap((client) => [...client.guilds.cache.values()])
    const searched = guilds.filter(({ id }) => isWanted(id)).slice(0, MAX_LOOKED_AT)
    const found = await Promise.all(searched.map(async (guild) => ((await isManager(guild, userId)) ? [guild] : [])))
    return found.flat().map(({ id, name }) => ({ id, name }))
  },
  profile: async (userId) => {
    const user = await clients[0].users.fetch(userId, { cache: false }).catch((error: unknown) => {
      if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownUser) return undefined
      throw error
    })
    if (!user) return undefined
    const address = user.avatarURL({ extension: 'png', size: PICTURE_SIDE, forceStatic: true })
    return { name: user.displayName, picture: address === null ? undefined : await pictureAt(address) }
  },
})

/** Somebody who is not in the server manages nothing there. */
async function isManager(guild: Guild, userId: string): Promise<boolean> {
  if (guild.ownerId === userId) return true
  const member = await guild.members.fetch({ user: userId, cache: false }).catch(() => undefined)
  return member?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false
}

const isPostable = (channel: GuildBasedChannel): channel is GuildTextBasedChannel =>
  POSTABLE.some((type) => type === channel.type)

/** Threads come after the channel that they belong to. */
function channelsOf(guild: Guild): DiscordChannel[] {
  const found = [...guild.channels.cache.values()].filter(isPostable)
  const placeOf = (channel: GuildTextBasedChannel): number => {
    const parent = channel.isThread() ? channel.parent : channel
    return parent && 'rawPosition' in parent ? parent.rawPosition : 0
  }
  return found
    .sort((a, b) => placeOf(a) - placeOf(b) || Number(a.isThread()) - Number(b.isThread()) || compareIds(a.id, b.id))
    .map((channel) => ({ id: channel.id, name: channel.name, missing: missingIn(channel) }))
}

const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)

function missingIn(channel: GuildTextBasedChannel): DiscordChannel['missing'] {
  const { me } = channel.guild.members
  const has = me && channel.permissionsFor(me)
  return (channel.isThread() ? THREAD_PERMISSIONS : POST_PERMISSIONS).filter(
    (name) => !has?.has(PermissionFlagsBits[name]),
  )
}

const rolesOf = (guild: Guild): DiscordRole[] =>
  [...guild.roles.cache.values()]
    .filter(({ id }) => id !== guild.id)
    .sort((a, b) => b.position - a.position)
    .map(({ id, name }) => ({ id, name }))

/** A person without a readable picture is still named. */
async function pictureAt(address: string): Promise<Uint8Array | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PICTURE_TIMEOUT_MS), redirect: 'error' })
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > MAX_AVATAR_BYTES) return undefined
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return bytes.length > MAX_AVATAR_BYTES ? undefined : bytes
  } catch {
    return undefined
  }
}
