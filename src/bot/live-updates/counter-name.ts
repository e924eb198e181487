// Builds the name of a channel that shows a number.
import { ChannelType, type GuildBasedChannel } from 'discord.js'
import type { ChannelCounter } from '../../domain/live-updates/counter.js'
import { fillTemplate, type Placeholder, placeholdersIn } from '../../domain/live-updates/counter-template.js'
import { PERCENT } from '../../domain/rounding.js'
import { ratio } from '../../domain/rules/summary.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import type { LiveView } from '../../services/management/manage-live-messages.js'
import { plainName } from '../show-name.js'

/** Discord allows 100 characters; the number has to fit after the name. */
const MAX_NAME_LENGTH = 60
const MAX_CHANNEL_NAME_LENGTH = 100
const LOWERCASE_TYPES: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement]

/** Undefined before the first measurement of the game or of its votes. */
export function counterName(
  view: LiveView,
  counter: Pick<ChannelCounter, 'metric' | 'template'>,
  { type }: Pick<GuildBasedChannel, 'type'>,
  catalog: MessageCatalog,
): string | undefined {
  const name = counter.template === null ? metricName(view, counter, catalog) : filled(counter.template, view, catalog)
  return name !== undefined && LOWERCASE_TYPES.includes(type) ? asTextChannel(name) : name
}

function metricName(
  { game, latest }: LiveView,
  { metric }: Pick<ChannelCounter, 'metric'>,
  catalog: MessageCatalog,
): string | undefined {
  const value = latest?.[metric] ?? null
  return value === null ? undefined : catalog.counter.channelName[metric](plainName(game.name, MAX_NAME_LENGTH), value)
}

/** The name of the game gets the room that the rest leaves. */
function filled(template: string, { game, latest }: LiveView, catalog: MessageCatalog): string | undefined {
  if (!latest) return undefined
  const numbers: Readonly<Record<Exclude<Placeholder, 'name'>, number | null>> = {
    players: latest.ccu,
    visits: latest.visits,
    favorites: latest.favorites,
    likes: latest.likes,
    like_ratio: ratio(latest.likes, latest.dislikes),
  }
  const textOf = (placeholder: Exclude<Placeholder, 'name'>): string => {
    const value = numbers[placeholder] ?? 0
    // In whole percent, because a text channel would lose the decimal point.
    return placeholder === 'like_ratio' ? `${Math.round(value * PERCENT)}%` : catalog.number(value)
  }
  const used = placeholdersIn(template)
  if (used.some((placeholder) => placeholder !== 'name' && numbers[placeholder] === null)) return undefined
  const write = (name: string) => (placeholder: Placeholder) => (placeholder === 'name' ? name : textOf(placeholder))
  const names = used.filter((placeholder) => placeholder === 'name').length
  const room = MAX_CHANNEL_NAME_LENGTH - fillTemplate(template, write('')).length
  const name = plainName(game.name, Math.max(2, Math.floor(room / Math.max(1, names))))
  return plainName(fillTemplate(template, write(name)), MAX_CHANNEL_NAME_LENGTH)
}

/** Normalizes as Discord does for text channels; otherwise the returned name would always seem changed. */
const asTextChannel = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(?<=\p{N})[\p{P}\p{Zs}](?=\p{N})/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
