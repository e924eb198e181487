// What people do about a posted notification: ask why it came, mark its time as expected, which /notify expected does for
// any time, and mute its kind for a while.

import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  EmbedBuilder,
  PermissionFlagsBits,
} from 'discord.js'
import type { Account } from '../../domain/account.js'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, msOf } from '../../domain/clock.js'
import { type Notification, routedAs } from '../../domain/notifications/notification.js'
import { ROUTED_KINDS, type RoutedKind } from '../../domain/notifications/settings.js'
import { minuteAtWall, wallDay, wallOf } from '../../domain/rules/wall-clock.js'
import { MAX_ECHO_LENGTH } from '../../domain/time/time-of-day.js'
import { comparisonLines } from '../../messages/notifications/alert.js'
import {
  type AutocompleteChoice,
  type ButtonHandler,
  type Context,
  InteractionRejection,
  type InteractionReply,
} from '../command.js'
import { buttonId } from '../custom-id.js'
import { MAX_CHOICES } from '../discord-limits.js'
import { readDateTime } from '../input/options.js'
import { requireGame, requireGameOfId } from '../input/require-game.js'
import { requireLink } from '../linked-account.js'
import { NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { timeOf } from '../rendering/menus.js'
import { stepRow } from '../rendering/next-steps.js'
import { plainName, showName } from '../show-name.js'
import { DISCORD_FORMAT } from './message.js'
import { MAX_CHOICE_GAME_LENGTH } from './subcommands.js'

const MAX_NAME_LENGTH = 100

export async function markExpected(
  interaction: ChatInputCommandInteraction,
  account: Account,
  context: Context,
): Promise<string> {
  const { services, catalog, timeZone } = context
  const { options } = interaction
  const text = catalog.notify.expected
  const [event, from, until] = [options.getString('event'), options.getString('from'), options.getString('until')]
  const note = options.getString('note') ?? ''
  if (event !== null) {
    const id = /^notification:(\d{1,15})$/.exec(event)?.[1]
    if (id === undefined) throw new InteractionRejection(catalog.notify.notThere)
    const marked = await services.expected.markEvent(account, Number(id), note)
    const game = (await services.guildView.games(account)).find((one) => one.id === marked.gameId)
    return text.marked(
      showName(game?.name ?? '', MAX_NAME_LENGTH),
      timeOf(msOf(marked.from)),
      timeOf(msOf(marked.until)),
    )
  }
  if (from === null || until === null) throw new InteractionRejection(text.needsTime)
  const { game } = await requireGame(interaction, context)
  const read = (written: string): Minute => {
    const minute = readDateTime(written, timeZone)
    if (minute === undefined) throw new InteractionRejection(text.notATime(showName(written, MAX_ECHO_LENGTH)))
    return minute
  }
  const marked = await services.expected.mark(game, { from: read(from), until: read(until) }, note)
  return text.marked(showName(game.name, MAX_NAME_LENGTH), timeOf(msOf(marked.from)), timeOf(msOf(marked.until)))
}

/** Offers the last alerts and reports. */
export async function offerEvents(
  interaction: AutocompleteInteraction,
  { guildGames, services, catalog }: Context,
): Promise<AutocompleteChoice[]> {
  const linked = interaction.guildId === null ? undefined : await guildGames.of(interaction.guildId)
  if (linked === undefined) return []
  const names = new Map(linked.games.map(({ id, name }) => [id, name]))
  const search = interaction.options.getFocused().toLowerCase()
  const events = await services.expected.events(linked.account)
  return events
    .flatMap(({ notification: { id, gameId, kind }, span }) => {
      const routed = routedAs(kind)
      const game = names.get(gameId)
      if (game === undefined || routed === 'direct') return []
      const when = new Date(msOf(span.from)).toISOString().slice(0, 16).replace('T', ' ')
      const what = `${plainName(game, MAX_CHOICE_GAME_LENGTH)} · ${catalog.notify.routed[routed]} · ${when} UTC`
      return [{ name: plainName(what, MAX_NAME_LENGTH), value: `notification:${id}` }]
    })
    .filter(({ name }) => name.toLowerCase().includes(search))
    .slice(0, MAX_CHOICES)
}

/** The notification whose post carries the key; strangers to the account read that it is not there. */
async function requirePosted(
  interaction: ButtonInteraction,
  context: Context,
  key: string,
): Promise<{ readonly account: Account; readonly notification: Notification }> {
  const account = await requireLink(interaction, context)
  const notification = await context.services.notifications.posted(account, key)
  if (notification === undefined) throw new InteractionRejection(context.catalog.notify.postGone)
  return { account, notification }
}

/** DISCORD-33: checked at the press, because the buttons are on a message that everybody sees. */
function requireManager({ memberPermissions }: ButtonInteraction, { catalog }: Context): void {
  if (!memberPermissions?.has(PermissionFlagsBits.ManageGuild))
    throw new InteractionRejection(catalog.notify.managersOnly)
}

const why: ButtonHandler = async ([key = ''], context, interaction): Promise<InteractionReply> => {
  const { services, catalog } = context
  const { account, notification } = await requirePosted(interaction, context, key)
  const game = (await services.guildView.games(account)).find(({ id }) => id === notification.gameId)
  const lines = comparisonLines(notification, { format: DISCORD_FORMAT, catalog })
  const embed = new EmbedBuilder()
    .setColor(NEUTRAL_COLOR)
    .setTitle(catalog.notify.why.title(showName(game?.name ?? '', MAX_NAME_LENGTH)))
    .setDescription(lines.join('\n'))
  return { embeds: [embed] }
}

const expected: ButtonHandler = async ([key = ''], context, interaction): Promise<InteractionReply> => {
  requireManager(interaction, context)
  const { services, catalog } = context
  const { account, notification } = await requirePosted(interaction, context, key)
  const { gameId, from, until } = await services.expected.markEvent(account, notification.id)
  const game = (await services.guildView.games(account)).find(({ id }) => id === gameId)
  const name = showName(game?.name ?? '', MAX_NAME_LENGTH)
  return { content: catalog.notify.expected.marked(name, timeOf(msOf(from)), timeOf(msOf(until))) }
}

const mute: ButtonHandler = async ([length, key = ''], context, interaction): Promise<InteractionReply> => {
  requireManager(interaction, context)
  const { services, catalog, timeZone } = context
  const { notification } = await requirePosted(interaction, context, key)
  const kind = routedAs(notification.kind)
  if (kind === 'direct') throw new InteractionRejection(catalog.notify.postGone)
  const { game } = await requireGameOfId(interaction, context, notification.gameId)
  const now = minuteOf(services.clock.now())
  const until = length === 'hour' ? now + HOUR_MINUTES : endOfDay(now, timeZone)
  await services.notifications.mute(game, kind, until)
  const text = catalog.notify.muted(
    catalog.notify.routed[kind],
    showName(game.name, MAX_NAME_LENGTH),
    timeOf(msOf(until)),
  )
  return {
    content: text,
    components: [stepRow([{ name: 'unmute', id: buttonId('notify', 'unmute', game.id, kind) }], catalog)],
  }
}

const endOfDay = (now: Minute, timeZone: string): Minute =>
  minuteAtWall((wallDay(wallOf(now, timeZone)) + 1) * DAY_MINUTES, timeZone)

const unmute: ButtonHandler = async ([gameId, named], context, interaction): Promise<InteractionReply> => {
  requireManager(interaction, context)
  const { services, catalog } = context
  await requireLink(interaction, context)
  const kind = ROUTED_KINDS.find((one): one is RoutedKind => one === named)
  if (kind === undefined) throw new InteractionRejection(catalog.notify.postGone)
  const { game } = await requireGameOfId(interaction, context, Number(gameId))
  await services.notifications.mute(game, kind, null)
  return { content: catalog.notify.unmuted(catalog.notify.routed[kind], showName(game.name, MAX_NAME_LENGTH)) }
}

/** The buttons of posts. Every answer is private, because /notify is. */
export const postedButtons = { why, expected, mute, unmute }
