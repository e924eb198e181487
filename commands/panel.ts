// /panel: a message that keeps the numbers of one game, or of all games, up to date. For those who manage the server.
import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  GuildTextBasedChannel,
  SlashCommandSubcommandBuilder,
} from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { MAX_CHOICES } from '../src/bot/discord-limits.js'
import { POSTABLE, requireChannel } from '../src/bot/guilds/test-channel.js'
import { channelOption, completeGame, gameOption, managerCommand } from '../src/bot/input/options.js'
import { findGameOfChannel, findRequestedGame } from '../src/bot/input/require-game.js'
import { requireLink } from '../src/bot/linked-account.js'
import { panelMessage } from '../src/bot/live-updates/panel-message.js'
import { filesOf, mayAttach } from '../src/bot/live-updates/update-panel.js'
import { guildCatalog } from '../src/bot/messaging/guild-texts.js'
import { nonceOf } from '../src/bot/messaging/post-throttle.js'
import { permanentReason } from '../src/bot/messaging/rejections.js'
import { foldCase } from '../src/bot/pick-game.js'
import { showName } from '../src/bot/show-name.js'
import type { Account } from '../src/domain/account.js'
import type { Game } from '../src/domain/game.js'
import type { Panel } from '../src/domain/live-updates/panel.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const MAX_NAME_LENGTH = 100
/** The value of the choice of all games: no game is found by it. */
const ALL_GAMES = '*'

const { panel: text } = defaultCatalog

type PanelSubcommand = (interaction: ChatInputCommandInteraction, account: Account, context: Context) => Promise<string>

const verb = (name: 'create' | 'remove') => (builder: SlashCommandSubcommandBuilder) =>
  builder
    .setName(name)
    .setDescription(text[name])
    .addStringOption((option) => gameOption(option).setDescription(text.game))

    .addChannelOption(channelOption(text.channel, POSTABLE))

const data = managerCommand('panel', text.command).addSubcommand(verb('create')).addSubcommand(verb('remove'))

const channelMeant = ({ options, channelId }: ChatInputCommandInteraction): string =>
  options.getChannel('channel')?.id ?? channelId

const create: PanelSubcommand = async (interaction, account, context) => {
  const { services, catalog } = context
  const game = await gameMeant(interaction, account, context)
  const channel = requireChannel(interaction.guild, channelMeant(interaction), catalog)
  const place = { guildId: channel.guildId, channelId: channel.id, gameId: game?.id ?? null }
  const guildTexts = await guildCatalog(interaction.client, services, channel.guildId)
  const message = await panelMessage(place, mayAttach(channel) ? 'draw' : 'none', { ...context, ...guildTexts })
  if (!message) throw new InteractionRejection(catalog.gameGone)
  const old = (await services.live.panelsOf(channel.guildId)).find(
    ({ channelId, gameId }) => channelId === channel.id && gameId === place.gameId,
  )
  const nonce = nonceOf('panel', interaction.id)
  const posted = await channel
    .send({ embeds: [message.embed], files: filesOf(message), nonce, enforceNonce: true })
    .catch((error: unknown) => {
      throw permanentReason(error) ? new InteractionRejection(catalog.channels.postRejected(`<#${channel.id}>`)) : error
    })
  await services.live.keepPanel({ ...place, messageId: posted.id })
  if (old) await takeAway(channel, old.messageId)
  if (!game) return catalog.panel.createdOfAll(`<#${channel.id}>`)
  return catalog.panel.created(showName(game.name, MAX_NAME_LENGTH), `<#${channel.id}>`)
}

/** Undefined for all games: where they are chosen, or where no game is named and the channel has none of its own. */
async function gameMeant(
  interaction: ChatInputCommandInteraction,
  account: Account,
  context: Context,
): Promise<Game | undefined> {
  const named = interaction.options.getString('game')
  if (named !== null) return isAllGames(named, context) ? undefined : findRequestedGame(named, [account], context)
  return findGameOfChannel(interaction, [account], context)
}

const isAllGames = (text: string, { catalog }: Context): boolean =>
  text === ALL_GAMES || foldCase(text) === foldCase(catalog.panel.allGames)

const remove: PanelSubcommand = async (interaction, account, context) => {
  const { services, catalog } = context
  const channelId = channelMeant(interaction)
  const panels = (await services.live.panelsOf(interaction.guildId ?? '')).filter(
    (panel) => panel.channelId === channelId,
  )
  const named = interaction.options.getString('game')
  const isMeant = named === null ? () => true : await isPanelOf(named, account, context)
  const matching = panels.filter(isMeant)
  if (matching.length === 0) throw new InteractionRejection(catalog.panel.none(`<#${channelId}>`))
  const channel = interaction.guild?.channels.cache.get(channelId)
  for (const panel of matching) {
    await services.live.removePanel(panel)
    if (channel?.isTextBased()) await takeAway(channel, panel.messageId)
  }
  return catalog.panel.removed(matching.length, `<#${channelId}>`)
}

async function isPanelOf(named: string, account: Account, context: Context) {
  const id = isAllGames(named, context) ? null : (await findRequestedGame(named, [account], context)).id
  return ({ gameId }: Pick<Panel, 'gameId'>): boolean => gameId === id
}

/** All games come first, as long as the text could mean them. */
async function completePanel(interaction: AutocompleteInteraction, context: Context) {
  const name = context.catalog.panel.allGames
  const isOffered = foldCase(name).includes(foldCase(interaction.options.getFocused()))
  const games = await completeGame(interaction, context)
  return [...(isOffered ? [{ name, value: ALL_GAMES }] : []), ...games].slice(0, MAX_CHOICES)
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

  autocomplete: completePanel,
} satisfies Command
