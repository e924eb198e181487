// /notify list: what is sent to which channel, what is paused and why, and what could not be delivered.

import { type ChatInputCommandInteraction, EmbedBuilder } from 'discord.js'
import type { Account } from '../../domain/account.js'
import { type Minute, minuteOf, msOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { StopReason } from '../../domain/live-updates/panel.js'
import type { Notification } from '../../domain/notifications/notification.js'
import { channelOf, type NotificationRoute, ROUTED_KINDS, type Rule } from '../../domain/notifications/settings.js'
import { clockOf, describeDigest, describeRule } from '../../messages/rule-text.js'
import type { Context, InteractionReply } from '../command.js'
import { findRequestedGame } from '../input/require-game.js'
import { panelName } from '../live-updates/panel-message.js'
import { ago, timeOf } from '../rendering/menus.js'
import { escapeText, showName } from '../show-name.js'

const MAX_NAME_LENGTH = 60
const MAX_LATE_LINES = 8
/** CHAT-7 allows 1,024 characters per field and 6,000 in all. */
const MAX_RULE_FIELD_LENGTH = 1_000
const MAX_ALL_LENGTH = 5_000
const MAX_FIELDS = 20

interface Field {
  readonly name: string
  readonly value: string
}

export async function listNotifications(
  interaction: ChatInputCommandInteraction,
  account: Account,
  context: Context,
): Promise<InteractionReply> {
  const { catalog } = context
  const named = interaction.options.getString('game')
  const games =
    named === null
      ? await context.services.guildView.games(account)
      : [await findRequestedGame(named, [account], context)]
  const gameList = await gameFields(account, games, context)
  const around = [
    ...(await pausedField(gameList.channels, context)),
    ...(await lateField(account, games, context)),
    ...(named === null && interaction.guildId !== null ? await liveLines(interaction.guildId, context) : []),
  ]
  const embed = new EmbedBuilder().setTitle(catalog.notify.listed.title)
  const fields = fitting(gameList.fields, around, context)
  if (fields.length === 0) embed.setDescription(catalog.notify.listed.nothing)
  return { embeds: [embed.addFields(fields)] }
}

async function gameFields(account: Account, games: readonly Game[], context: Context) {
  const channels = new Set<string>()
  const fields: Field[] = []
  for (const game of games) {
    const { routes, rules } = await context.services.notifications.of(game)
    const described = await Promise.all(rules.map((rule) => lineOfRule(account, game, rule, context)))
    const lines = linesOf(game, { routes, rules: described }, context, channels)
    if (lines.length > 0) fields.push(fieldOf(showName(game.name, MAX_NAME_LENGTH), lines))
  }
  return { fields, channels: [...channels] }
}

/** The rule, and from when on it can tell if it cannot yet. */
async function lineOfRule(account: Account, game: Game, rule: Rule, { services, catalog }: Context): Promise<string> {
  const readyFrom = await services.ruleReady(account, game, rule)
  const described = describeRule(rule, catalog)
  return readyFrom === null ? described : `${described}; ${catalog.notify.rule.readyFrom(timeOf(msOf(readyFrom)))}`
}

function linesOf(
  game: Game,
  { routes, rules }: { readonly routes: readonly NotificationRoute[]; readonly rules: readonly string[] },
  { services, catalog }: Context,
  channels: Set<string>,
): string[] {
  const { listed, routed } = catalog.notify
  const now = minuteOf(services.clock.now())
  return ROUTED_KINDS.flatMap((kind) => {
    const route = routes.find((one) => one.kind === kind)
    const channelId = channelOf(kind, game, route)
    if (channelId === undefined) return []
    channels.add(channelId)
    const chosen = chosenFor(route, catalog)
    const withMute = (what: string): string =>
      isMuted(route, now) ? listed.muted(what, timeOf(msOf(route.mutedUntil))) : what
    const to = (what: string): string => listed.line(withMute([what, ...chosen].join(', ')), `<#${channelId}>`)
    if (kind === 'digest' && route?.digest) return [to(`${routed.digest}, ${describeDigest(route.digest, catalog)}`)]
    if (kind !== 'alert') return [to(routed[kind])]
    return rules.length === 0 ? [to(listed.noRule)] : rules.map(to)
  })
}

const isMuted = (
  route: NotificationRoute | undefined,
  now: Minute,
): route is NotificationRoute & { readonly mutedUntil: Minute } => route?.mutedUntil != null && now < route.mutedUntil

/** What was chosen for a kind besides its channel, in words. */
function chosenFor(route: NotificationRoute | undefined, catalog: Context['catalog']): string[] {
  const { listed, rule } = catalog.notify
  const { quietHours = null, roleId = null, isPublished, inThreads } = route ?? {}
  return [
    ...(quietHours === null
      ? []
      : [rule.quiet(clockOf(quietHours.from, catalog), clockOf(quietHours.until, catalog), quietHours.timeZone)]),
    ...(roleId === null ? [] : [rule.role(`<@&${roleId}>`)]),
    ...(isPublished === true ? [listed.published] : []),
    ...(inThreads === true ? [listed.inThreads] : []),
  ]
}

async function pausedField(channelIds: readonly string[], { services, catalog }: Context): Promise<Field[]> {
  const { listed } = catalog.notify
  const pauses = await services.notifications.pauses(channelIds)
  if (pauses.length === 0) return []
  const lines = pauses.map(({ channelId, since, reason }) => listed.paused(`<#${channelId}>`, ago(since), reason))
  return [fieldOf(listed.pausedTitle, [...lines, listed.pausedHint])]
}

async function lateField(account: Account, games: readonly Game[], context: Context): Promise<Field[]> {
  const { listed } = context.catalog.notify
  const names = new Map(games.map(({ id, name }) => [id, showName(name, MAX_NAME_LENGTH)]))
  const late = (await context.services.notifications.undelivered(account, 100)).filter(({ gameId }) =>
    names.has(gameId),
  )
  if (late.length === 0) return []
  const lines = late
    .slice(0, MAX_LATE_LINES)
    .map((notification) => lateLine(notification, names.get(notification.gameId) ?? '', context))
  return [fieldOf(listed.lateTitle, lines)]
}

function lateLine({ kind, state, occurredAt, reason }: Notification, name: string, { catalog }: Context): string {
  const { listed } = catalog.notify
  const what = `${catalog.web.notifications.kinds[kind]} · ${name} · ${listed.states[state === 'dead_letter' || state === 'uncertain' ? state : 'pending']}`
  return listed.late(what, ago(msOf(occurredAt)), reason === null ? listed.onItsWay : escapeText(reason))
}

/** Fits as many whole lines as a field holds. */
export function fieldOf(name: string, lines: readonly string[]): Field {
  let value = ''
  for (const line of lines) {
    if (value.length + line.length + 1 > MAX_RULE_FIELD_LENGTH) return { name, value: `${value}…` }
    value += `${line}\n`
  }
  return { name, value }
}

/** Fields that need action are shown in full; game fields are added as long as they fit. */
function fitting(games: readonly Field[], around: readonly Field[], { catalog }: Context): Field[] {
  const size = ({ name, value }: Field): number => name.length + value.length
  let left = MAX_ALL_LENGTH - around.reduce((sum, field) => sum + size(field), 0)
  const fields: Field[] = []
  for (const field of games) {
    left -= size(field)
    if (left < 0 || fields.length >= MAX_FIELDS) break
    fields.push(field)
  }
  const more = games.length - fields.length
  const rest = more > 0 ? [{ name: '…', value: catalog.notify.listed.more(catalog.number(more)) }] : []
  return [...around, ...fields, ...rest]
}

const MAX_LIVE = 10

interface LiveDisplay {
  readonly channelId: string
  readonly gameId: number | null
  readonly stopped: StopReason | null
}

export async function liveLines(
  guildId: string,
  { services, catalog }: Context,
): Promise<{ name: string; value: string }[]> {
  const { listed } = catalog.notify
  const lineOf = async (live: LiveDisplay, textOf: (name: string, channel: string) => string): Promise<string> => {
    const name = showName(await panelName(live, services, catalog), MAX_NAME_LENGTH)
    const line = textOf(name, `<#${live.channelId}>`)
    return live.stopped === null ? line : listed.stopped(line, catalog.stopReasons[live.stopped])
  }
  const lines: string[] = []
  for (const panel of await services.live.panelsOf(guildId)) lines.push(await lineOf(panel, listed.panel))
  for (const counter of await services.live.countersOf(guildId)) lines.push(await lineOf(counter, listed.counter))
  return lines.length === 0 ? [] : [{ name: listed.liveTitle, value: lines.slice(0, MAX_LIVE).join('\n') }]
}
