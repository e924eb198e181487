// /notify add: checks the channel and posts a test there before anything is saved.
import { type ChatInputCommandInteraction, EmbedBuilder } from 'discord.js'
import { msOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import { type Context, InteractionRejection } from '../command.js'
import { postOnce, requireChannel } from '../guilds/prove-channel.js'
import { requireGame } from '../input/require-game.js'
import { mayRead } from '../notifications/find-message.js'
import { timeOf } from '../rendering/menus.js'
import { showName } from '../show-name.js'
import {
  describeDigest,
  describeRule,
  firstKind,
  isKindChoice,
  type KindChoice,
  readDigest,
  readRule,
  rejectStray,
  routedKinds,
} from './options.js'

const MAX_NAME_LENGTH = 100

export async function addNotification(interaction: ChatInputCommandInteraction, context: Context): Promise<string> {
  const { services, catalog } = context
  const { options } = interaction
  const kind = options.getString('kind', true)
  if (!isKindChoice(kind)) throw new InteractionRejection(catalog.unknownCommand)
  rejectStray(kind, options, catalog)
  const { account, game } = await requireGame(interaction, context)
  const rule = kind === 'alert' ? readRule(options, context) : undefined
  const digest = kind === 'digest' ? readDigest(options, context) : undefined
  const channelId = await chosenChannel(interaction, game, kind, context)
  const name = showName(game.name, MAX_NAME_LENGTH)
  const title = catalog.notify.trial.title(catalog.notify.kinds[kind], name)
  const hint = await tryChannel(interaction, { channelId, title }, context)
  const named = options.getChannel('channel') !== null || channelId !== game.channelId ? { channelId } : {}
  for (const routed of routedKinds(kind)) {
    await services.notifications.switchOn(game, routed, { ...named, ...(digest ? { digest } : {}) })
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

/**
 * The channel named in the command; otherwise the one this kind already uses, then the game's channel, then the current
 * channel.
 */
async function chosenChannel(
  { options, channelId }: ChatInputCommandInteraction,
  game: Game,
  kind: KindChoice,
  { services }: Context,
): Promise<string> {
  const named = options.getChannel('channel')?.id
  return named ?? (await services.notifications.channelOf(game, firstKind(kind))) ?? channelId
}

/** Returns a remark about the channel to show in the answer. */
async function tryChannel(
  { guild }: ChatInputCommandInteraction,
  { channelId, title }: { readonly channelId: string; readonly title: string },
  { services, catalog }: Context,
): Promise<string[]> {
  const channel = requireChannel(guild, channelId, catalog)
  const embed = new EmbedBuilder().setTitle(title).setDescription(catalog.notify.trial.text)
  await postOnce(channel, { embeds: [embed] }, catalog)
  await services.guildKeeping.noteChannel(channel.id, channel.guildId)
  await services.notifications.resume(channel.id)
  return mayRead(channel) ? [] : [catalog.notify.noHistory(`<#${channel.id}>`)]
}
