// Loads head rows, by the minutes and universes of their key, and knows their partitions.
import type { Minute } from '../../../../domain/clock.js'
import type { MinuteRange } from '../../../../series/gaps/ranges.js'
import type { Workspace } from '../workspace.js'
import { type LoadedColumns, type LoadStep, loadStatement, stepOf } from './load-step.js'
import type { RowRequest } from './row-requests.js'

/** The minutes of one partition, eight hours. It is compacted and dropped as a whole. */
export const PARTITION_MINUTES = 480

/** From so many rows of the key on, a scan of the time costs less than looking each of them up. */
const MAX_ROW_LOOKUPS = 20_000

export const partitionOf = (minute: Minute): number => Math.floor(minute / PARTITION_MINUTES)

/** Partitions of a time before 1970 have an `m` for the minus sign. */
export const partitionName = (partition: number): string =>
  partition < 0 ? `head_row_m${-partition}` : `head_row_p${partition}`

export const partitionSpan = (partition: number): MinuteRange => ({
  from: partition * PARTITION_MINUTES,
  until: (partition + 1) * PARTITION_MINUTES,
})

/** The name comes from the catalog as the statement sees it: of a table that is dropped meanwhile, a regclass is only a number. */
const PARTITIONS = loadStatement(
  'partition',
  [],
  `SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
   WHERE inhparent = 'head_row'::regclass`,
)

const OF_TIME = `SELECT universe_id::float8 AS "universeId", minute, data FROM head_row
  WHERE universe_id = ANY($1) AND minute >= $2 AND minute < $3`
const ROWS_OF_TIME = loadStatement('headRow', ['bigint[]', 'int', 'int'], OF_TIME)
/** With the minutes of the key, each row is looked up; without them, all rows of the time are read. */
const ROWS_OF_MINUTES = {
  ...loadStatement('headRow', ['bigint[]', 'int', 'int', 'int[]'], `${OF_TIME} AND minute = ANY($4)`),
  name: 'look_up_headRow',
}

const partitionsOf = (rows: readonly { readonly name: string }[]): number[] =>
  rows
    .map(({ name }) => Number(name.replace(/^head_row_[mp]/, '')) * (name.startsWith('head_row_m') ? -1 : 1))
    .sort((a, b) => a - b)

/** The partitions that exist, ascending. */
export const readPartitions = async (run: (text: string) => Promise<{ readonly name: string }[]>): Promise<number[]> =>
  partitionsOf(await run(PARTITIONS.text))

export const partitionStep = ({ head }: Workspace): LoadStep =>
  stepOf(PARTITIONS, [], (rows) => head.knowPartitions(partitionsOf(rows).map(partitionSpan)))

/** Of the partitions that are known, or remembered. */
export function headRowSteps(workspace: Workspace, requests: readonly RowRequest[]): LoadStep[] {
  const { head, universeIds } = workspace
  const spans = requests.flatMap((request) => (request.what === 'head rows' ? head.missing(request) : []))
  // Many universes ask for the same minutes.
  const missing = [...new Map(spans.map((span) => [`${span.from} ${span.until}`, span])).values()]
  const lookups = missing.reduce((sum, { from, until }) => sum + until - from, 0) * universeIds.length
  const isScan = lookups > MAX_ROW_LOOKUPS
  return (isScan ? [hull(missing)] : missing).map((span) =>
    headRowStep(universeIds, span, isScan, (rows) => head.put(universeIds, span, rows)),
  )
}

const hull = (spans: readonly MinuteRange[]): MinuteRange => ({
  from: Math.min(...spans.map(({ from }) => from)),
  until: Math.max(...spans.map(({ until }) => until)),
})

function headRowStep(
  universeIds: readonly number[],
  { from, until }: MinuteRange,
  isScan: boolean,
  take: (rows: readonly LoadedColumns['headRow'][]) => void,
): LoadStep {
  if (isScan) return stepOf(ROWS_OF_TIME, [universeIds, from, until], take)
  const minutes = Array.from({ length: until - from }, (_, index) => from + index)
  return stepOf(ROWS_OF_MINUTES, [universeIds, from, until, minutes], take)
}
