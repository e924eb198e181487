// Routes of threads, which a channel or a forum has, and of the publication of posts in announcement channels.
import { ChannelType } from 'discord.js'
import { asRecord, asText, makeSnowflake } from '../json.js'
import { emptyMessage, writeMessage } from '../messages.js'
import { channelPayload, messagePayload } from '../payloads.js'
import type { ChannelSetup, DoubleRoute, RestCall, RestResponse } from '../types.js'
import type { DiscordWorld } from '../world.js'
import { ApiError } from './api-error.js'
import { requirePermissions } from './channel-routes.js'

const CREATED = 201

export function threadRoutes(world: DiscordWorld): DoubleRoute[] {
  const listed = (threads: readonly ChannelSetup[], guildId: string | undefined) => ({
    threads: threads.map((thread) => channelPayload(thread, guildId, world.identity.bot.id)),
    members: [],
    has_more: false,
  })
  const isThread = ({ type }: ChannelSetup): boolean => type === ChannelType.PublicThread
  return [
    {
      method: 'GET',
      path: '/guilds/:guild/threads/active',
      handle: (_call, { guild = '' }) => {
        const channels = world.guilds.get(guild)?.channels ?? []
        return {
          status: 200,
          body: listed(
            channels.filter((one) => isThread(one) && one.archived !== true),
            guild,
          ),
        }
      },
    },
    {
      method: 'GET',
      path: '/channels/:channel/threads/archived/public',
      handle: (_call, { channel = '' }) => {
        const place = world.place(channel)
        requirePermissions(place, ['ViewChannel', 'ReadMessageHistory'])
        const threads = place.guild?.channels.filter(
          (one) => isThread(one) && one.archived === true && one.parentId === channel,
        )
        return { status: 200, body: listed(threads ?? [], place.guild?.id) }
      },
    },
    {
      method: 'POST',
      path: '/channels/:channel/threads',
      handle: (call, { channel = '' }) => begin(world, call, channel),
    },
    {
      method: 'POST',
      path: '/channels/:channel/messages/:message/crosspost',
      handle: (_call, { channel = '', message = '' }) => {
        const place = world.place(channel)
        if (place.channel.type !== ChannelType.GuildAnnouncement) throw new ApiError('missingAccess')
        const found = world.message(channel, message)
        found.flags |= 1
        return { status: 200, body: messagePayload(found) }
      },
    },
  ]
}

function begin(world: DiscordWorld, call: RestCall, parentId: string): RestResponse {
  const { channel, guild } = world.place(parentId)
  const isForum = channel.type === ChannelType.GuildForum
  requirePermissions({ channel, guild }, ['ViewChannel', isForum ? 'SendMessages' : 'CreatePublicThreads'])
  const body = asRecord(call.body)
  const tags = Array.isArray(body.applied_tags) ? body.applied_tags : []
  if (channel.tags && tags.length === 0) throw new ApiError('missingPermissions')
  const type = ChannelType.PublicThread
  const bot = world.identity.bot.id
  const thread: ChannelSetup = { id: makeSnowflake(), name: asText(body.name), type, parentId, ownerId: bot }
  guild?.channels.push(thread)
  const payload = { ...channelPayload(thread, guild?.id, bot), applied_tags: tags }
  if (!isForum) return { status: CREATED, body: payload }
  const message = { ...emptyMessage(thread.id, world.identity.bot, world.now()), id: thread.id }
  writeMessage(world, message, { body: asRecord(body.message), files: call.files })
  world.putMessage(message)
  return { status: CREATED, body: { ...payload, message: messagePayload(message) } }
}
