// Writes how one game is doing now as a plain record, for the API and the command line (API-49).
import { isoOfMinute, type Minute } from '../domain/clock.js'
import type { HistoryEvent } from '../domain/events/event.js'
import type { EventKind } from '../domain/events/event-facts.js'
import type { Game } from '../domain/game.js'
import { codeOf } from '../domain/gap.js'
import {
  type CounterGain,
  type CounterGains,
  type PlayerChange,
  type PlayersNow,
  positionOf,
  shareOfUsual,
  type UsualAccuracy,
} from '../domain/insights/players-now.js'
import type { Usual } from '../domain/insights/usual/usual.js'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure } from '../domain/measures.js'
import { meanOrNull, share, shareOrNull } from '../domain/rounding.js'
import { changeOf, FRESH_INTERVALS, type RankPlacement } from '../domain/rules/ranking.js'
import type { Sample } from '../domain/sample.js'
import { isoOrNull } from './events/event-json.js'

type ChangeBase = Pick<Sample, 'ccu' | ClosingMeasure>

/** What was read of the game. */
interface GameReading {
  readonly game: Game
  readonly latest: Sample | undefined
  readonly ranked: RankPlacement | undefined
  readonly usual: Usual | undefined
  readonly accuracy: UsualAccuracy | null | undefined
  readonly gains: CounterGains | undefined
  readonly marketChange: number | null | undefined
  readonly dayBefore: ChangeBase | undefined
  readonly weekBefore: ChangeBase | undefined
  readonly lastEvent: HistoryEvent | undefined
  /** Minutes between two samples. */
  readonly interval: number
}

/** How a game is doing against its usual and its past. */
export type ComparisonJson = Pick<
  GameNowJson,
  'usual' | 'usual_known_from' | 'accuracy' | 'change_24h' | 'change_7d' | 'gains_24h' | 'market_change'
>

interface ChangeJson extends Record<ClosingMeasure, number | null> {
  playing: number
  playing_share: number | null
}

interface GainJson {
  gained: number
  usual: number
  hours: number
}

export interface GameNowJson {
  id: number
  name: string
  universe_id: number
  is_active: boolean
  stats: {
    visits: number | null
    likes: number | null
    dislikes: number | null
    favorites: number | null
    playing: number
  } | null
  rank: number | null
  previous_rank: number | null
  usual: {
    expected: number
    low: number
    high: number
    position: 'above' | 'within' | 'below'
    change: number | null
  } | null
  usual_known_from: string | null
  accuracy: { share: number; hours: number } | null
  change_24h: ChangeJson | null
  change_7d: ChangeJson | null
  gains_24h: Record<ClosingMeasure, GainJson | null> | null
  market_change: number | null
  last_event: { id: number; type: EventKind; cause: string | null; time: string; end: string | null } | null
  freshness: { lastUpdated: string | null; age_minutes: number | null; interval_minutes: number; stale: boolean }
}

/** `now` is the current minute. */
export function gameNowJson(found: GameReading, now: Minute): GameNowJson {
  const { game, latest, ranked, interval } = found
  const age = latest === undefined ? null : Math.max(0, now - latest.minute)
  return {
    id: game.id,
    name: game.name,
    universe_id: game.universeId,
    is_active: game.isActive,
    stats: latest === undefined ? null : statsJson(latest),
    rank: ranked?.rank ?? null,
    previous_rank: ranked?.previousRank ?? null,
    usual: usualJson(found),
    usual_known_from: knownFromJson(found.usual),
    accuracy: accuracyJson(found),
    change_24h: changeJson(found, found.dayBefore),
    change_7d: changeJson(found, found.weekBefore),
    gains_24h: gainsJson(found),
    market_change: shareOrNull(found.marketChange ?? null),
    last_event: eventJson(found),
    freshness: {
      lastUpdated: latest === undefined ? null : isoOfMinute(latest.minute),
      age_minutes: age,
      interval_minutes: interval,
      stale: age === null || age > FRESH_INTERVALS * interval,
    },
  }
}

/** The same of one game, from the numbers that its page and commands show. A paused game has no usual. */
export function comparisonJson({ isActive }: Game, now: PlayersNow): ComparisonJson {
  const { counters, market } = now
  const latest = { ccu: now.players }
  const change = (players: PlayerChange | null, since: 'day' | 'week'): ChangeJson | null =>
    players && {
      playing: players.difference,
      playing_share: shareOrNull(players.share),
      ...byMeasure(CLOSING_MEASURES, (name) => counters[name][since]),
    }
  const gains = byMeasure(CLOSING_MEASURES, (name) => counters[name].lastHours)
  return {
    usual: isActive ? usualJson({ usual: now.usual, latest }) : null,
    usual_known_from: isActive ? knownFromJson(now.usual) : null,
    accuracy: isActive ? accuracyJson(now) : null,
    change_24h: change(now.day, 'day'),
    change_7d: change(now.week, 'week'),
    gains_24h: isActive ? gainsJson({ gains }) : null,
    market_change: isActive && market.kind === 'known' ? share(market.change) : null,
  }
}

const statsJson = ({ visits, likes, dislikes, favorites, ccu }: Sample) => ({
  visits,
  likes,
  dislikes,
  favorites,
  playing: ccu,
})

function usualJson({
  usual,
  latest,
}: {
  usual: Usual | undefined
  latest: Pick<Sample, 'ccu'> | undefined
}): GameNowJson['usual'] {
  if (usual?.kind !== 'known' || latest === undefined) return null
  const [expected, low, high] = [meanOrNull(usual.expected), meanOrNull(usual.low), meanOrNull(usual.high)]
  const position = positionOf(latest.ccu, usual)
  const change = shareOrNull(shareOfUsual(latest.ccu, usual))
  return { expected: expected ?? 0, low: low ?? 0, high: high ?? 0, position: position ?? 'within', change }
}

const knownFromJson = (usual: Usual | undefined): string | null =>
  usual?.kind === 'not yet' ? isoOfMinute(usual.from) : null

const accuracyJson = ({ accuracy }: Pick<GameReading, 'accuracy'>): GameNowJson['accuracy'] =>
  accuracy ? { share: share(accuracy.inside / accuracy.hours), hours: accuracy.hours } : null

function changeJson({ latest }: GameReading, before: ChangeBase | undefined): GameNowJson['change_24h'] {
  if (latest === undefined || before === undefined) return null
  return {
    playing: latest.ccu - before.ccu,
    playing_share: shareOrNull(changeOf(latest.ccu, before.ccu, 'ccu')),
    ...byMeasure(CLOSING_MEASURES, (name) => differenceOf(latest[name], before[name])),
  }
}

const differenceOf = (now: number | null, then: number | null): number | null =>
  now === null || then === null ? null : now - then

const gainsJson = ({ gains }: Pick<GameReading, 'gains'>): GameNowJson['gains_24h'] =>
  gains === undefined ? null : byMeasure(CLOSING_MEASURES, (name) => gainJson(gains[name]))

const gainJson = (gain: CounterGain | null): GainJson | null =>
  gain && { gained: meanOrNull(gain.gained) ?? 0, usual: meanOrNull(gain.usual) ?? 0, hours: gain.hours }

function eventJson({ lastEvent }: GameReading): GameNowJson['last_event'] {
  if (lastEvent === undefined) return null
  const { id, kind, cause, start, end } = lastEvent
  return { id, type: kind, cause: cause && codeOf(cause), time: isoOfMinute(start), end: isoOrNull(end) }
}
