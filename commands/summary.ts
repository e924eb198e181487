// /summary: one game over a chosen range, in numbers and plain sentences, beside the range before and the usual.
import { SlashCommandBuilder } from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import {
  allowEverywhere,
  completeGame,
  DEFAULT_SPAN,
  gameOption,
  privateOption,
  rangeOption,
} from '../src/bot/input/options.js'
import { type RequestedGame, requireGame, requireGameOfId } from '../src/bot/input/require-game.js'
import { areComparable, usualText } from '../src/bot/rendering/chart/chart-figures.js'
import { createGameEmbed } from '../src/bot/rendering/game-embed.js'
import { dateOf, rangeMenu, timeOf } from '../src/bot/rendering/menus.js'
import { gameSteps } from '../src/bot/rendering/next-steps.js'
import { msOf } from '../src/domain/clock.js'
import { CLOSING_MEASURES } from '../src/domain/measures.js'
import { daysOf, daysText } from '../src/domain/rules/damage.js'
import { isSpanName, type SpanName } from '../src/domain/rules/span.js'
import type { CounterSummary, Summary } from '../src/domain/rules/summary.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'
import type { SpanSummary } from '../src/services/reading/summarize-span.js'

/** A missing minute or two at the edges is not worth mentioning. */
const MIN_COMPLETE_SHARE = 0.995
const DAMAGES = ['samples', 'sums'] as const

const data = allowEverywhere(
  new SlashCommandBuilder().setName('summary').setDescription(defaultCatalog.summary.command),
)
  .addStringOption(gameOption)
  .addStringOption(rangeOption)
  .addBooleanOption(privateOption)

async function show(requested: RequestedGame, name: string, context: Context): Promise<InteractionReply> {
  const { services, catalog } = context
  const { account, game } = requested
  if (!isSpanName(name)) throw new InteractionRejection(catalog.buttonTooOld)
  const summed = await services.summarizeSpan(account, game, name)
  if (summed.knownSince === undefined) throw new InteractionRejection(catalog.summary.neverMeasured)
  const { from, until } = summed.span
  const range = `${catalog.ranges.choices[name]} · ${catalog.summary.span(timeOf(msOf(from)), timeOf(msOf(until - 1)))}`
  const compared = await comparedWith(requested, summed, name, context)
  const { embed, files } = await createGameEmbed(requested, context)
  embed.setDescription([range, coverageOf(summed, catalog), compared.text].filter((line) => line !== '').join('\n'))
  if (summed.summary.samples > 0) embed.addFields(fieldsOf(summed, compared.before, catalog))
  const steps = gameSteps(game.id, ['stats', 'chart', 'updates', 'goal'], catalog)
  const menu = rangeMenu(buttonId('summary', 'range', game.id), name, catalog)
  return { embeds: [embed], files, components: [menu, steps] }
}

interface ComparedSummary {
  /** Undefined where it was measured for less than half as long as the range, or the other way around. */
  readonly before: Summary | undefined
  /** What the changes compare with, and players against the usual. */
  readonly text: string
}

async function comparedWith(
  requested: RequestedGame,
  { summary, span }: SpanSummary,
  name: SpanName,
  { services, catalog }: Context,
): Promise<ComparedSummary> {
  if (summary.samples === 0) return { before: undefined, text: '' }
  const { account, game } = requested
  const before = await services.summarizeBefore(account, game, name)
  const isComparable = before !== undefined && areComparable(summary, before)
  const usual = await services.readUsualLine(requested, span, { hasBand: false })
  const parts = [
    ...(isComparable && name !== 'all' ? [catalog.summary.against[name]] : []),
    ...usualText(usual?.difference ?? null, catalog).map(catalog.summary.players),
  ]
  return { before: isComparable ? before : undefined, text: parts.join(' ') }
}

function fieldsOf({ summary }: SpanSummary, before: Summary | undefined, catalog: MessageCatalog) {
  const { fields } = catalog.summary
  const { ccu, counters } = summary
  const number = (value: number | null): string => (value === null ? catalog.nothing : catalog.number(value))
  const rough = (value: number | null): string => (value === null ? catalog.nothing : catalog.rough(value))
  const peak =
    ccu.max === null || ccu.peakAt === null
      ? catalog.nothing
      : catalog.summary.peakAt(catalog.number(ccu.max), timeOf(msOf(ccu.peakAt)))
  const field = (name: string, value: string, change: string) => ({
    name,
    value: change === '' ? value : `${value}\n${change}`,
    inline: true,
  })
  const gainText = (now: number | null, then: number | null | undefined): string =>
    now === null || then === null || then === undefined || then <= 0 ? '' : catalog.percentChange(now / then - 1)
  return [
    field(fields.least, number(ccu.min), gainText(ccu.min, before?.ccu.min)),
    field(fields.average, rough(ccu.average), gainText(ccu.average, before?.ccu.average)),
    field(fields.peak, peak, gainText(ccu.max, before?.ccu.max)),
    field(fields.playerHours, rough(summary.playerHours), gainText(summary.playerHours, before?.playerHours)),
    ...CLOSING_MEASURES.map((name) =>
      field(
        catalog.metrics.choices[name],
        changeOf(counters[name], catalog),
        gainText(counters[name].change, before?.counters[name].change),
      ),
    ),
    field(
      fields.likeRatio,
      summary.likeRatio === null ? catalog.nothing : catalog.likeRatio(summary.likeRatio),
      pointsChange(summary.likeRatio, before?.likeRatio, catalog),
    ),
  ]
}

/** Ratios differ by points, because a percentage of a percentage misleads. */
const pointsChange = (now: number | null, then: number | null | undefined, catalog: MessageCatalog): string =>
  now === null || then === null || then === undefined ? '' : catalog.web.game.points(catalog.pointChange(now, then))

const changeOf = ({ end, change }: CounterSummary, catalog: MessageCatalog): string =>
  end === null || change === null
    ? catalog.nothing
    : catalog.summary.change(catalog.number(end), catalog.change(change))

/** States the coverage of the range, and why it is incomplete. */
function coverageOf(summed: SpanSummary, catalog: MessageCatalog): string {
  const damaged = DAMAGES.flatMap((what) => {
    const spans = summed.damage.filter((one) => one.what === what)
    return spans.length === 0 ? [] : [catalog.summary.damaged[what](daysText(daysOf(spans), catalog.charts.days))]
  })
  return [measuredText(summed, catalog), ...damaged].join('\n')
}

function measuredText({ summary, span, damage, knownSince }: SpanSummary, catalog: MessageCatalog): string {
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

  buttons: {
    show: async ([gameId, range = DEFAULT_SPAN], context, interaction) =>
      show(await requireGameOfId(interaction, context, Number(gameId)), range, context),
  },

  selects: {
    range: async ([gameId], context, interaction) => {
      const requested = await requireGameOfId(interaction, context, Number(gameId))
      return show(requested, interaction.values[0] ?? '', context)
    },
  },
} satisfies Command
