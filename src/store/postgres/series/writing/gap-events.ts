// Events of gaps of an hour or more, as values/gap-runs.ts makes them.
import type { Minute } from '../../../../domain/clock.js'
import type { EventDraft } from '../../../../domain/events/event.js'
import { type GapRun, gapEventOf, gapRunsOf } from '../../../values/gap-runs.js'
import type { Statements } from '../../connection.js'
import { eventWriter } from '../../events/event-writer.js'
import type { WritingCall } from '../calls.js'
import { adjacentGaps, gapAfter, gapBefore } from '../rows/ranges.js'

export interface OpenGapEvent {
  readonly universeId: number
  readonly start: Minute
}

export const openGapEvents = (run: Statements): Promise<OpenGapEvent[]> =>
  run(`SELECT universe_id::float8 AS "universeId", start_minute::float8 AS start FROM event
       WHERE kind = 'gap' AND end_minute IS NULL AND NOT is_withdrawn`)

interface CheckedSpan {
  readonly universeId: number
  readonly from: Minute
  readonly until: Minute
}

const EVENTS_IN_SPANS = `SELECT DISTINCT event.id::float8 AS id, event.subject
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS span (universe_id, since, until)
  JOIN event ON event.universe_id = span.universe_id AND event.start_minute <= span.until
    AND coalesce(event.end_minute, 9e15) >= span.since
  WHERE event.kind = 'gap' AND NOT event.is_withdrawn ORDER BY id`

const lastTick = async (run: Statements): Promise<Minute | undefined> =>
  (await run<{ minute: Minute }>('SELECT minute::float8 AS minute FROM tick_cursor WHERE id = 1'))[0]?.minute

/** Writes in the transaction of the call. */
export interface GapEvents {
  /** Called after the gaps of a tick were changed; `last` is the minute of the tick before. */
  follow(minute: Minute, last: Minute | undefined, open: readonly OpenGapEvent[]): Promise<void>
  /** Called after gaps between these minutes were cut. */
  recheck(universeId: number, from: Minute, until: Minute): Promise<void>
  /** Writes the events of the gaps of one universe that end after `from` and begin before `until`. */
  find(universeId: number, from: Minute, until: Minute): Promise<void>
}

export function gapEvents({ workspace, attempt, transaction }: WritingCall): GapEvents {
  const writer = eventWriter(transaction)
  const { run } = transaction

  const runsOf = (universeId: number, from: Minute, until: Minute): Promise<GapRun[]> =>
    attempt(() =>
      gapRunsOf(adjacentGaps(workspace, universeId, from, until), {
        before: (minute) => gapBefore(workspace, universeId, minute),
        after: (minute) => gapAfter(workspace, universeId, minute),
      }),
    )

  const eventsOf = async (universeId: number, from: Minute, until: Minute, minute: Minute): Promise<EventDraft[]> =>
    (await runsOf(universeId, from, until)).flatMap((gapRun) => gapEventOf(universeId, gapRun, minute) ?? [])

  /** Writes the events of the gaps in these spans, and withdraws those of gaps that are not there any more. */
  async function recheckAll(spans: readonly CheckedSpan[], minute: Minute): Promise<void> {
    const written: EventDraft[] = []
    for (const { universeId, from, until } of spans) written.push(...(await eventsOf(universeId, from, until, minute)))
    await writer.putAll(written)
    const subjects = new Set(written.map(({ subject }) => subject))
    const events = await run<{ id: number; subject: string }>(EVENTS_IN_SPANS, [
      spans.map(({ universeId }) => universeId),
      spans.map(({ from }) => from),
      spans.map(({ until }) => until),
    ])
    for (const { id, subject } of events) if (!subjects.has(subject)) await writer.withdraw(id)
  }

  return {
    async follow(minute, last = minute - 1, open) {
      const spans = open.map(({ universeId, start }) => ({ universeId, from: start, until: minute + 1 }))
      if (spans.length > 0) await recheckAll(spans, minute)
      const recent = await attempt(() =>
        [...workspace.universes.values()].filter(({ gaps }) => gaps.some(({ until }) => until > last)),
      )
      const found: EventDraft[] = []
      for (const { universeId } of recent.sort((a, b) => a.universeId - b.universeId))
        found.push(...(await eventsOf(universeId, last, minute + 1, minute)))
      await writer.putAll(found)
    },
    recheck: async (universeId, from, until) =>
      recheckAll([{ universeId, from, until }], (await lastTick(run)) ?? until),
    async find(universeId, from, until) {
      await writer.putAll(await eventsOf(universeId, from, until, (await lastTick(run)) ?? until))
    },
  }
}
