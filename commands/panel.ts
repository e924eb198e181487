// /panel: a message that keeps one game's numbers up to date. For those who manage the server.
import {
  type ChatInputCommandInteraction,
  type GuildTextBasedChannel,
  PermissionFlagsBits,
  SlashCommandBuilder,
  type SlashCommandSubcommandBuilder,
} from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { POSTABLE, requireChannel } from '../src/bot/guilds/test-channel.js'
import { completeGame, gameOption, inServers } from '../src/bot/input/options.js'
import { findRequestedGame, requireGame } from '../src/bot/input/require-game.js'
import { requireLink } from '../src/bot/linked-account.js'
import { panelMessage } from '../src/bot/live-updates/panel-message.js'
import { guildCatalog } from '../src/bot/messaging/guild-texts.js'
import { nonceOf } from '../src/bot/messaging/post-throttle.js'
import { permanentReason } from '../src/bot/messaging/rejections.js'
import { showName } from '../src/bot/show-name.js'
import type { Account } from '../src/domain/account.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const MAX_NAME_LENGTH = 100

const { panel: text } = defaultCatalog

type PanelSubcommand = (interaction: ChatInputCommandInteraction, account: Account, context: Context) => Promise<string>

const verb = (name: 'create' | 'remove') => (builder: SlashCommandSubcommandBuilder) =>
  builder
    .setName(name)
    .setDescription(text[name])
    .addStringOption((option) => gameOption(option).setDescription(text.game))
    .addChannelOption((option) =>
      option
        .setName('channel')
        .setDescription(text.channel)
        .addChannelTypes(...POSTABLE),
    )

const data = inServers(
  new SlashCommandBuilder()
    .setName('panel')
    .setDescription(text.command)
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild),
)
  .addSubcommand(verb('create'))
  .addSubcommand(verb('remove'))

const channelMeant = ({ options, channelId }: ChatInputCommandInteraction): string =>
  options.getChannel('channel')?.id ?? channelId

const create: PanelSubcommand = async (interaction, _account, context) => {
  const { services, catalog } = context
  const { game } = await requireGame(interaction, context)
  const channel = requireChannel(interaction.guild, channelMeant(interaction), catalog)
  const place = { guildId: channel.guildId, channelId: channel.id, gameId: game.id }
  const view = (await services.live.view(place)) ?? { game, latest: undefined, before: undefined, usual: undefined }
  const spoken = await guildCatalog(interaction.client, services, channel.guildId)
  const old = (await services.live.panelsOf(channel.guildId)).find(
    ({ channelId, gameId }) => channelId === channel.id && gameId === game.id,
  )
  const nonce = nonceOf('panel', interaction.id)
  const posted = await channel
    .send({ ...panelMessage(view, spoken.catalog), nonce, enforceNonce: true })
    .catch((error: unknown) => {
      throw permanentReason(error) ? new InteractionRejection(catalog.channels.postRejected(`<#${channel.id}>`)) : error
    })
  await services.live.keepPanel({ ...place, messageId: posted.id })
  if (old) await takeAway(channel, old.messageId)
  return catalog.panel.created(showName(game.name, MAX_NAME_LENGTH), `<#${channel.id}>`)
}

const remove: PanelSubcommand = async (interaction, account, context) => {
  const { services, catalog } = context
  const channelId = channelMeant(interaction)
  const named = interaction.options.getString('game')
  const game = named === null ? undefined : await findRequestedGame(named, [account], context)
  const panels = (await services.live.panelsOf(interaction.guildId ?? '')).filter(
    (panel) => panel.channelId === channelId && (game === undefined || panel.gameId === game.id),
  )
  if (panels.length === 0) throw new InteractionRejection(catalog.panel.none(`<#${channelId}>`))
  const channel = interaction.guild?.channels.cache.get(channelId)
  for (const panel of panels) {
    await services.live.removePanel(panel)
    if (channel?.isTextBased()) await takeAway(channel, panel.messageId)
  }
  return catalog.panel.removed(panels.length, `<#${channelId}>`)
}

/** Failures are ignored: a message that is already gone or cannot be deleted merely stops changing. */
const takeAway = (channel: GuildTextBasedChannel, messageId: string): Promise<void> =>
  channel.messages.delete(messageId).catch(() => undefined)

const VERBS: Readonly<Record<string, PanelSubcommand>> = { create, remove }

export default {
  data,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context): Promise<InteractionReply> {
    const account = await requireLink(interaction, context)
    const run = VERBS[interaction.options.getSubcommand()]
    if (!run) throw new InteractionRejection(context.catalog.unknownCommand)
    return { content: await run(interaction, account, context) }
  },

  autocomplete: completeGame,
} satisfies Command
