// Writes how one game is doing now as a plain record, for the API and the command line (API-49).
import { isoOfMinute, type Minute } from '../domain/clock.js'
import type { HistoryEvent } from '../domain/events/event.js'
import type { EventKind } from '../domain/events/event-facts.js'
import type { Game } from '../domain/game.js'
import { codeOf } from '../domain/gap.js'
import { positionOf, shareOfUsual, type UsualAccuracy } from '../domain/insights/players-now.js'
import type { Usual } from '../domain/insights/usual/usual.js'
import { meanOrNull, share, shareOrNull } from '../domain/rounding.js'
import { changeOf, FRESH_INTERVALS, type RankPlacement } from '../domain/rules/ranking.js'
import type { Sample } from '../domain/sample.js'
import { isoOrNull } from './events/event-json.js'

type ChangeBase = Pick<Sample, 'ccu' | 'visits'>

/** What was read of the game. */
interface GameReading {
  readonly game: Game
  readonly latest: Sample | undefined
  readonly ranked: RankPlacement | undefined
  readonly usual: Usual | undefined
  readonly accuracy: UsualAccuracy | null | undefined
  readonly dayBefore: ChangeBase | undefined
  readonly weekBefore: ChangeBase | undefined
  readonly lastEvent: HistoryEvent | undefined
  /** Minutes between two samples. */
  readonly interval: number
}

interface ChangeJson {
  playing: number
  playing_share: number | null
  visits: number | null
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
  accuracy: { share: number; hours: number } | null
  change_24h: ChangeJson | null
  change_7d: ChangeJson | null
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
    accuracy: accuracyJson(found),
    change_24h: changeJson(found, found.dayBefore),
    change_7d: changeJson(found, found.weekBefore),
    last_event: eventJson(found),
    freshness: {
      lastUpdated: latest === undefined ? null : isoOfMinute(latest.minute),
      age_minutes: age,
      interval_minutes: interval,
      stale: age === null || age > FRESH_INTERVALS * interval,
    },
  }
}

const statsJson = ({ visits, likes, dislikes, favorites, ccu }: Sample) => ({
  visits,
  likes,
  dislikes,
  favorites,
  playing: ccu,
})

function usualJson({ usual, latest }: GameReading): GameNowJson['usual'] {
  if (usual?.kind !== 'known' || latest === undefined) return null
  const [expected, low, high] = [meanOrNull(usual.expected), meanOrNull(usual.low), meanOrNull(usual.high)]
  const position = positionOf(latest.ccu, usual)
  const change = shareOrNull(shareOfUsual(latest.ccu, usual))
  return { expected: expected ?? 0, low: low ?? 0, high: high ?? 0, position: position ?? 'within', change }
}

const accuracyJson = ({ accuracy }: GameReading): GameNowJson['accuracy'] =>
  accuracy ? { share: share(accuracy.inside / accuracy.hours), hours: accuracy.hours } : null

function changeJson({ latest }: GameReading, before: ChangeBase | undefined): GameNowJson['change_24h'] {
  if (latest === undefined || before === undefined) return null
  return {
    playing: latest.ccu - before.ccu,
    playing_share: shareOrNull(changeOf(latest.ccu, before.ccu, 'ccu')),
    visits: changeOf(latest.visits, before.visits, 'visits'),
  }
}

function eventJson({ lastEvent }: GameReading): GameNowJson['last_event'] {
  if (lastEvent === undefined) return null
  const { id, kind, cause, start, end } = lastEvent
  return { id, type: kind, cause: cause && codeOf(cause), time: isoOfMinute(start), end: isoOrNull(end) }
}
