// Writes a tick in one transaction: samples, schedules, gaps, facts and the cursor. A minute of a universe is stored once,
// whichever process comes first.
import type { Minute } from '../../../../domain/clock.js'
import type { Tick } from '../../../../domain/ports/series.js'
import type { Sample } from '../../../../domain/sample.js'
import type { Connection, Statements, Transaction } from '../../connection.js'
import { isDuplicateHeadRow, isMissingPartition } from '../../server/errors.js'
import { putUniverses } from '../../universes.js'
import type { SeriesCalls, WritingCall } from '../calls.js'
import { numberList } from '../loading/load-step.js'
import { encodeSample } from '../sample-bytes.js'
import { gapEvents, type OpenGapEvent, openGapEvents } from './gap-events.js'
import { INSERT_HEAD_ROWS, makePartitions } from './partitions.js'
import { lockShards } from './shards.js'

export interface TickDeps {
  readonly connection: Connection
  readonly calls: SeriesCalls
}

export const tickWriter =
  ({ connection, calls }: TickDeps): ((tick: Tick) => Promise<void>) =>
  (tick) =>
    connection.write((transaction) => writeTick(transaction, calls, tick))

async function writeTick(transaction: Transaction, calls: SeriesCalls, tick: Tick): Promise<void> {
  const { run } = transaction
  const [cursor] = await run<{ minute: Minute }>(
    'SELECT minute::float8 AS minute FROM tick_cursor WHERE id = 1 FOR UPDATE',
  )
  const last = cursor?.minute
  const first = Math.min(earliest(tick), (last ?? tick.minute) + 1)
  const open = await openGapEvents(run)
  const universeIds = [...new Set(await concernedUniverses(run, tick, first, open))]
  await lockShards(run, universeIds)
  const needs = [{ what: 'base' } as const, { what: 'gaps', from: first } as const]
  await calls.writeWithin(transaction, { universeIds, needs }, async (call) => {
    await putSchedules(call, tick)
    await call.attempt(() => call.engine.gaps.applyTick(tick, last))
    // The schedules of this tick are written at its end.
    const firstDue = new Map(tick.schedules.map(({ universeId, since }) => [universeId, since]))
    await putUniverses(transaction, tick.facts, tick.minute, firstDue)
    await putSamples(run, tick.samples)
    if (last !== undefined) await touchRows(run, last)
    await moveCursor(run, tick)
    await putGapEvents(call, tick, last, open)
  })
  if (tick.facts.length > 0 || tick.schedules.length > 0) transaction.changed('universes')
  transaction.publish({ type: 'tick recorded', tick })
}

const earliest = ({ samples, gaps }: Tick): Minute => {
  let minute = Number.POSITIVE_INFINITY
  for (const sample of samples) minute = Math.min(minute, sample.minute)
  for (const { from } of gaps) minute = Math.min(minute, from)
  return minute
}

/** Those whose gaps, schedules or events may change; usually none. */
async function concernedUniverses(
  run: Statements,
  tick: Tick,
  first: Minute,
  open: readonly OpenGapEvent[],
): Promise<number[]> {
  const rows = await run<{ universeId: number }>(
    'SELECT DISTINCT universe_id::float8 AS "universeId" FROM gap WHERE until_minute >= $1',
    [first],
  )
  return [...rows, ...open, ...tick.gaps, ...tick.schedules].map(({ universeId }) => universeId)
}

/**
 * Schedules are written first, because they define the slots of the samples. The shards are locked before the universes are read, so the
 * range of their segments is that of the last compaction.
 */
async function putSchedules({ engine, attempt }: WritingCall, { schedules }: Tick): Promise<void> {
  if (schedules.length === 0) return
  await attempt(() => {
    for (const schedule of schedules) {
      engine.schedules.put(schedule)
      const entry = engine.directory.find(schedule.universeId)
      if (entry !== undefined) engine.rollups.markStale(entry, schedule.since)
    }
  })
}

/** Rows in one statement; to make them takes a few milliseconds. */
const BATCH_SIZE = 2_000

/**
 * Of two samples of one universe and minute, the first one stays. There are hardly ever two, and ON CONFLICT adds a record to the
 * server's log for each row, so it is used only where a statement without it fails. The maintenance makes the partitions before they
 * are needed, so a tick makes one only where it is the first of all, or so late that its partition was dropped.
 */
async function putSamples(run: Statements, samples: readonly Sample[]): Promise<void> {
  if (samples.length === 0) return
  // In the order of the key, so that the rows and their index are written from their end.
  const sorted = [...samples].sort((a, b) => a.minute - b.minute || a.universeId - b.universeId)
  await run('SAVEPOINT before_samples')
  try {
    await insertRows(run, sorted)
  } catch (error) {
    const isMissing = isMissingPartition(error)
    if (!isMissing && !isDuplicateHeadRow(error)) throw error
    await run('ROLLBACK TO SAVEPOINT before_samples')
    if (isMissing)
      await makePartitions(
        run,
        sorted.map(({ minute }) => minute),
      )
    await insertRows(run, sorted, 'ON CONFLICT DO NOTHING')
  }
  await run('RELEASE SAVEPOINT before_samples')
}

async function insertRows(run: Statements, samples: readonly Sample[], onConflict = ''): Promise<void> {
  for (let from = 0; from < samples.length; from += BATCH_SIZE) {
    const batch = samples.slice(from, from + BATCH_SIZE)
    await run(`${INSERT_HEAD_ROWS} ${onConflict}`, [
      numberList(batch.map(({ universeId }) => universeId)),
      numberList(batch.map(({ minute }) => minute)),
      batch.map(encodeSample),
    ])
  }
}

/**
 * Reads the rows of the tick before, by which the server notes in each that its transaction was committed (the hint bits). If it
 * noted that only at the compaction, after a checkpoint, it would write each of their pages to its log as a whole.
 */
const touchRows = (run: Statements, minute: Minute) =>
  run('SELECT count(data) FROM head_row WHERE minute = $1', [minute])

/** A tick that began later may have ended first (`poll once` beside the service's own ticks). */
const moveCursor = (run: Statements, { cursor }: Tick) =>
  run(
    `INSERT INTO tick_cursor AS known (id, minute, clock_was_wrong) VALUES (1, $1, $2) ON CONFLICT (id) DO UPDATE SET
     minute = greatest(known.minute, excluded.minute), clock_was_wrong = excluded.clock_was_wrong`,
    [cursor.minute, cursor.clockWasWrong],
  )

async function putGapEvents(
  call: WritingCall,
  { gaps, cursor }: Tick,
  last: Minute | undefined,
  open: readonly OpenGapEvent[],
): Promise<void> {
  const events = gapEvents(call)
  await events.follow(cursor.minute, last, open)
  // Following starts from the last tick, and misses a gap that was over before it.
  for (const { universeId, from, until } of gaps)
    if (last !== undefined && until <= last) await events.find(universeId, from, until)
}
