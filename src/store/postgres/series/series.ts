// The series on PostgreSQL: implements the port on the calls of calls.ts. README.md beside it says what each part does.
import { DAY_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import type { Measure } from '../../../domain/measures.js'
import type { RemovedSampleStore } from '../../../domain/ports/removed-samples.js'
import type { SeriesStore, TickCursor } from '../../../domain/ports/series.js'
import type { DayRollup } from '../../../domain/rules/rollup.js'
import type { Span } from '../../../domain/rules/span.js'
import type { Block } from '../../../domain/sample.js'
import { weekOf } from '../../../series/tables/keys.js'
import { encodeAhead } from '../../values/encoding/encode-ahead.js'
import { createTurns } from '../../values/turns.js'
import type { Connection, Statements, Transaction } from '../connection.js'
import { type SeriesCalls, seriesCalls } from './calls.js'
import type { PostgresSeriesOptions } from './engine.js'
import { maintainer } from './maintain.js'
import { findDamage, readDamage, readKnownWeeks } from './reading/damage.js'
import { readBlocks } from './reading/read-blocks.js'
import { readNearest } from './reading/read-nearest.js'
import { sizeReader } from './reading/size.js'
import { removedSampleStore } from './removal/removed-samples.js'
import { importWriter } from './writing/imports.js'
import { moveSeriesBack, type SeriesRepair } from './writing/move-back.js'
import { tickWriter } from './writing/ticks.js'

export interface PostgresSeries {
  readonly series: SeriesStore
  readonly removedSamples: RemovedSampleStore
  /** The part of the series in the repair after a clock that ran ahead, in the transaction of the whole repair. */
  moveBack(transaction: Transaction, minute: Minute): Promise<SeriesRepair>
}

/** Also in the far future. */
const ALL_MINUTES = { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER } as const
/** Enough to know the partitions; readers ask for the minutes that they need. */
const NO_HEAD_ROWS = { what: 'head rows', from: 0, until: 0 } as const
/** Callers that read many universes ask for so many together. Those of several callers may share a snapshot. */
const READING_CONCURRENCY = 50
const BASE = { what: 'base' } as const
const WEEKS = { what: 'weeks' } as const

export function postgresSeries(connection: Connection, options: PostgresSeriesOptions): PostgresSeries {
  const calls = seriesCalls(connection, options)
  const deps = { connection, calls, options }
  return {
    series: {
      ...pointReads(calls),
      ...rangeReads(calls, options),
      readsAtOnce: READING_CONCURRENCY,
      cursor: () => connection.snapshot(readCursor),
      recordTick: tickWriter(deps),
      prepareImport: (blocks) => encodeAhead(blocks),
      importBlock: importWriter(deps),
      damage: (universeId, span, look) => readDamage(calls, universeId, span, look),
      damageVersion: () => calls.damageVersion(),
      findDamage: (signal) => findDamage(deps, signal),
      size: sizeReader(deps),
      // Every read asks the database, which has its own memory.
      warmUp: async () => undefined,
      maintain: maintainer(deps),
    },
    removedSamples: removedSampleStore(deps),
    moveBack: (transaction, minute) => moveSeriesBack(transaction, calls, minute),
  }
}

async function readCursor(run: Statements): Promise<TickCursor | undefined> {
  const [cursor] = await run<TickCursor>(
    'SELECT minute::float8 AS minute, clock_was_wrong AS "clockWasWrong" FROM tick_cursor WHERE id = 1',
  )
  return cursor
}

type PointReads = Pick<
  SeriesStore,
  'latest' | 'nearest' | 'nearestHour' | 'firstMinute' | 'closingBefore' | 'isThinnedOut'
>

function pointReads(calls: SeriesCalls): PointReads {
  const { read, readEach } = calls
  return {
    latest: (universeIds) =>
      readEach({ universeIds, needs: [BASE, NO_HEAD_ROWS] }, ({ points }) => points.latest().read),
    nearest: async (universeIds, minute, tolerance) => {
      const [universeId, ...others] = universeIds
      if (universeId !== undefined && others.length === 0) {
        const found = await readNearest(calls, { universeId, minute, tolerance })
        return new Map(found === undefined ? [] : [[universeId, found]])
      }
      const rows = { what: 'head rows', from: minute - tolerance, until: minute + tolerance + 1 } as const
      return readEach({ universeIds, needs: [BASE, rows] }, ({ points }) => points.nearest(minute, tolerance).read)
    },
    nearestHour: (universeIds, minute, tolerance) =>
      readEach(
        { universeIds, needs: [BASE, { what: 'hours' }, NO_HEAD_ROWS] },
        ({ nearestHour }) => nearestHour(minute, tolerance).read,
      ),
    firstMinute: (universeId) =>
      read({ universeIds: [universeId], needs: [BASE, { what: 'head rows', ...ALL_MINUTES }] }, ({ points }) =>
        points.firstMinute(universeId),
      ),
    closingBefore: (universeId, minute, interval) =>
      read({ universeIds: [universeId], needs: [BASE, WEEKS, NO_HEAD_ROWS] }, ({ points }) =>
        points.closingBefore(universeId, minute, interval),
      ),
    isThinnedOut: (universeId, minute) =>
      read({ universeIds: [universeId], needs: [BASE, WEEKS] }, ({ directory, rollups }) => {
        const entry = directory.find(universeId)
        return entry !== undefined && rollups.slotOf({ number: entry.number, universeId, week: weekOf(minute) }) > 1
      }),
  }
}

type RangeReads = Pick<SeriesStore, 'blocks' | 'wholeBlocks' | 'scan' | 'rollups' | 'gaps' | 'schedules' | 'coverage'>

const rangeReads = (calls: SeriesCalls, { clock }: PostgresSeriesOptions): RangeReads => ({
  blocks: (universeId, from, until): AsyncIterable<Block> => readBlocks(calls, { universeId, from, until }, 'readable'),
  wholeBlocks: (universeId, { from, until }: Span): AsyncIterable<Block> =>
    readBlocks(calls, { universeId, from, until }, 'whole'),
  scan: (universeId: number, { from, until }: Span, measures: readonly Measure[]) =>
    readBlocks(calls, { universeId, from, until }, measures),
  rollups: (universeId, range, view) =>
    readDayRollups(calls, { universeId, range, view, openWeek: weekOf(minuteOf(clock.now())) }),
  gaps: (universeId, from, until) =>
    calls.read({ universeIds: [universeId], needs: [{ what: 'gaps', from }] }, ({ gaps }) =>
      gaps.between(universeId, from, until),
    ),
  schedules: (universeId, from, until) =>
    calls.read({ universeIds: [universeId], needs: [BASE] }, ({ schedules }) =>
      schedules.between(universeId, from, until),
    ),
  coverage: (universeId, span, interval) =>
    calls.read({ universeIds: [universeId], needs: [BASE, NO_HEAD_ROWS] }, ({ spanCoverage }) =>
      spanCoverage(universeId, span, interval),
    ),
})

interface RollupsQuery {
  readonly universeId: number
  readonly range: Parameters<SeriesStore['rollups']>[1]
  readonly view: Parameters<SeriesStore['rollups']>[2]
  /** The sums of its last day are made from samples. */
  readonly openWeek: number
}

async function readDayRollups(
  calls: SeriesCalls,
  { universeId, range, view, openWeek }: RollupsQuery,
): Promise<DayRollup[]> {
  const [firstWeek, lastWeek] = [weekOf(range.start * DAY_MINUTES), weekOf(range.end * DAY_MINUTES)]
  const rows = { from: range.start * DAY_MINUTES, until: (range.end + 1) * DAY_MINUTES }
  const needs = [
    BASE,
    WEEKS,
    { what: 'rollups', universeId, from: firstWeek, until: lastWeek } as const,
    { what: 'head rows', ...rows } as const,
    ...(view.isReadable === true ? [{ what: 'quarantine' } as const] : []),
    ...(openWeek < firstWeek || openWeek > lastWeek
      ? []
      : [{ what: 'segments', universeId, from: openWeek, until: openWeek } as const]),
  ]
  return calls.readInParts({ universeIds: [universeId], needs, isUsuallyEnough: true }, async ({ engine, attempt }) => {
    const damaged = view.isReadable
      ? await attempt(() => readKnownWeeks(engine, universeId, firstWeek, lastWeek))
      : new Set<number>()
    const [found, turn]: [DayRollup[], () => Promise<void>] = [[], createTurns()]
    for (let week = firstWeek; week <= lastWeek; await turn()) {
      const { next, days } = await attempt(() => {
        const days: DayRollup[] = []
        return { next: engine.readRollups({ universeId, range, ...view, damaged }, week, days), days }
      })
      found.push(...days)
      week = next
    }
    return found
  })
}
