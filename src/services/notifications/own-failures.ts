// Times without data that were Headcount's own: told once in each server when they are over, whatever the number of
// games.
import type { Minute } from '../../domain/clock.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import type { PlatformIncidentFacts, StatusFacts } from '../../domain/notifications/facts.js'
import { MAX_APART_MINUTES } from '../../domain/notifications/platform-incident.js'
import type { EvaluationSettings } from './evaluation-settings.js'
import { draftOf, type GroupedIncidents } from './platform-drafts.js'

interface OwnFailure {
  readonly start: Minute
  readonly end: Minute
}

export class OwnFailures {
  #last: OwnFailure | undefined

  /** `recent`: the newest incidents first. */
  constructor(
    private readonly settings: EvaluationSettings,
    recent: readonly HistoryEvent[],
  ) {
    const last = recent.find(
      ({ cause, end, universeId }) => cause === 'headcount' && end !== null && universeId === null,
    )
    if (last?.end != null) this.#last = { start: last.start, end: last.end }
  }

  take({ since, until, reason }: StatusFacts, minute: Minute): GroupedIncidents {
    const end = until ?? minute
    // The games of one installation lose and get their data at most one interval apart.
    const isKnown = this.#last !== undefined && since < this.#last.end && end - this.#last.end <= MAX_APART_MINUTES
    const failure = isKnown && this.#last !== undefined ? this.#last : { start: since, end }
    this.#last = failure
    const facts: PlatformIncidentFacts = {
      kind: 'platform_incident',
      cause: 'headcount',
      isEnd: true,
      types: ['silent'],
      since: failure.start,
      until: failure.end,
      affected: null,
      universes: null,
      reason,
    }
    const notifications = this.settings.newsServers.map((server) => ({
      ...draftOf(server, facts, minute),
      subject: `headcount:${failure.start}:${server.server ?? ''}`,
    }))
    return { notifications, events: isKnown ? [] : [{ write: 'put', event: eventOf(failure) }] }
  }
}

const eventOf = ({ start, end }: OwnFailure) =>
  ({
    universeId: null,
    accountId: null,
    kind: 'incident',
    subject: `headcount:${start}`,
    start,
    end,
    cause: 'headcount',
    facts: { kind: 'incident', type: 'silent', affected: null, universes: null },
    uncertainty: null,
  }) as const
