// /counter: a channel whose name shows one number of a game. For those who manage the server.
import {
  type AutocompleteInteraction,
  type BaseInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  type Guild,
  PermissionFlagsBits,
} from 'discord.js'
import {
  type AutocompleteChoice,
  type Command,
  type Context,
  InteractionRejection,
  type InteractionReply,
} from '../src/bot/command.js'
import { MAX_CHOICE_LENGTH } from '../src/bot/discord-limits.js'
import { ownChannel } from '../src/bot/guilds/test-channel.js'
import { channelOption, completeGame, gameOption, managerCommand } from '../src/bot/input/options.js'
import { requireGame } from '../src/bot/input/require-game.js'
import { requireLink } from '../src/bot/linked-account.js'
import { counterName } from '../src/bot/live-updates/counter-name.js'
import { renameCounter } from '../src/bot/live-updates/rename-counter.js'
import { guildCatalog } from '../src/bot/messaging/guild-texts.js'
import { permanentReason } from '../src/bot/messaging/rejections.js'
import { pickGames } from '../src/bot/pick-game.js'
import { ago } from '../src/bot/rendering/menus.js'
import { plainName, showName } from '../src/bot/show-name.js'
import type { Game } from '../src/domain/game.js'
import { type ChannelCounter, COUNTER_METRICS, nextRenameAt } from '../src/domain/live-updates/counter.js'
import {
  MAX_TEMPLATE_LENGTH,
  PLACEHOLDERS,
  type TemplateFault,
  templateFault,
} from '../src/domain/live-updates/counter-template.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'

const { counter: text } = defaultCatalog

const RENAMABLE = [
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildCategory,
] as const

type CounterSubcommand = (interaction: ChatInputCommandInteraction, context: Context) => Promise<string>

const data = managerCommand('counter', text.command)
  .addSubcommand((builder) =>
    builder
      .setName('create')
      .setDescription(text.create)
      .addChannelOption((option) => channelOption(text.channel, RENAMABLE)(option).setRequired(true))
      .addStringOption((option) => gameOption(option).setDescription(text.game))
      .addStringOption((option) =>
        option
          .setName('metric')
          .setDescription(text.metric)
          .addChoices(COUNTER_METRICS.map((value) => ({ name: text.choices[value], value }))),
      )
      .addStringOption((option) =>
        option
          .setName('template')
          .setDescription(text.template)
          .setMaxLength(MAX_TEMPLATE_LENGTH)
          .setAutocomplete(true),
      ),
  )
  .addSubcommand((builder) =>
    builder
      .setName('remove')
      .setDescription(text.remove)
      .addChannelOption((option) => channelOption(text.removeChannel, RENAMABLE)(option).setRequired(true)),
  )

const create: CounterSubcommand = async (interaction, context) => {
  const { services, catalog } = context
  const { client, options, guild } = interaction
  const { game } = await requireGame(interaction, context)
  const channelId = options.getChannel('channel', true).id
  const metric = COUNTER_METRICS.find((one) => one === options.getString('metric')) ?? 'ccu'
  const template = readTemplate(options.getString('template'), catalog)
  const guildId = requireRenamable(guild, channelId, catalog).id
  const counter = await services.live.keepCounter({ guildId, channelId, gameId: game.id, metric, template })
  const outcome = await renameCounter(counter, { client, services }).catch(async (error: unknown) => {
    if (!permanentReason(error)) throw error
    await services.live.removeCounter(channelId)
    throw new InteractionRejection(missing(channelId, Object.keys(catalog.counter.permissions), catalog))
  })
  const name = await nameOf(counter, interaction, context)
  const lines = [catalog.counter.created(`<#${channelId}>`)]
  if (name !== undefined) lines.push(catalog.counter.named(showName(name, MAX_CHOICE_LENGTH)))
  lines.push(catalog.counter.rule)
  if (outcome === 'unmeasured') lines.push(catalog.counter.unmeasured)
  if (outcome === 'later') lines.push(catalog.counter.later(ago(laterOf(counter, context))))
  return lines.join(' ')
}

/** Throws where it is none; null where none was given. */
function readTemplate(written: string | null, catalog: MessageCatalog): string | null {
  if (written === null) return null
  const fault = templateFault(written)
  if (fault) throw new InteractionRejection(faultText(fault, catalog))
  return written
}

const ALLOWED = PLACEHOLDERS.map((name) => `{${name}}`).join(' ')
const MAX_PLACEHOLDER_ECHO_LENGTH = 30

function faultText(fault: TemplateFault, { counter }: MessageCatalog): string {
  switch (fault.is) {
    case 'too long':
      return counter.faults.tooLong(MAX_TEMPLATE_LENGTH)
    case 'no number':
      return counter.faults.noNumber(ALLOWED)
    case 'open brace':
      return counter.faults.openBrace(ALLOWED)
    case 'unknown placeholder':
      return counter.faults.unknown(showName(`{${fault.named}}`, MAX_PLACEHOLDER_ECHO_LENGTH), ALLOWED)
  }
}

/** The name that a channel gets; undefined as long as nothing is measured. */
async function nameOf(
  counter: CounterPreview,
  { client, guild }: Pick<BaseInteraction<'raw' | 'cached'>, 'client' | 'guild'>,
  { services }: Context,
): Promise<string | undefined> {
  const view = await services.live.view(counter)
  const channel = guild?.channels.cache.get(counter.channelId) ?? { type: ChannelType.GuildVoice }
  const { catalog } = await guildCatalog(client, services, counter.guildId)
  return view && counterName(view, counter, channel, catalog)
}

type CounterPreview = Pick<ChannelCounter, 'guildId' | 'channelId' | 'gameId' | 'metric' | 'template'>

/** While a template is typed, the choice is the name that it gives now, or what is wrong with it. */
async function completeTemplate(interaction: AutocompleteInteraction, context: Context): Promise<AutocompleteChoice[]> {
  const { catalog } = context
  const { guildId, client, guild, options } = interaction
  const typed = options.getFocused()
  const fault = typed === '' ? undefined : templateFault(typed)
  if (fault) return [{ name: plainName(faultText(fault, catalog), MAX_CHOICE_LENGTH), value: typed }]
  const game = await gameTyped(interaction, context)
  const templates = typed === '' ? offeredTemplates(catalog) : [typed]
  if (!game || guildId === null) return templates.map((value) => ({ name: value, value }))
  const channelId = options.get('channel')?.value
  const preview = { guildId, channelId: String(channelId), gameId: game.id, metric: 'ccu' } as const
  return Promise.all(
    templates.map(async (template) => {
      const name = await nameOf({ ...preview, template }, { client, guild }, context)
      return { name: plainName(name ?? template, MAX_CHOICE_LENGTH), value: template }
    }),
  )
}

const offeredTemplates = ({ counter: { templates } }: MessageCatalog): string[] => [
  templates.playing('{name}', '{players}'),
  templates.playersOnly('{players}'),
  templates.visited('{name}', '{visits}'),
  templates.liked('{name}', '{like_ratio}'),
]

/** The game that is named so far; otherwise the first one of the server stands for it. */
async function gameTyped(interaction: AutocompleteInteraction, context: Context): Promise<Game | undefined> {
  const games = await context.guildGames.seenBy(interaction, context.isPresent)
  const named = interaction.options.getString('game')
  return (named === null ? undefined : pickGames(games, named)[0]) ?? games[0]
}

/** If Discord rather than our own limit delays the rename, the attempt just made counts. */
function laterOf(counter: ChannelCounter, { services: { clock } }: Context): number {
  const next = nextRenameAt(counter)
  return next > clock.now() ? next : nextRenameAt({ renamedAt: clock.now() })
}

function requireRenamable(guild: Guild | null, channelId: string, catalog: MessageCatalog): Guild {
  const channel = ownChannel(guild, channelId)
  const me = guild?.members.me
  if (!guild || !me || !channel) throw new InteractionRejection(catalog.channels.unseen)
  if (channel.isThread()) throw new InteractionRejection(catalog.counter.notRenamable)
  const has = channel.permissionsFor(me)
  const lacking = (['ViewChannel', 'ManageChannels'] as const).filter((name) => !has.has(PermissionFlagsBits[name]))
  if (lacking.length > 0) throw new InteractionRejection(missing(channelId, lacking, catalog))
  return guild
}

function missing(channelId: string, permissions: readonly string[], catalog: MessageCatalog): string {
  const names = new Map<string, string>(Object.entries(catalog.counter.permissions))
  return catalog.counter.missing(`<#${channelId}>`, permissions.map((name) => names.get(name) ?? name).join(', '))
}

const remove: CounterSubcommand = async ({ options, guildId }, { services, catalog }) => {
  const { id } = options.getChannel('channel', true)
  const counters = await services.live.countersOf(guildId ?? '')
  if (!counters.some(({ channelId }) => channelId === id))
    throw new InteractionRejection(catalog.counter.none(`<#${id}>`))
  await services.live.removeCounter(id)
  return catalog.counter.removed(`<#${id}>`)
}

const VERBS: Readonly<Record<string, CounterSubcommand>> = { create, remove }

export default {
  data,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context): Promise<InteractionReply> {
    await requireLink(interaction, context)
    const run = VERBS[interaction.options.getSubcommand()]
    if (!run) throw new InteractionRejection(context.catalog.unknownCommand)
    return { content: await run(interaction, context) }
  },

  autocomplete: async (interaction, context) =>
    interaction.options.getFocused(true).name === 'template'
      ? completeTemplate(interaction, context)
      : completeGame(interaction, context),
} satisfies Command
