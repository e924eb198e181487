// /notify test: a sample where the real ones go, and a channel that was paused goes on.
import { type ChatInputCommandInteraction, EmbedBuilder } from 'discord.js'
import { minuteOf } from '../../domain/clock.js'
import type { Notice } from '../../domain/notifications/notification.js'
import { requireGame } from '../asking/require-game.js'
import { type Context, Refusal } from '../command.js'
import { postOnce, requireChannel } from '../guilds/prove-channel.js'
import { renderNotice } from '../notifications/render.js'
import { guildWords } from '../posting/guild-words.js'
import { firstKind, isKindChoice } from './kinds.js'
import { sampleFacts } from './sample.js'

export async function testNotice(interaction: ChatInputCommandInteraction, context: Context): Promise<string> {
  const { operations, pictures, words } = context
  const kind = interaction.options.getString('kind', true)
  if (!isKindChoice(kind)) throw new Refusal(words.unknownCommand)
  const { account, game } = await requireGame(interaction, context)
  const channelId = await operations.notifying.channelOf(game, firstKind(kind))
  if (channelId === undefined) throw new Refusal(words.notify.noChannel)
  const channel = requireChannel(interaction.guild, channelId, words)
  const spoken = await guildWords(interaction.client, operations, channel.guildId)
  const now = operations.clock.now()
  const minute = minuteOf(now)
  const latest = (await operations.live.view({ guildId: channel.guildId, gameId: game.id }))?.latest
  const [rule] = (await operations.notifying.of(game)).rules
  const facts = sampleFacts(kind, { minute, latest, rule, timeZone: spoken.timeZone })
  const notice: Notice = {
    ...{
      id: 0,
      gameId: game.id,
      accountId: account.id,
      kind: facts.kind,
      subject: 'sample',
      occurredAt: minute,
      facts,
    },
    ...{ state: 'pending', channelId, messageId: null, reason: null, attempts: 0, nextAttemptAt: 0, claimedAt: null },
    ...{ doubtSince: null, createdAt: now, expiresAt: now },
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const mark = spoken.words.notify.sample
  const rendering = { facts, notice, game, account, ...spoken, operations, pictures, log }
  const message = await renderNotice(rendering, mark)
  const [shown] = (message.embeds ?? []).map((embed) => EmbedBuilder.from('toJSON' in embed ? embed.toJSON() : embed))
  shown?.setTitle(`${mark}: ${shown.data.title ?? ''}`)
  await postOnce(channel, { ...message, embeds: shown ? [shown] : [] }, words)
  await operations.notifying.resume(channelId)
  return words.notify.tested(words.notify.kinds[kind], `<#${channelId}>`)
}
