// Steps of the migration that find incidents in the stored gaps: first of each universe, then those of the platform, whose
// parts are withdrawn.
import type { Minute } from '../../../domain/clock.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import {
  isApart,
  MAX_TOGETHER_MINUTES,
  pastIncidents,
  pastPlatformIncident,
} from '../../../domain/events/past-incidents.js'
import type { Gap } from '../../../domain/gap.js'
import { readFacts } from '../../values/events/read-facts.js'
import type { Connection } from '../connection.js'
import type { EventWriter } from './event-writer.js'

/** The number of gaps in one transaction, unless a game flickers for longer. */
const GAPS_BATCH_SIZE = 200
const MAX_GAP_COUNT = 20_000
/** The number of incidents that are looked through in one transaction. */
const INCIDENTS_BATCH_SIZE = 50

export interface PastIncidentPosition {
  /** The universe, or the event that was taken last. */
  readonly after: number
  readonly minute: Minute
}

/** Undefined when nothing is left. `limit`: what began at or after that minute is found by the evaluation. */
type PastIncidentStep = (position: PastIncidentPosition, limit: Minute) => PastIncidentPosition | undefined

interface IncidentRow extends Omit<HistoryEvent, 'facts' | 'isWithdrawn'> {
  readonly facts: string
}

function prepareStatements({ raw }: Connection) {
  const columns = 'universe_id AS universeId, from_minute AS "from", until_minute AS "until", reason'
  const event = `id, universe_id AS universeId, account_id AS accountId, kind, subject, start_minute AS start,
    end_minute AS "end", cause, facts, uncertainty, change`
  return {
    nextUniverse: raw
      .prepare<[number, number, Minute], number>(
        `SELECT universe_id FROM gap WHERE universe_id > ? OR (universe_id = ? AND from_minute > ?)
         ORDER BY universe_id LIMIT 1`,
      )
      .pluck(),
    gaps: raw.prepare<[number, Minute, number], Gap>(
      `SELECT ${columns} FROM gap WHERE universe_id = ? AND from_minute > ? ORDER BY from_minute LIMIT ?`,
    ),
    interval: raw
      .prepare<[number, Minute], number>(
        'SELECT interval FROM schedule WHERE universe_id = ? AND since <= ? AND interval > 0 ORDER BY since DESC LIMIT 1',
      )
      .pluck(),
    isTracked: raw
      .prepare<[number], number>('SELECT 1 FROM game WHERE universe_id = ? AND is_active = 1 LIMIT 1')
      .pluck(),
    incidents: raw.prepare<[Minute, Minute, number, Minute, number], IncidentRow>(
      `SELECT ${event} FROM event WHERE kind = 'incident' AND universe_id IS NOT NULL AND is_withdrawn = 0
       AND start_minute < ? AND (start_minute > ? OR (id > ? AND start_minute = ?)) ORDER BY start_minute, id LIMIT ?`,
    ),
    together: raw.prepare<[Minute, Minute], IncidentRow>(
      `SELECT ${event} FROM event WHERE kind = 'incident' AND universe_id IS NOT NULL AND is_withdrawn = 0
       AND start_minute BETWEEN ? AND ? ORDER BY start_minute, id`,
    ),
    /** Tracked then, and not missing since longer. */
    compared: raw
      .prepare<{ start: Minute }, number>(
        `SELECT count(*) FROM (SELECT universe_id, interval, max(since) FROM schedule WHERE since <= :start
           GROUP BY universe_id) AS scheduled
         WHERE interval > 0 AND NOT EXISTS (SELECT 1 FROM event WHERE event.universe_id = scheduled.universe_id
           AND kind = 'incident' AND is_withdrawn = 0 AND start_minute < :start
           AND (end_minute IS NULL OR end_minute > :start))`,
      )
      .pluck(),
  }
}

export function pastIncidentSteps(connection: Connection, writer: EventWriter) {
  const statements = prepareStatements(connection)

  const ofUniverse: PastIncidentStep = ({ after, minute }, limit) => {
    const universeId = statements.nextUniverse.get(after, after, minute)
    if (universeId === undefined) return undefined
    const since = universeId === after ? minute : -1
    const first = statements.gaps.get(universeId, since, 1)
    const interval = statements.interval.get(universeId, first?.from ?? 0) ?? 1
    const gaps = wholeRuns(universeId, since, interval)
    const last = gaps.at(-1)
    for (const write of pastIncidents({ universeId, gaps, interval, until: limit })) writer.apply(write)
    if (last !== undefined && statements.isTracked.get(universeId) === undefined) endOpen(universeId, last.until)
    return last && { after: universeId, minute: last.from }
  }

  /** Gaps up to one after which the game was seen again for certain. */
  const wholeRuns = (universeId: number, since: Minute, interval: number): readonly Gap[] => {
    for (let count = GAPS_BATCH_SIZE; ; count *= 10) {
      const gaps = statements.gaps.all(universeId, since, count + 1)
      if (gaps.length <= count) return gaps
      const end = gaps.findLastIndex((gap, index) => {
        const next = gaps[index + 1]
        return next !== undefined && isApart(gap, next, interval)
      })
      if (end >= 0 || count >= MAX_GAP_COUNT) return gaps.slice(0, end >= 0 ? end + 1 : count)
    }
  }

  /** Nobody will find the end of what went on when the last account stopped tracking the game. */
  const endOpen = (universeId: number, until: Minute): void => {
    for (const { subject, universeId: id, end } of statements.together.all(0, until))
      if (id === universeId && end === null) writer.end('incident', subject, until)
  }

  const ofPlatform: PastIncidentStep = ({ after, minute }, limit) => {
    const rows = statements.incidents.all(limit, minute, after, minute, INCIDENTS_BATCH_SIZE)
    const seen = new Set<number>()
    for (const { id, start } of rows) {
      if (seen.has(id)) continue
      const together = statements.together.all(start, start + MAX_TOGETHER_MINUTES).map(toEvent)
      const shared = pastPlatformIncident(together, statements.compared.get({ start }) ?? 0)
      if (shared === undefined) continue
      writer.put(shared)
      for (const part of together) {
        writer.withdraw(part.id)
        seen.add(part.id)
      }
    }
    const last = rows.at(-1)
    return last && { after: last.id, minute: last.start }
  }

  return { ofUniverse, ofPlatform }
}

const toEvent = ({ facts, ...row }: IncidentRow): HistoryEvent => ({
  ...row,
  isWithdrawn: false,
  facts: readFacts(facts),
})
