// The marks of a chart of one game: what happened, and at the newest updates what they did to players (DISCORD-26).
import type { ChartMarker } from '../../../charts/chart-input.js'
import { msOf } from '../../../domain/clock.js'
import type { Metric } from '../../../domain/measures.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { eventMarkers, milestoneCounterOf } from '../../../messages/event-text.js'
import type { ChartOutline } from '../../../services/reading/chart-series.js'
import type { ReportedUpdate } from '../../../services/reading/updates/update-reports.js'
import type { Context } from '../../command.js'
import type { RequestedGame } from '../../input/require-game.js'
import { timeOf } from '../menus.js'

/** Reading an effect for the first time takes seven weeks of samples. */
const MAX_EFFECTS = 4

export interface UpdateMarks {
  readonly markers: readonly ChartMarker[]
  /** A sentence for each update whose effect is clear, oldest first. */
  readonly sentences: readonly string[]
}

export async function marksOf(
  { account, game }: RequestedGame,
  { games, span }: ChartOutline,
  metric: Metric,
  { services, catalog }: Pick<Context, 'services' | 'catalog'>,
): Promise<UpdateMarks> {
  const events = games[0]?.events ?? []
  const markers = eventMarkers(events, milestoneCounterOf(metric), catalog)
  if (metric !== 'ccu' || events.every(({ facts }) => facts.kind !== 'update')) return { markers, sentences: [] }
  const { updates } = await services.updateReports.list(account, game, { ...span, limit: MAX_EFFECTS })
  const labels = new Map(updates.map((update) => [update.event.start, markOf(update, catalog)]))
  const { update } = catalog.events.labels
  return {
    markers: markers.map((marker) =>
      marker.label === update ? { ...marker, label: labels.get(marker.at) ?? update } : marker,
    ),
    sentences: updates.toReversed().flatMap((one) => sentenceOf(one, catalog)),
  }
}

/** The effect over the longest of the known times after the update: an hour, a day or a week. */
const cardOf = ({ stages }: ReportedUpdate) => stages.at(-1)?.card

function markOf(reported: ReportedUpdate, { charts, events, percentChange }: MessageCatalog): string {
  const card = cardOf(reported)
  if (card === undefined || card.effect === null || card.outcome === 'cannot_tell') return events.labels.update
  if (card.outcome === 'no_clear_change') return charts.unclearUpdate
  return charts.updateEffect(percentChange(card.effect.change))
}

function sentenceOf(reported: ReportedUpdate, { charts, percentChange, web }: MessageCatalog): string[] {
  const card = cardOf(reported)
  if (card === undefined || card.effect === null || (card.outcome !== 'more' && card.outcome !== 'fewer')) return []
  const { change, low, high } = card.effect
  const range = web.game.updates.range(percentChange(low), percentChange(high))
  return [charts.updateSentence(timeOf(msOf(reported.event.start)), percentChange(change), range)]
}
