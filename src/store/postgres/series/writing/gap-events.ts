// Events of gaps of an hour or more, as values/gap-runs.ts makes them.
import type { Minute } from '../../../../domain/clock.js'
import { type GapRun, gapEventOf, gapRunsOf } from '../../../values/gap-runs.js'
import type { Statements } from '../../connection.js'
import { eventWriter } from '../../events/event-writer.js'
import type { WritingCall } from '../calls.js'
import { adjacentGaps, gapBefore } from '../rows/ranges.js'

export interface OpenGapEvent {
  readonly universeId: number
  readonly start: Minute
}

export const openGapEvents = (run: Statements): Promise<OpenGapEvent[]> =>
  run(`SELECT universe_id::float8 AS "universeId", start_minute::float8 AS start FROM event
       WHERE kind = 'gap' AND end_minute IS NULL`)

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
      gapRunsOf(adjacentGaps(workspace, universeId, from, until), (minute) => gapBefore(workspace, universeId, minute)),
    )

  async function write(universeId: number, gapRun: GapRun, minute: Minute): Promise<string | undefined> {
    const event = gapEventOf(universeId, gapRun, minute)
    if (event !== undefined) await writer.put(event)
    return event?.subject
  }

  async function recheckAt(universeId: number, from: Minute, until: Minute, minute: Minute): Promise<void> {
    const written = new Set<string | undefined>()
    for (const gapRun of await runsOf(universeId, from, until)) written.add(await write(universeId, gapRun, minute))
    const events = await run<{ id: number; subject: string }>(
      `SELECT id::float8 AS id, subject FROM event WHERE universe_id = $1 AND kind = 'gap' AND NOT is_withdrawn
       AND start_minute <= $2 AND coalesce(end_minute, 9e15) >= $3 ORDER BY id`,
      [universeId, until, from],
    )
    for (const { id, subject } of events) if (!written.has(subject)) await writer.withdraw(id)
  }

  return {
    async follow(minute, last = minute - 1, open) {
      for (const { universeId, start } of open) await recheckAt(universeId, start, minute + 1, minute)
      const recent = await attempt(() =>
        [...workspace.universes.values()].filter(({ gaps }) => gaps.some(({ until }) => until > last)),
      )
      for (const { universeId } of recent.sort((a, b) => a.universeId - b.universeId))
        for (const gapRun of await runsOf(universeId, last, minute + 1)) await write(universeId, gapRun, minute)
    },
    recheck: async (universeId, from, until) => recheckAt(universeId, from, until, (await lastTick(run)) ?? until),
    async find(universeId, from, until) {
      const minute = (await lastTick(run)) ?? until
      for (const gapRun of await runsOf(universeId, from, until)) await write(universeId, gapRun, minute)
    },
  }
}
