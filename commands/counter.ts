// /counter: a channel whose name shows one number of a game. For those who manage the server.
import {
  ChannelType,
  type ChatInputCommandInteraction,
  type Guild,
  PermissionFlagsBits,
  SlashCommandBuilder,
} from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { ownChannel } from '../src/bot/guilds/test-channel.js'
import { completeGame, gameOption, inServers } from '../src/bot/input/options.js'
import { requireGame } from '../src/bot/input/require-game.js'
import { requireLink } from '../src/bot/linked-account.js'
import { renameCounter } from '../src/bot/live-updates/rename-counter.js'
import { permanentReason } from '../src/bot/messaging/rejections.js'
import { ago } from '../src/bot/rendering/menus.js'
import { type ChannelCounter, COUNTER_METRICS, nextRenameAt } from '../src/domain/live-updates/counter.js'
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

const data = inServers(
  new SlashCommandBuilder()
    .setName('counter')
    .setDescription(text.command)
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild),
)
  .addSubcommand((builder) =>
    builder
      .setName('create')
      .setDescription(text.create)
      .addChannelOption((option) =>
        option
          .setName('channel')
          .setDescription(text.channel)
          .setRequired(true)
          .addChannelTypes(...RENAMABLE),
      )
      .addStringOption((option) => gameOption(option).setDescription(text.game))
      .addStringOption((option) =>
        option
          .setName('metric')
          .setDescription(text.metric)
          .addChoices(COUNTER_METRICS.map((value) => ({ name: text.choices[value], value }))),
      ),
  )
  .addSubcommand((builder) =>
    builder
      .setName('remove')
      .setDescription(text.remove)
      .addChannelOption((option) =>
        option
          .setName('channel')
          .setDescription(text.removeChannel)
          .setRequired(true)
          .addChannelTypes(...RENAMABLE),
      ),
  )

const create: CounterSubcommand = async (interaction, context) => {
  const { services, catalog } = context
  const { client, options, guild } = interaction
  const { game } = await requireGame(interaction, context)
  const channelId = options.getChannel('channel', true).id
  const metric = COUNTER_METRICS.find((one) => one === options.getString('metric')) ?? 'ccu'
  const guildId = requireRenamable(guild, channelId, catalog).id
  const counter = await services.live.keepCounter({ guildId, channelId, gameId: game.id, metric })
  const outcome = await renameCounter(counter, { client, services }).catch(async (error: unknown) => {
    if (!permanentReason(error)) throw error
    await services.live.removeCounter(channelId)
    throw new InteractionRejection(missing(channelId, Object.keys(catalog.counter.permissions), catalog))
  })
  const said = [catalog.counter.created(`<#${channelId}>`), catalog.counter.rule]
  if (outcome === 'unmeasured') said.push(catalog.counter.unmeasured)
  if (outcome === 'later') said.push(catalog.counter.later(ago(laterOf(counter, context))))
  return said.join(' ')
}

/** If Discord rather than our own limit delays the rename, the attempt just made counts. */
function laterOf(counter: ChannelCounter, { services: { clock } }: Context): number {
  const own = nextRenameAt(counter)
  return own > clock.now() ? own : nextRenameAt({ renamedAt: clock.now() })
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

  autocomplete: completeGame,
} satisfies Command
