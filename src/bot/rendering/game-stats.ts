// The embed of /stats: how a game is doing now, with a small picture of the last 24 hours.

import { AttachmentBuilder } from 'discord.js'
import { msOf } from '../../domain/clock.js'
import { CLOSING_MEASURES } from '../../domain/measures.js'
import type { LatestSample } from '../../domain/ports/series.js'
import { arrivalText } from '../../messages/arrival.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { eventText } from '../../messages/event-text.js'
import { accuracyText, changeTexts, counterTexts, marketText, usualText } from '../../messages/usual.js'
import type { Headline } from '../../services/reading/game/headline.js'
import type { GameOverview } from '../../services/reading/game/overview.js'
import type { Context } from '../command.js'
import type { RequestedGame } from '../input/require-game.js'
import { showName } from '../show-name.js'
import { dayPicture } from './day-picture.js'
import { createGameEmbed, type GameEmbed } from './game-embed.js'
import { ago, dateOf, timeOf } from './menus.js'

const FILE = 'day.png'
const MAX_EVENT_LENGTH = 200

export async function describeStats(requested: RequestedGame, context: Context): Promise<GameEmbed> {
  const { services, catalog, timeZone } = context
  const overview = await services.gameOverview.read(requested)
  const { embed, files } = await createGameEmbed(requested, context, { state: overview.state })
  embed
    .setDescription(asOf(overview.latest, requested.game.isActive, catalog))
    .addFields(fieldsOf(overview, context).map(({ isWide = false, ...field }) => ({ ...field, inline: !isWide })))
  const picture = await dayPicture(requested, context)
  if (picture === undefined) return { embed, files }
  embed.setImage(`attachment://${FILE}`).setFooter({ text: catalog.stats.pictured(timeZone.replaceAll('_', ' ')) })
  return { embed, files: [...files, new AttachmentBuilder(picture.png, { name: FILE, description: picture.alt })] }
}

type Catalog = MessageCatalog

function asOf({ minute, votesMinute }: LatestSample, isActive: boolean, catalog: Catalog): string {
  const measured = catalog.asOf(ago(msOf(minute)))
  const votes = votesMinute === null || votesMinute === minute ? [] : [catalog.stats.votesAsOf(ago(msOf(votesMinute)))]
  const line = [measured, ...votes].join(' · ')
  return isActive ? line : `${line}\n${catalog.stats.paused}`
}

interface StatsField {
  readonly name: string
  readonly value: string
  /** If true, the field takes a whole line of the embed. */
  readonly isWide?: true
}

function fieldsOf(overview: GameOverview, context: Context): readonly StatsField[] {
  const { catalog } = context
  const { latest, now, headline, lastEvent } = overview
  const { fields } = catalog.stats
  const event =
    lastEvent &&
    catalog.stats.happened(showName(eventText(lastEvent, catalog), MAX_EVENT_LENGTH), ago(msOf(lastEvent.start)))
  return [
    { name: fields.ccu, value: catalog.number(latest.ccu) },
    { name: fields.rank, value: rankText(headline, catalog) },
    { name: fields.peak, value: peakText(headline, catalog) },
    { name: catalog.usual.title, value: againstUsual(overview, catalog), isWide: true },
    { name: catalog.usual.changes, value: textOrNothing(changeTexts(now, catalog).join(' · '), catalog) },
    { name: fields.likeRatio, value: likeRatio(headline, catalog) },
    { name: fields.milestone, value: milestoneText(overview, context) },
    {
      name: fields.visits,
      value: textOrNothing(counterTexts(now.counters.visits, catalog).join('\n'), catalog),
      isWide: true,
    },
    ...(event === undefined ? [] : [{ name: fields.event, value: event, isWide: true } as const]),
    { name: fields.totals, value: totals(latest, catalog), isWide: true },
  ]
}

const textOrNothing = (text: string, { nothing }: Catalog): string => (text === '' ? nothing : text)

const againstUsual = ({ now }: GameOverview, catalog: Catalog): string =>
  [usualText(now, catalog, timeOf), accuracyText(now, catalog), marketText(now.market, catalog, timeOf)]
    .filter((line) => line !== '')
    .join('\n')

const rankText = ({ rank }: Headline, catalog: Catalog): string =>
  rank === undefined ? catalog.nothing : catalog.stats.rank(catalog.number(rank.rank), catalog.number(rank.of))

function peakText({ dayPeak, peakEver }: Headline, catalog: Catalog): string {
  const { stats } = catalog
  const day = dayPeak.value === null ? [] : [stats.dayPeak(catalog.number(dayPeak.value))]
  const ever = peakEver === undefined ? [] : [stats.peakEver(catalog.number(peakEver.value), dateOf(msOf(peakEver.at)))]
  return textOrNothing([...day, ...ever].join('\n'), catalog)
}

/** Ratios differ by points, because a percentage of a percentage misleads. */
function likeRatio({ likeRatio: { value, usual } }: Headline, catalog: Catalog): string {
  if (value === null) return catalog.nothing
  const share = catalog.likeRatio(value)
  if (usual === null) return share
  const usualShare = catalog.likeRatio(usual)
  if (share === usualShare) return `${share}\n${catalog.stats.atUsual(usualShare)}`
  const difference = catalog.web.game.points(catalog.pointChange(value, usual))
  return `${share}\n${catalog.stats.usualOf(difference, usualShare)}`
}

function milestoneText({ latest, nextMilestone }: GameOverview, { services, catalog }: Context): string {
  if (nextMilestone?.next == null) return catalog.nothing
  const { counter, next, arrival } = nextMilestone
  const what = catalog.notifications.counted[counter](catalog.number(next))
  const format = { asOf: latest.minute, now: services.clock.now(), date: dateOf }
  return catalog.stats.milestone(what, arrivalText(arrival, format, catalog))
}

/** A value that was never measured is not shown as zero. */
const totals = (latest: LatestSample, catalog: Catalog): string =>
  CLOSING_MEASURES.map((name) => {
    const value = latest[name]
    return `${catalog.metrics.choices[name]} ${value === null ? catalog.nothing : catalog.number(value)}`
  }).join(' · ')
