// /updates: the last updates of a game, each with what it did to the players, as far as that is known.
import { SlashCommandBuilder } from 'discord.js'
import { type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { allowEverywhere, gameOption, privateOption } from '../src/bot/input/options.js'
import { gameCommand, type RequestedGame } from '../src/bot/input/require-game.js'
import { createGameEmbed } from '../src/bot/rendering/game-embed.js'
import { timeOf } from '../src/bot/rendering/menus.js'
import { gameSteps } from '../src/bot/rendering/next-steps.js'
import { msOf } from '../src/domain/clock.js'
import { unclearReason } from '../src/domain/insights/effect/effect-facts.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'
import type { ReportedStage, ReportedUpdate } from '../src/services/reading/updates/update-reports.js'

/** Reading an effect for the first time takes seven weeks of samples. */
const MAX_ANSWERED_UPDATES = 5

const data = allowEverywhere(
  new SlashCommandBuilder().setName('updates').setDescription(defaultCatalog.updates.command),
)
  .addStringOption(gameOption)
  .addBooleanOption(privateOption)

async function show(requested: RequestedGame, context: Context): Promise<InteractionReply> {
  const { services, catalog } = context
  const { account, game } = requested
  const { updates } = await services.updateReports.list(account, game, { limit: MAX_ANSWERED_UPDATES })
  if (updates.length === 0) throw new InteractionRejection(catalog.updates.none)
  const { embed, files } = await createGameEmbed(requested, context, { titled: catalog.updates.title })
  // Discord shows no times in the names of fields.
  const lines = updates.map((update) => `**${timeOf(msOf(update.event.start))}**\n${effectOf(update, catalog)}`)
  embed.setDescription([...lines, catalog.web.game.updates.method].join('\n\n'))
  return { embeds: [embed], files, components: [gameSteps(game.id, ['stats', 'chart', 'summary', 'goal'], catalog)] }
}

/** Of the longest time after the update that is known. */
function effectOf({ stages }: ReportedUpdate, catalog: MessageCatalog): string {
  const stage = stages.at(-1)
  const { updates } = catalog.web.game
  if (stage === undefined) return catalog.nothing
  if (stage.card === undefined) return updates.pending(timeOf(msOf(stage.dueAt)))
  return cardText(stage.card, catalog)
}

type ReportedCard = NonNullable<ReportedStage['card']>

function cardText({ stage, outcome, reason, effect, beganBefore }: ReportedCard, catalog: MessageCatalog): string {
  const { updates } = catalog.web.game
  const { because, notAllowed } = catalog.notifications.reportCard
  if (outcome === 'cannot_tell')
    return catalog.updates.unknown(updates.outcomes[outcome], reason === null ? notAllowed : because[reason])
  const after = catalog.updates.after[stage]
  const share = (value: number): string => catalog.percentChange(value)
  const change =
    effect === null
      ? []
      : [catalog.updates.effect(share(effect.change), updates.range(share(effect.low), share(effect.high)))]
  const unclear = outcome === 'no_clear_change' && effect !== null ? updates.unclear[unclearReason(effect)] : undefined
  const measured = [...change, after].join(' · ')
  const text =
    unclear === undefined
      ? `**${updates.outcomes[outcome]}** · ${measured}`
      : `**${unclear.label}**: ${unclear.why}\n${measured}`
  return beganBefore ? `${text}\n${updates.beganBefore}` : text
}

export default gameCommand(data, show)
