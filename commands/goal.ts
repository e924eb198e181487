// /goal: the next round numbers of a game, when they may be reached at the recent pace, and how that pace compares.
import { SlashCommandBuilder } from 'discord.js'
import type { Context, InteractionReply } from '../src/bot/command.js'
import { allowEverywhere, gameOption, privateOption } from '../src/bot/input/options.js'
import { gameCommand, type RequestedGame } from '../src/bot/input/require-game.js'
import { areComparable } from '../src/bot/rendering/chart/chart-figures.js'
import { createGameEmbed } from '../src/bot/rendering/game-embed.js'
import { ago, dateOf } from '../src/bot/rendering/menus.js'
import { gameSteps } from '../src/bot/rendering/next-steps.js'
import { type Minute, msOf } from '../src/domain/clock.js'
import type { PlayersNow } from '../src/domain/insights/players-now.js'
import type { Summary } from '../src/domain/rules/summary.js'
import { arrivalText } from '../src/messages/arrival.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'
import { gainText } from '../src/messages/usual.js'
import type { Milestone } from '../src/services/reading/expect-milestones.js'

const data = allowEverywhere(new SlashCommandBuilder().setName('goal').setDescription(defaultCatalog.goal.command))
  .addStringOption(gameOption)
  .addBooleanOption(privateOption)

interface Pace {
  readonly now: PlayersNow
  readonly week: Summary
  /** Undefined where too little of it was measured to compare with. */
  readonly weekBefore: Summary | undefined
}

async function readPace(requested: RequestedGame, { services }: Context): Promise<Pace> {
  const { account, game } = requested
  const { latest } = await services.currentStats(game)
  const { summary: week } = await services.summarizeSpan(account, game, '7d')
  const before = await services.summarizeBefore(account, game, '7d')
  return {
    now: await services.compareNow(requested, latest),
    week,
    weekBefore: before && areComparable(week, before) ? before : undefined,
  }
}

/** The gains of a week against the week before, and of a day against the usual; empty where nothing is known. */
function paceText({ counter, arrival }: Milestone, { now, week, weekBefore }: Pace, catalog: MessageCatalog): string[] {
  if (arrival.kind === 'too little data') return []
  const gained = week.counters[counter].change
  const before = weekBefore?.counters[counter].change ?? 0
  const usual = gainText(now.counters[counter], catalog)
  if (gained === null) return usual
  const change = catalog.change(gained)
  const text =
    before > 0
      ? catalog.goal.weekCompared(change, catalog.percentChange(gained / before - 1))
      : catalog.goal.week(change)
  return [text, ...usual]
}

function wayText({ current, next, arrival }: Milestone, asOf: Minute, { catalog, services }: Context): string {
  if (current === null || next === null) return catalog.goal.unknown
  const way = catalog.goal.way(catalog.number(current), catalog.number(next), catalog.number(next - current))
  const format = { asOf, now: services.clock.now(), date: dateOf }
  return `${way}\n${arrivalText(arrival, format, catalog)}`
}

async function show(requested: RequestedGame, context: Context): Promise<InteractionReply> {
  const { catalog, services } = context
  const { account, game } = requested
  const { milestones, asOf } = await services.expectMilestones(account, game)
  const pace = await readPace(requested, context)
  const { embed, files } = await createGameEmbed(requested, context, { titled: catalog.goal.title })
  embed.setDescription([catalog.asOf(ago(msOf(asOf))), catalog.goal.basis].join('\n')).addFields(
    milestones.map((milestone) => ({
      name: catalog.goal.counters[milestone.counter],
      value: [wayText(milestone, asOf, context), ...paceText(milestone, pace, catalog)].join('\n'),
    })),
  )
  return { embeds: [embed], files, components: [gameSteps(game.id, ['stats', 'chart', 'summary', 'updates'], catalog)] }
}

export default gameCommand(data, show)
