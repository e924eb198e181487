// Events of gaps of an hour or more. A gap that was found in parts, with one reason after another, is one event.
import type { Minute } from '../../../domain/clock.js'
import { type EventDraft, MIN_GAP_EVENT_MINUTES } from '../../../domain/events/event.js'
import type { Gap, GapReason } from '../../../domain/gap.js'
import type { Connection } from '../connection.js'
import type { Gaps } from '../series/gaps/gaps.js'
import type { EventWriter } from './event-writer.js'

export interface GapEvents {
  /** Called after the gaps of a tick were written; `last` is the minute of the tick before. */
  follow(minute: Minute, last: Minute | undefined): void
  /** Called after gaps between these minutes were cut. */
  recheck(universeId: number, from: Minute, until: Minute): void
  /** Writes the events of the gaps of one universe that end after `from` and begin before `until`. */
  find(universeId: number, from: Minute, until: Minute): void
}

interface GapRun {
  readonly from: Minute
  readonly until: Minute
  readonly reasons: readonly GapReason[]
}

interface GapEventRow {
  readonly id: number
  readonly subject: string
}

function prepareStatements({ raw }: Connection) {
  const columns = 'universe_id AS universeId, from_minute AS "from", until_minute AS "until", reason'
  return {
    // INDEXED BY, as everywhere where recent gaps are searched: SQLite would scan the whole table instead.
    recent: raw
      .prepare<[Minute], number>(
        'SELECT DISTINCT universe_id FROM gap INDEXED BY gap_by_until WHERE until_minute > ? ORDER BY universe_id',
      )
      .pluck(),
    between: raw.prepare<[number, Minute, Minute], Gap>(
      `SELECT ${columns} FROM gap WHERE universe_id = ? AND until_minute >= ? AND from_minute <= ? ORDER BY from_minute`,
    ),
    before: raw.prepare<[number, Minute, Minute], Gap>(
      `SELECT ${columns} FROM gap WHERE universe_id = ? AND from_minute < ? AND until_minute = ?
       ORDER BY from_minute DESC LIMIT 1`,
    ),
    open: raw.prepare<[], { universeId: number; start: Minute }>(
      `SELECT universe_id AS universeId, start_minute AS start FROM event INDEXED BY event_open_gap
       WHERE kind = 'gap' AND end_minute IS NULL`,
    ),
    events: raw.prepare<[number, Minute, Minute], GapEventRow>(
      `SELECT id, subject FROM event WHERE universe_id = ? AND kind = 'gap' AND is_withdrawn = 0
       AND start_minute <= ? AND coalesce(end_minute, 9e15) >= ?`,
    ),
    last: raw.prepare<[], Minute>('SELECT minute FROM tick_cursor WHERE id = 1').pluck(),
  }
}

/** Its methods must be called inside a transaction. */
export function gapEvents(connection: Connection, writer: EventWriter): GapEvents {
  const statements = prepareStatements(connection)

  /** The whole runs of adjacent gaps that touch these minutes. */
  const runsOf = (universeId: number, from: Minute, until: Minute): GapRun[] => {
    const runs: GapRun[] = []
    for (const gap of statements.between.all(universeId, from, until)) {
      const run = runs.at(-1)
      if (run?.until === gap.from) runs[runs.length - 1] = joined(run, gap)
      else runs.push(runs.length === 0 ? firstRun(universeId, gap) : runOf(gap))
    }
    return runs
  }

  const firstRun = (universeId: number, gap: Gap): GapRun => {
    let run = runOf(gap)
    for (;;) {
      const before = statements.before.get(universeId, run.from, run.from)
      if (before === undefined) return run
      run = joined(runOf(before), run)
    }
  }

  const write = (universeId: number, run: GapRun, minute: Minute): string | undefined => {
    if (run.until - run.from < MIN_GAP_EVENT_MINUTES) return undefined
    const event = eventOf(universeId, run, run.until > minute)
    writer.put(event)
    return event.subject
  }

  const recheck = (universeId: number, from: Minute, until: Minute): void => {
    const minute = statements.last.get() ?? until
    const written = new Set(runsOf(universeId, from, until).map((run) => write(universeId, run, minute)))
    for (const { id, subject } of statements.events.all(universeId, until, from))
      if (!written.has(subject)) writer.withdraw(id)
  }

  return {
    follow: (minute, last = minute - 1) => {
      for (const { universeId, start } of statements.open.all()) recheck(universeId, start, minute + 1)
      for (const universeId of statements.recent.all(last))
        for (const run of runsOf(universeId, last, minute + 1)) write(universeId, run, minute)
    },
    recheck,
    find: (universeId, from, until) => {
      const minute = statements.last.get() ?? until
      for (const run of runsOf(universeId, from, until)) write(universeId, run, minute)
    },
  }
}

/** Ends or shortens the events of gaps that an import or a restoration fills. */
export const withGapEvents = (gaps: Gaps, events: GapEvents): Gaps => ({
  ...gaps,
  cut: (universeId, minutes) => {
    gaps.cut(universeId, minutes)
    const [first, last] = [minutes[0], minutes.at(-1)]
    if (first !== undefined && last !== undefined) events.recheck(universeId, first, last + 1)
  },
})

const runOf = ({ from, until, reason }: Gap): GapRun => ({ from, until, reasons: [reason] })

const joined = (run: GapRun, next: GapRun | Gap): GapRun => ({
  from: run.from,
  until: next.until,
  reasons: [...new Set([...run.reasons, ...('reasons' in next ? next.reasons : [next.reason])])],
})

function eventOf(universeId: number, { from, until, reasons }: GapRun, isOpen: boolean): EventDraft {
  // A stop lasts a minute at most, so it explains no gap of an hour unless it is the only reason.
  const lasting = reasons.filter((reason) => reason !== 'stopping')
  const [only = reasons[0] ?? null, ...others] = lasting
  return {
    universeId,
    accountId: null,
    kind: 'gap',
    subject: `${universeId}:${from}`,
    start: from,
    end: isOpen ? null : until,
    cause: others.length === 0 ? only : null,
    facts: { kind: 'gap', reasons },
    uncertainty: 0,
  }
}
