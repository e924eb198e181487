// /schedule: posts about all games of the server at a local time. For those who manage the server.
import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js'
import {
  type AutocompleteChoice,
  type Command,
  type Context,
  InteractionRejection,
  type InteractionReply,
} from '../src/bot/command.js'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from '../src/bot/discord-limits.js'
import { POSTABLE, requireChannel } from '../src/bot/guilds/test-channel.js'
import { channelOption, managerCommand } from '../src/bot/input/options.js'
import { requireLink } from '../src/bot/linked-account.js'
import { timeOf } from '../src/bot/rendering/menus.js'
import { plainName } from '../src/bot/show-name.js'
import { HOUR_MINUTES, msOf } from '../src/domain/clock.js'
import { POST_TOPICS, type ScheduledPost } from '../src/domain/live-updates/scheduled-post.js'
import { minuteOfDay } from '../src/domain/time/time-of-day.js'
import { defaultCatalog } from '../src/messages/catalog.js'
import { clockOf } from '../src/messages/rule-text.js'

const MAX_POST_TIME_LENGTH = 10
const DEFAULT_MINUTE = 9 * HOUR_MINUTES

const { schedule: text, notify } = defaultCatalog

const data = managerCommand('schedule', text.command)
  .addSubcommand((builder) =>
    builder
      .setName('add')
      .setDescription(text.add)
      .addStringOption((option) =>
        option
          .setName('what')
          .setDescription(text.what)
          .setRequired(true)
          .addChoices(POST_TOPICS.map((value) => ({ name: text.topics[value], value }))),
      )

      .addChannelOption(channelOption(text.channel, POSTABLE))
      .addStringOption((option) => option.setName('time').setDescription(text.time).setMaxLength(MAX_POST_TIME_LENGTH))
      .addIntegerOption((option) =>
        option
          .setName('day')
          .setDescription(text.day)
          .addChoices(notify.weekdays.map((name, index) => ({ name, value: index + 1 }))),
      ),
  )
  .addSubcommand((builder) => builder.setName('list').setDescription(text.list))
  .addSubcommand((builder) =>
    builder
      .setName('remove')
      .setDescription(text.remove)
      .addStringOption((option) =>
        option.setName('post').setDescription(text.post).setRequired(true).setAutocomplete(true),
      ),
  )

type ScheduleSubcommand = (
  interaction: ChatInputCommandInteraction,
  guildId: string,
  context: Context,
) => Promise<InteractionReply>

const add: ScheduleSubcommand = async (interaction, guildId, context) => {
  const { services, catalog } = context
  const { options, guild, channelId } = interaction
  const topic = POST_TOPICS.find((one) => one === options.getString('what', true))
  if (topic === undefined) throw new InteractionRejection(catalog.unknownCommand)
  const time = options.getString('time')
  const at = time === null ? DEFAULT_MINUTE : minuteOfDay(time)
  const { newsChannelId } = await services.guildKeeping.settings(guildId)
  const channel = requireChannel(guild, options.getChannel('channel')?.id ?? newsChannelId ?? channelId, catalog)
  const weekday = options.getInteger('day') ?? 1
  const post = await services.scheduledPosts.keep({ guildId, channelId: channel.id, topic, weekday, at })
  if (!post) throw new InteractionRejection(catalog.schedule.full)
  return { content: `${catalog.schedule.added(...(await partsOf(post, context)))} ${catalog.schedule.late}` }
}

const list: ScheduleSubcommand = async (_interaction, guildId, context) => {
  const { services, catalog } = context
  const posts = await services.scheduledPosts.ofGuild(guildId)
  if (posts.length === 0) return { content: catalog.schedule.none }
  const lines = await Promise.all(posts.map(async (post) => catalog.schedule.line(...(await partsOf(post, context)))))
  return { content: [`**${catalog.schedule.title}**`, ...lines].join('\n') }
}

const remove: ScheduleSubcommand = async ({ options }, guildId, { services, catalog }) => {
  const isRemoved = await services.scheduledPosts.remove(guildId, Number(options.getString('post', true)))
  if (!isRemoved) throw new InteractionRejection(catalog.schedule.noSuch)
  return { content: catalog.schedule.removed }
}

/** What, where, when, and when next. */
async function partsOf(post: ScheduledPost, context: Context): Promise<[string, string, string, string]> {
  const next = await context.services.scheduledPosts.nextOf(post)
  const what = context.catalog.schedule.topics[post.topic]
  return [what, `<#${post.channelId}>`, timeTextOf(post, context), timeOf(msOf(next))]
}

function timeTextOf({ topic, weekday, at }: ScheduledPost, { catalog, timeZone }: Context): string {
  const time = clockOf(at, catalog)
  if (topic === 'records') return catalog.schedule.monthly(time, timeZone)
  return catalog.schedule.weekly(catalog.notify.weekdays[weekday - 1] ?? '', time, timeZone)
}

async function completePost(interaction: AutocompleteInteraction, context: Context): Promise<AutocompleteChoice[]> {
  const { services, catalog } = context
  const posts = await services.scheduledPosts.ofGuild(interaction.guildId ?? '')
  return posts.slice(0, MAX_CHOICES).map((post) => {
    const channel = interaction.guild?.channels.cache.get(post.channelId)?.name ?? post.channelId
    const name = catalog.schedule.choice(catalog.schedule.topics[post.topic], channel, timeTextOf(post, context))
    return { name: plainName(name, MAX_CHOICE_LENGTH), value: String(post.id) }
  })
}

const VERBS: Readonly<Record<string, ScheduleSubcommand>> = { add, list, remove }

export default {
  data,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context): Promise<InteractionReply> {
    await requireLink(interaction, context)
    const { guildId, options } = interaction
    const run = VERBS[options.getSubcommand()]
    if (!run || guildId === null) throw new InteractionRejection(context.catalog.unknownCommand)
    return run(interaction, guildId, context)
  },

  autocomplete: completePost,
} satisfies Command
