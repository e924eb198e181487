// /notify add and /notify remove. Before anything is added, the channel is checked and a test is posted there; what is
// removed is chosen from a list.

import { type AutocompleteInteraction, type ChatInputCommandInteraction, EmbedBuilder } from 'discord.js'
import type { Account } from '../../domain/account.js'
import { msOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import {
  firstKind,
  isOnByDefault,
  NOTIFICATION_CHOICES,
  type NotificationChoice,
  routedKinds,
} from '../../domain/notifications/settings.js'
import { conditionText } from '../../messages/event-text.js'
import { describeDigest, describeRule } from '../../messages/rule-text.js'
import type { RouteChange } from '../../services/notifications/manage-notifications.js'
import { type AutocompleteChoice, type Context, InteractionRejection } from '../command.js'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from '../discord-limits.js'
import { OWN_THREAD_PERMISSIONS, postOnce, requireChannel, requireForum } from '../guilds/test-channel.js'
import { requireGame } from '../input/require-game.js'
import { mayRead } from '../notifications/message.js'
import { timeOf } from '../rendering/menus.js'
import { plainName, showName } from '../show-name.js'
import {
  isKindChoice,
  MAX_CHOICE_GAME_LENGTH,
  readDigest,
  readQuietHours,
  readRule,
  rejectUnusedOptions,
} from './subcommands.js'

const MAX_NAME_LENGTH = 100

export async function addNotification(interaction: ChatInputCommandInteraction, context: Context): Promise<string> {
  const { services, catalog } = context
  const { options } = interaction
  const kind = options.getString('kind', true)
  if (!isKindChoice(kind)) throw new InteractionRejection(catalog.unknownCommand)
  rejectUnusedOptions(kind, options, catalog)
  const { account, game } = await requireGame(interaction, context)
  const rule = kind === 'alert' ? readRule(options, context) : undefined
  const digest = kind === 'digest' ? readDigest(options, context) : undefined
  const chosen = routeOptions(kind, options, context)
  const channelId = await chosenChannel(interaction, game, kind, context)
  const name = showName(game.name, MAX_NAME_LENGTH)
  const title = catalog.notify.trial.title(catalog.notify.kinds[kind], name)
  const inThreads = options.getBoolean('threads') === true
  const hint = await tryChannel(interaction, { channelId, title, inThreads }, context)
  const named = options.getChannel('channel') !== null || channelId !== game.channelId ? { channelId } : {}
  for (const routed of routedKinds(kind)) {
    await services.notifications.switchOn(game, routed, { ...named, ...chosen, ...(digest ? { digest } : {}) })
  }
  if (rule) await services.notifications.addRule({ ...rule, gameId: game.id })
  const readyFrom = rule && (await services.ruleReady(account, game, rule))
  return [
    catalog.notify.added(catalog.notify.kinds[kind], name, `<#${channelId}>`),
    ...(rule ? [catalog.notify.addedRule(describeRule(rule, catalog))] : []),
    ...(readyFrom == null ? [] : [catalog.notify.notYet(timeOf(msOf(readyFrom)))]),
    ...(digest ? [catalog.notify.addedDigest(describeDigest(digest, catalog))] : []),
    ...(kind === 'milestones' ? [catalog.notify.milestonesOn] : []),
    ...hint,
  ].join('\n')
}

/** DISCORD-34, DISCORD-35: an alert keeps its role and its quiet hours with its rule. */
function routeOptions(
  kind: NotificationChoice,
  options: ChatInputCommandInteraction['options'],
  context: Context,
): RouteChange {
  const [isPublished, inThreads] = [options.getBoolean('publish'), options.getBoolean('threads')]
  const quietHours = kind === 'alert' ? null : readQuietHours(options, context)
  const roleId = kind === 'alert' ? null : options.getRole('role')?.id
  return {
    ...(isPublished === null ? {} : { isPublished }),
    ...(inThreads === null ? {} : { inThreads }),
    ...(quietHours === null ? {} : { quietHours }),
    ...(roleId == null ? {} : { roleId }),
  }
}

/**
 * The channel named in the command; otherwise the one this kind already uses, then the game's channel, then the current
 * channel.
 */
async function chosenChannel(
  { options, channelId }: ChatInputCommandInteraction,
  game: Game,
  kind: NotificationChoice,
  { services }: Context,
): Promise<string> {
  const named = options.getChannel('channel')?.id
  return named ?? (await services.notifications.channelOf(game, firstKind(kind))) ?? channelId
}

/** Returns a remark about the channel to show in the answer. */
async function tryChannel(
  { guild }: ChatInputCommandInteraction,
  { channelId, title, inThreads }: { readonly channelId: string; readonly title: string; readonly inThreads: boolean },
  { services, catalog }: Context,
): Promise<string[]> {
  const forum = requireForum(guild, channelId, catalog)
  if (forum) {
    await services.guildKeeping.noteChannel(forum.id, forum.guildId)
    await services.notifications.resume(forum.id)
    return [catalog.notify.inForum]
  }
  const channel = requireChannel(guild, channelId, catalog, inThreads ? OWN_THREAD_PERMISSIONS : [])
  const embed = new EmbedBuilder().setTitle(title).setDescription(catalog.notify.trial.text)
  await postOnce(channel, { embeds: [embed] }, catalog)
  await services.guildKeeping.noteChannel(channel.id, channel.guildId)
  await services.notifications.resume(channel.id)
  return mayRead(channel) ? [] : [catalog.notify.noHistory(`<#${channel.id}>`)]
}

export async function removeNotification(
  { options }: ChatInputCommandInteraction,
  account: Account,
  { services, catalog }: Context,
): Promise<string> {
  const [what, first, second = ''] = options.getString('what', true).split(':')
  if (what === 'rule' && /^\d{1,15}$/.test(first ?? '')) {
    const rule = await services.notifications.removeRule(account, Number(first))
    return catalog.notify.removed(conditionText(rule, catalog))
  }
  const game = (await services.guildView.games(account)).find(({ id }) => String(id) === first)
  if (what !== 'kind' || !game || !isKindChoice(second)) throw new InteractionRejection(catalog.notify.notThere)
  for (const kind of routedKinds(second)) await services.notifications.switchOff(game, kind)
  return catalog.notify.removed(`${catalog.notify.kinds[second]} · ${showName(game.name, MAX_NAME_LENGTH)}`)
}

/** Offers the active kinds and all rules, or the rules alone. */
export async function offerRemovals(
  interaction: AutocompleteInteraction,
  context: Context,
  rulesAlone = false,
): Promise<AutocompleteChoice[]> {
  const { guildGames, catalog } = context
  const linked = interaction.guildId === null ? undefined : await guildGames.of(interaction.guildId)
  const search = interaction.options.getFocused().toLowerCase()
  const found: AutocompleteChoice[] = []
  for (const game of linked?.games ?? []) {
    for (const { value, label } of await removals(game, context)) {
      const name = plainName(`${plainName(game.name, MAX_CHOICE_GAME_LENGTH)} · ${label}`, MAX_CHOICE_LENGTH)
      if (rulesAlone && !value.startsWith('rule:')) continue
      if (name.toLowerCase().includes(search)) found.push({ name, value })
    }
    if (found.length >= MAX_CHOICES) break
  }
  return found.sort((a, b) => catalog.compare(a.name, b.name)).slice(0, MAX_CHOICES)
}

async function removals(game: Game, { services, catalog }: Context): Promise<{ value: string; label: string }[]> {
  const { routes, rules } = await services.notifications.of(game)
  const isOn = (choice: NotificationChoice): boolean => {
    const kind = firstKind(choice)
    const route = routes.find((one) => one.kind === kind)
    return route ? route.enabled : isOnByDefault(kind) && game.channelId !== null
  }
  return [
    ...rules.map((rule) => ({ value: `rule:${rule.id}`, label: conditionText(rule, catalog) })),
    ...NOTIFICATION_CHOICES.filter(isOn).map((choice) => ({
      value: `kind:${game.id}:${choice}`,
      label: catalog.notify.kinds[choice],
    })),
  ]
}
