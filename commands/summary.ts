// /summary: one game over a chosen range, in numbers and plain sentences; a menu changes the range.
import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import { completeGame, DEFAULT_SPAN, everywhere, gameOption, rangeOption } from '../src/bot/input/options.js'
import { type RequestedGame, requireGame, requireGameOfId } from '../src/bot/input/require-game.js'
import { addIcon } from '../src/bot/rendering/game-icon.js'
import { dateOf, rangeMenu, timeOf } from '../src/bot/rendering/menus.js'
import { showName } from '../src/bot/show-name.js'
import { msOf } from '../src/domain/clock.js'
import { CLOSING_MEASURES } from '../src/domain/measures.js'
import { daysOf, daysText } from '../src/domain/rules/damage.js'
import { isSpanName } from '../src/domain/rules/span.js'
import type { CounterSummary } from '../src/domain/rules/summary.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'
import type { SpanSummary } from '../src/services/reading/summarize-span.js'

const MAX_TITLE_LENGTH = 100
/** A missing minute or two at the edges is not worth mentioning. */
const MIN_COMPLETE_SHARE = 0.995
const DAMAGES = ['samples', 'sums'] as const

const data = everywhere(new SlashCommandBuilder().setName('summary').setDescription(defaultCatalog.summary.command))
  .addStringOption(gameOption)
  .addStringOption(rangeOption)

async function show(
  { account, game }: RequestedGame,
  name: string,
  { services, catalog }: Context,
): Promise<InteractionReply> {
  if (!isSpanName(name)) throw new InteractionRejection(catalog.buttonTooOld)
  const summed = await services.summarizeSpan(account, game, name)
  if (summed.knownSince === undefined) throw new InteractionRejection(catalog.summary.neverMeasured)
  const { from, until } = summed.span
  const range = `${catalog.ranges.choices[name]} · ${catalog.summary.span(timeOf(msOf(from)), timeOf(msOf(until - 1)))}`
  const embed = new EmbedBuilder()
    .setTitle(showName(game.name, MAX_TITLE_LENGTH))
    .setDescription(`${range}\n${coverageOf(summed, catalog)}`)
  if (summed.summary.samples > 0) embed.addFields(fieldsOf(summed, catalog))
  const files = await addIcon(embed, game.universeId, services)
  return { embeds: [embed], files, components: [rangeMenu(buttonId('summary', 'range', game.id), name, catalog)] }
}

function fieldsOf({ summary }: SpanSummary, catalog: MessageCatalog) {
  const { fields } = catalog.summary
  const { ccu, counters } = summary
  const number = (value: number | null): string => (value === null ? catalog.nothing : catalog.number(value))
  const peak =
    ccu.max === null || ccu.peakAt === null
      ? catalog.nothing
      : catalog.summary.peakAt(catalog.number(ccu.max), timeOf(msOf(ccu.peakAt)))
  return [
    { name: fields.least, value: number(ccu.min), inline: true },
    { name: fields.average, value: ccu.average === null ? catalog.nothing : catalog.rough(ccu.average), inline: true },
    { name: fields.peak, value: peak, inline: true },
    {
      name: fields.playerHours,
      value: summary.playerHours === null ? catalog.nothing : catalog.rough(summary.playerHours),
      inline: true,
    },
    ...CLOSING_MEASURES.map((name) => ({
      name: catalog.metrics.choices[name],
      value: changeOf(counters[name], catalog),
      inline: true,
    })),
    {
      name: fields.likeRatio,
      value: summary.likeRatio === null ? catalog.nothing : catalog.fixedPercent(summary.likeRatio),
      inline: true,
    },
  ]
}

const changeOf = ({ end, change }: CounterSummary, catalog: MessageCatalog): string =>
  end === null || change === null
    ? catalog.nothing
    : catalog.summary.change(catalog.number(end), catalog.change(change))

/** States the coverage of the range, and why it is incomplete. */
function coverageOf(summed: SpanSummary, catalog: MessageCatalog): string {
  const damaged = DAMAGES.flatMap((what) => {
    const spans = summed.damage.filter((one) => one.what === what)
    return spans.length === 0 ? [] : [catalog.summary.damaged[what](daysText(daysOf(spans)))]
  })
  return [measuredOf(summed, catalog), ...damaged].join('\n')
}

function measuredOf({ summary, span, damage, knownSince }: SpanSummary, catalog: MessageCatalog): string {
  const isDamaged = damage.some(({ what }) => what === 'samples')
  if (summary.samples === 0) return isDamaged ? catalog.summary.unreadable : catalog.summary.nothing
  if (summary.coverage >= MIN_COMPLETE_SHARE) return catalog.summary.complete
  const share = catalog.part(summary.coverage)
  if (isDamaged) return catalog.summary.partly(share)
  return knownSince !== undefined && knownSince > span.from
    ? catalog.summary.knownOnlySince(share, dateOf(msOf(knownSince)))
    : catalog.summary.mostly(share)
}

export default {
  data,

  async execute(interaction, context) {
    const requested = await requireGame(interaction, context)
    return show(requested, interaction.options.getString('range') ?? DEFAULT_SPAN, context)
  },

  autocomplete: completeGame,

  selects: {
    range: async ([gameId], context, interaction) => {
      const requested = await requireGameOfId(interaction, context, Number(gameId))
      return show(requested, interaction.values[0] ?? '', context)
    },
  },
} satisfies Command
