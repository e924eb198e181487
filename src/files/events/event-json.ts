// Writes events as JSON. Of an incident of the platform, only the account's own games are named.
import { isoOfMinute, type Minute } from '../../domain/clock.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import { type EventFacts, type EventKind, type IncidentGame, membersOf } from '../../domain/events/event-facts.js'
import type { Game } from '../../domain/game.js'
import { codeOf } from '../../domain/gap.js'
import { share } from '../../domain/rounding.js'

/** Times are ISO 8601; the details depend on the type. */
export interface EventJson {
  readonly type: EventKind
  readonly id: number
  readonly game_id: number | null
  readonly universe_id: number | null
  readonly start: string
  readonly end: string | null
  readonly cause: string | null
  readonly uncertainty_minutes: number | null
  readonly change: number
  readonly is_withdrawn: boolean
  readonly details: object
}

export const isoOrNull = (minute: Minute | null): string | null => (minute === null ? null : isoOfMinute(minute))

/** `games`: those of the account. */
export function eventWriter(games: readonly Game[]) {
  const ids = new Map(games.map((game) => [game.universeId, game.id]))

  const incidentGameJson = ({ universeId, type, since, until }: IncidentGame) => {
    const id = ids.get(universeId)
    return id === undefined ? [] : [{ game_id: id, what: type, start: isoOfMinute(since), end: isoOrNull(until) }]
  }

  const detailsOf = (facts: EventFacts, isWithdrawn: boolean): object => {
    switch (facts.kind) {
      case 'update':
        return { found_at: isoOfMinute(facts.foundAt) }
      case 'incident':
        return {
          what: facts.type,
          affected: facts.affected,
          compared: facts.universes,
          games: (membersOf(facts) ?? []).flatMap(incidentGameJson),
        }
      case 'market_fall':
        return { affected: facts.affected, compared: facts.universes, drop: share(facts.drop) }
      case 'gap':
        return { reasons: facts.reasons.map(codeOf) }
      case 'alert': {
        const { kind: _, gameId: __, ruleId, ...rest } = facts
        return { rule_id: ruleId, ...rest }
      }
      case 'note':
        return { text: isWithdrawn ? '' : facts.text, author: facts.author }
      default: {
        const { kind: _, ...rest } = facts
        return rest
      }
    }
  }

  return (event: HistoryEvent): EventJson => {
    const { universeId, cause, facts, isWithdrawn } = event
    return {
      type: event.kind,
      id: event.id,
      game_id: universeId === null ? null : (ids.get(universeId) ?? null),
      universe_id: universeId,
      start: isoOfMinute(event.start),
      end: isoOrNull(event.end),
      cause: cause === null ? null : codeOf(cause),
      uncertainty_minutes: event.uncertainty,
      change: event.change,
      is_withdrawn: isWithdrawn,
      details: detailsOf(facts, isWithdrawn),
    }
  }
}
