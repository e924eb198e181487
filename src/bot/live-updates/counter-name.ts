// Builds the name of a channel that shows a number.
import { ChannelType, type GuildBasedChannel } from 'discord.js'
import type { CounterMetric } from '../../domain/live-updates/counter.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import type { LiveView } from '../../services/management/manage-live-messages.js'
import { plainName } from '../show-name.js'

/** Discord allows 100 characters; the number has to fit after the name. */
const MAX_NAME_LENGTH = 60
const LOWERCASE_TYPES: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement]

/** Undefined before the first measurement of the game or of its votes. */
export function counterName(
  { game, latest }: LiveView,
  metric: CounterMetric,
  { type }: Pick<GuildBasedChannel, 'type'>,
  catalog: MessageCatalog,
): string | undefined {
  const value = latest?.[metric] ?? null
  if (value === null) return undefined
  const name = catalog.counter.channelName[metric](plainName(game.name, MAX_NAME_LENGTH), value)
  return LOWERCASE_TYPES.includes(type) ? asTextChannel(name) : name
}

/** Normalizes as Discord does for text channels; otherwise the returned name would always seem changed. */
const asTextChannel = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(?<=\p{N})[\p{P}\p{Zs}](?=\p{N})/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
