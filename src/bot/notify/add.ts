// /notify add: the channel is checked and posted in first, and only then is anything saved.
import { type ChatInputCommandInteraction, EmbedBuilder } from 'discord.js'
import type { Game } from '../../domain/game.js'
import { requireGame } from '../asking/require-game.js'
import { type Context, InteractionRejection } from '../command.js'
import { postOnce, requireChannel } from '../guilds/prove-channel.js'
import { mayRead } from '../notifications/find-message.js'
import { showName } from '../show-name.js'
import {
  describeDigest,
  describeRule,
  firstKind,
  isKindChoice,
  type KindChoice,
  readDigest,
  readRule,
  refuseStray,
  routedKinds,
} from './options.js'

const LONGEST_NAME = 100

export async function addNotification(interaction: ChatInputCommandInteraction, context: Context): Promise<string> {
  const { operations, words } = context
  const { options } = interaction
  const kind = options.getString('kind', true)
  if (!isKindChoice(kind)) throw new InteractionRejection(words.unknownCommand)
  refuseStray(kind, options, words)
  const { game } = await requireGame(interaction, context)
  const rule = kind === 'alert' ? readRule(options, context) : undefined
  const digest = kind === 'digest' ? readDigest(options, context) : undefined
  const channelId = await chosenChannel(interaction, game, kind, context)
  const name = showName(game.name, LONGEST_NAME)
  const title = words.notify.trial.title(words.notify.kinds[kind], name)
  const hint = await tryChannel(interaction, { channelId, title }, context)
  const named = options.getChannel('channel') !== null || channelId !== game.channelId ? { channelId } : {}
  for (const routed of routedKinds(kind)) {
    await operations.notifications.switchOn(game, routed, { ...named, ...(digest ? { digest } : {}) })
  }
  if (rule) await operations.notifications.addRule({ ...rule, gameId: game.id })
  return [
    words.notify.added(words.notify.kinds[kind], name, `<#${channelId}>`),
    ...(rule ? [words.notify.addedRule(describeRule(rule, words))] : []),
    ...(digest ? [words.notify.addedDigest(describeDigest(digest, words))] : []),
    ...(kind === 'milestones' ? [words.notify.milestonesOn] : []),
    ...hint,
  ].join('\n')
}

/** The one named; else where the kind goes already; else the game's; else this one. */
async function chosenChannel(
  { options, channelId }: ChatInputCommandInteraction,
  game: Game,
  kind: KindChoice,
  { operations }: Context,
): Promise<string> {
  const named = options.getChannel('channel')?.id
  return named ?? (await operations.notifications.channelOf(game, firstKind(kind))) ?? channelId
}

/** Answers what should be said of the channel. */
async function tryChannel(
  { guild }: ChatInputCommandInteraction,
  { channelId, title }: { readonly channelId: string; readonly title: string },
  { operations, words }: Context,
): Promise<string[]> {
  const channel = requireChannel(guild, channelId, words)
  const embed = new EmbedBuilder().setTitle(title).setDescription(words.notify.trial.text)
  await postOnce(channel, { embeds: [embed] }, words)
  await operations.guildKeeping.noteChannel(channel.id, channel.guildId)
  await operations.notifications.resume(channel.id)
  return mayRead(channel) ? [] : [words.notify.noHistory(`<#${channel.id}>`)]
}
