// /notify test: posts a sample, made from the game's own past, to the channel of the real ones; a paused channel resumes.
import { type ChatInputCommandInteraction, EmbedBuilder, type MessageCreateOptions } from 'discord.js'
import { HOUR_MINUTES } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import { DEFAULT_RULE, type DigestPlan } from '../../domain/notifications/settings.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { createRenderer } from '../../messages/notifications/render.js'
import { type Context, InteractionRejection } from '../command.js'
import { postOnce, requireChannel } from '../guilds/prove-channel.js'
import { requireGame } from '../input/require-game.js'
import { guildCatalog } from '../messaging/guild-texts.js'
import { DISCORD_FORMAT, messageOf } from '../notifications/message.js'
import { NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { showName } from '../show-name.js'
import { firstKind, isKindChoice, type KindChoice } from './options.js'

const MAX_NAME_LENGTH = 80

/** Of a game without a digest: of each day, at nine. */
const digestPlan = (timeZone: string): DigestPlan => ({ every: 'day', weekday: 1, at: 9 * HOUR_MINUTES, timeZone })

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

export async function postSample(interaction: ChatInputCommandInteraction, context: Context): Promise<string> {
  const { services, pictures, catalog } = context
  const kind = interaction.options.getString('kind', true)
  if (!isKindChoice(kind)) throw new InteractionRejection(catalog.unknownCommand)
  const { account, game } = await requireGame(interaction, context)
  const channelId = await services.notifications.channelOf(game, firstKind(kind))
  if (channelId === undefined) throw new InteractionRejection(catalog.notify.noChannel)
  const channel = requireChannel(interaction.guild, channelId, catalog)
  const spoken = await guildCatalog(interaction.client, services, channel.guildId)
  const { timeZone } = spoken
  const { rules, routes } = await services.notifications.of(game)
  const digest = routes.find((route) => route.kind === 'digest')?.digest ?? digestPlan(timeZone)
  const routed = firstKind(kind)
  const example =
    routed === 'record'
      ? undefined
      : await services.pastExample(account, game, { kind: routed, rule: rules[0] ?? DEFAULT_RULE, digest })
  if (example === undefined) {
    await postOnce(channel, nothingYet(kind, game, spoken.catalog), catalog)
    await services.notifications.resume(channelId)
    return catalog.notify.testedWithout(catalog.notify.kinds[kind], `<#${channelId}>`)
  }
  const { facts, occurredAt } = example
  const render = createRenderer({
    readLine: services.chartSeries.readWindow,
    paint: async (input) => {
      const key = JSON.stringify([game.id, facts, spoken.catalog.locale, timeZone])
      return (await pictures.of(key, async () => ({ input, alt: '', text: '' }))).png
    },
    readIcon: (universeId) => services.icons.ofUniverse(universeId, 'large'),
    log: SILENT,
  })
  const about = { notification: { id: 0, occurredAt }, facts, game, account, namedGames: [] }
  const content = await render({ ...about, language: spoken.catalog.locale, timeZone, format: DISCORD_FORMAT })
  const label = spoken.catalog.notify.sample
  await postOnce(channel, messageOf({ ...content, title: `${label}: ${content.title ?? ''}` }), catalog)
  await services.notifications.resume(channelId)
  return catalog.notify.tested(catalog.notify.kinds[kind], `<#${channelId}>`)
}

/** The channel is proven all the same. */
function nothingYet(kind: KindChoice, { name }: Game, { notify, notifications }: MessageCatalog): MessageCreateOptions {
  const embed = new EmbedBuilder()
    .setColor(NEUTRAL_COLOR)
    .setTitle(`${notify.sample}: ${notify.kinds[kind]}`)
    .setDescription(notify.nothingYet(showName(name, MAX_NAME_LENGTH)))
    .setFooter({ text: notifications.by })
  return { embeds: [embed] }
}
