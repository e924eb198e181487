// The port through which notifications reach Discord: rendered, posted once by their mark, found again by it.
import type { Client, DMChannel, GuildTextBasedChannel, MessageCreateOptions } from 'discord.js'
import type { Found, Letter, Posted, Poster } from '../../domain/notifications/sender.js'
import type { Log } from '../../domain/ports/log.js'
import type { Operations } from '../../operations/operations.js'
import { defaultWords } from '../../words/words.js'
import { ChannelPace, type Pace } from '../posting/pace.js'
import type { Pictures } from '../showing/pictures.js'
import { findAddress, isChannel, toEach, whyRefused } from './address.js'
import { lookFor } from './find-message.js'
import { letterMessage } from './letter.js'
import { outcomeBefore, outcomeOf } from './post-result.js'

export interface PosterOptions {
  readonly client: Client<true>
  readonly operations: Operations
  readonly pictures: Pictures
  readonly pace: Pace
  readonly log: Log
}

type Channel = GuildTextBasedChannel | DMChannel

/** Reasons are stored, and read in lists: they are in the language of the table. */
const { notifications: text } = defaultWords
const { refusals } = text

export function createPoster(options: PosterOptions): Poster {
  const { client, operations, pace } = options
  const channelPace = new ChannelPace()
  const noted = new Set<string>()

  const send = async (channel: Channel, mark: string, message: MessageCreateOptions, stop: AbortSignal) => {
    await pace.turn(stop)
    await channelPace.turn(channel.id, stop)
    try {
      const { id } = await channel.send({ ...message, nonce: mark, enforceNonce: true })
      return { outcome: 'sent', messageId: id } as const
    } catch (error) {
      return outcomeOf(error, text, channel.isDMBased() ? refusals.closed : whyRefused(channel))
    }
  }

  const post = async (letter: Letter, stop: AbortSignal): Promise<Posted> => {
    const { to, mark, notification } = letter
    if ('userIds' in to) {
      const message = await letterMessage(letter, options)
      return bestOf(await toEach<Posted>(to.userIds, client, (direct) => send(direct, mark, message, stop)))
    }
    const channel = await findAddress(options, to.channelId, notification.accountId)
    if (!isChannel(channel)) return channel
    // contract §9: what is kept of a server goes with it.
    if (!noted.has(channel.id)) await operations.guildKeeping.noteChannel(channel.id, channel.guild.id)
    noted.add(channel.id)
    return send(channel, mark, await letterMessage(letter, options, channel.guild.id), stop)
  }

  const find = async ({ to, mark, notification }: Letter, since: number): Promise<Found> => {
    if ('userIds' in to) {
      const looked = await toEach<Found>(to.userIds, client, (direct) => lookFor(mark, direct, since, text))
      const found = looked.find((one) => one.outcome === 'found')
      return found?.outcome === 'found' ? found : { outcome: 'absent' }
    }
    const channel = await findAddress(options, to.channelId, notification.accountId)
    if (isChannel(channel)) return lookFor(mark, channel, since, text)
    return { outcome: channel.outcome === 'refused' ? 'unreadable' : 'failed', reason: channel.reason }
  }

  return {
    isReady: () => client.token !== null && client.isReady(),
    // Whatever is thrown was thrown before anything was sent off: `send` catches the rest.
    post: (letter, stop) =>
      post(letter, stop).catch((error: unknown) =>
        stop.aborted ? { outcome: 'failed', reason: refusals.stopping } : outcomeBefore(error, text, refusals.unseen),
      ),
    find,
  }
}

/** Told is told: one owner who was reached is enough. */
function bestOf(attempts: readonly Posted[]): Posted {
  const order = ['sent', 'unknown', 'failed', 'refused', 'rejected'] as const
  for (const outcome of order) {
    const one = attempts.find((attempt) => attempt.outcome === outcome)
    if (one) return one
  }
  return { outcome: 'refused', reason: refusals.nobody }
}
