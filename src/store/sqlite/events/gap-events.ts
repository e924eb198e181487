// Events of gaps of an hour or more, as values/gap-runs.ts makes them.
import type { Minute } from '../../../domain/clock.js'
import type { Gap } from '../../../domain/gap.js'
import type { Gaps } from '../../../series/gaps/gaps.js'
import { type GapRun, gapEventOf, gapRunsOf } from '../../values/gap-runs.js'
import type { Connection } from '../connection.js'
import type { EventWriter } from './event-writer.js'

export interface GapEvents {
  /**
   * Called after the gaps of a tick were written; `last` is the minute of the tick before. `among`: only events of these
   * universes.
   */
  follow(minute: Minute, last: Minute | undefined, among?: readonly number[]): void
  /** Called after gaps between these minutes were cut. */
  recheck(universeId: number, from: Minute, until: Minute): void
  /**
   * Writes the events of the gaps of one universe that end after `from` and begin before `until`. `minute` is the last one
   * that is accounted for; without it, that of the last tick.
   */
  find(universeId: number, from: Minute, until: Minute, minute?: Minute): void
  /** The universes whose gap goes on, by their events. */
  withOpenEvent(): number[]
}

interface GapEventRow {
  readonly id: number
  readonly subject: string
}

interface OpenEvent {
  readonly universeId: number
  readonly start: Minute
}

const OPEN_EVENTS = `SELECT universe_id AS universeId, start_minute AS start FROM event INDEXED BY event_open_gap
  WHERE kind = 'gap' AND end_minute IS NULL AND is_withdrawn = 0`

function prepareStatements({ raw }: Connection) {
  const columns = 'universe_id AS universeId, from_minute AS "from", until_minute AS "until", reason'
  return {
    // INDEXED BY, as everywhere where recent gaps are searched: SQLite would scan the whole table instead.
    recent: raw
      .prepare<[Minute], number>(
        'SELECT DISTINCT universe_id FROM gap INDEXED BY gap_by_until WHERE until_minute > ? ORDER BY universe_id',
      )
      .pluck(),
    isRecent: raw
      .prepare<[number, Minute], number>('SELECT 1 FROM gap WHERE universe_id = ? AND until_minute > ? LIMIT 1')
      .pluck(),
    between: raw.prepare<[number, Minute, Minute], Gap>(
      `SELECT ${columns} FROM gap WHERE universe_id = ? AND until_minute >= ? AND from_minute <= ? ORDER BY from_minute`,
    ),
    before: raw.prepare<[number, Minute, Minute], Gap>(
      `SELECT ${columns} FROM gap WHERE universe_id = ? AND from_minute < ? AND until_minute = ?
       ORDER BY from_minute DESC LIMIT 1`,
    ),
    after: raw.prepare<[number, Minute], Gap>(
      `SELECT ${columns} FROM gap WHERE universe_id = ? AND from_minute = ? LIMIT 1`,
    ),
    open: raw.prepare<[], OpenEvent>(OPEN_EVENTS),
    openOf: raw.prepare<[number], OpenEvent>(`${OPEN_EVENTS} AND universe_id = ?`),
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
  const lastMinute = (otherwise: Minute): Minute => statements.last.get() ?? otherwise

  /** The whole runs of adjacent gaps that touch these minutes. */
  const runsOf = (universeId: number, from: Minute, until: Minute): GapRun[] =>
    gapRunsOf(statements.between.all(universeId, from, until), {
      before: (minute) => statements.before.get(universeId, minute, minute),
      after: (minute) => statements.after.get(universeId, minute),
    })

  const write = (universeId: number, run: GapRun, minute: Minute): string | undefined => {
    const event = gapEventOf(universeId, run, minute)
    if (event !== undefined) writer.put(event)
    return event?.subject
  }

  const recheck = (universeId: number, from: Minute, until: Minute, minute = lastMinute(until)): void => {
    const written = new Set(runsOf(universeId, from, until).map((run) => write(universeId, run, minute)))
    for (const { id, subject } of statements.events.all(universeId, until, from))
      if (!written.has(subject)) writer.withdraw(id)
  }

  const openEvents = (among: readonly number[] | undefined): readonly OpenEvent[] =>
    among === undefined ? statements.open.all() : among.flatMap((id) => statements.openOf.all(id))

  return {
    follow: (minute, last = minute - 1, among) => {
      for (const { universeId, start } of openEvents(among)) recheck(universeId, start, minute + 1, minute)
      for (const universeId of among?.filter((id) => statements.isRecent.get(id, last)) ?? statements.recent.all(last))
        for (const run of runsOf(universeId, last, minute + 1)) write(universeId, run, minute)
    },
    recheck: (universeId, from, until) => recheck(universeId, from, until),
    find: (universeId, from, until, minute = lastMinute(until)) => {
      for (const run of runsOf(universeId, from, until)) write(universeId, run, minute)
    },
    withOpenEvent: () => statements.open.all().map(({ universeId }) => universeId),
  }
}

/** Ends or shortens the events of gaps that an import or a restoration fills. */
export const withGapEvents = (gaps: Gaps, events: GapEvents): Gaps => ({
  ...gaps,
  cut: (universeId, minutes) => {
    const changed = gaps.cut(universeId, minutes)
    if (changed !== undefined) events.recheck(universeId, changed.from, changed.until)
    return changed
  },
})
