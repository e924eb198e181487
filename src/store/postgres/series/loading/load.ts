// Loads rows into a workspace: one statement for each table, whatever the number of universes, and all of them in one round trip. No
// statement joins two tables, so that each can be answered by the servers that have the universes.
import type { Minute } from '../../../../domain/clock.js'
import type { Statements } from '../../connection.js'
import type { Workspace } from '../workspace.js'
import { headRowSteps, partitionStep } from './load-head-rows.js'
import { partSteps } from './load-parts.js'
import { type LoadStatement, type LoadStep, loadStatement, stepOf } from './load-step.js'
import { recallWeeks, remembersRollups } from './recall.js'
import type { RowRequest, WeekRequest } from './row-requests.js'

/** Must run in the transaction in which the work of the workspace is done. */
export async function load(run: Statements, workspace: Workspace, requests: readonly RowRequest[]): Promise<void> {
  await loadInOneMessage(run.together, workspace, requests)
  await take(run.together, headRowSteps(workspace, requests))
}

/**
 * Loads in one round trip. Returns whether that was all: not where partitions were created since the process read them, or where
 * weeks changed that it remembers. It forgets such weeks, so that another attempt loads them.
 */
export async function loadInOneMessage(
  together: Statements['together'],
  workspace: Workspace,
  requests: readonly RowRequest[],
): Promise<boolean> {
  const needsPartitions = requests.some(({ what }) => what === 'head rows') && !workspace.head.hasPartitions()
  const partitions = needsPartitions ? [partitionStep(workspace)] : []
  await take(together, [...rowSteps(workspace, requests), ...partitions, ...headRowSteps(workspace, requests)])
  return recallWeeks(workspace) && headRowSteps(workspace, requests).length === 0
}

async function take(together: Statements['together'], steps: readonly LoadStep[]): Promise<void> {
  const results = await together(steps.map(({ call }) => call))
  for (const [index, step] of steps.entries()) step.take(results[index] ?? [])
}

function rowSteps(workspace: Workspace, requests: readonly RowRequest[]): LoadStep[] {
  const parts = new Set(
    requests.flatMap((request) => ('universeId' in request || 'from' in request ? [] : [request.what])),
  )
  const gapsFrom = Math.min(...requests.map((request) => (request.what === 'gaps' ? request.from : Infinity)))
  const weeksOf = (what: 'segments' | 'rollups') =>
    requests.flatMap((request) => (request.what === what ? [request] : []))
  const numbers = requests.filter(({ what }) => what === 'number').length
  return [
    ...[...parts].flatMap((part) => (part === 'number' || workspace.hasLoaded(part) ? [] : partSteps(workspace, part))),
    ...(gapsFrom < workspace.gapsFrom ? [gapStep(workspace, gapsFrom)] : []),
    ...segmentSteps(workspace, weeksOf('segments')),
    ...rollupSteps(
      workspace,
      weeksOf('rollups').filter((one) => !remembersRollups(workspace, one)),
    ),
    ...(numbers > 0 ? [numberStep(workspace, numbers)] : []),
  ]
}

/** Of the column's type. */
const [MIN_MINUTE, MAX_MINUTE] = [-(2 ** 31), 2 ** 31 - 1]

const GAPS = loadStatement(
  'gap',
  ['bigint[]', 'int', 'int'],
  `SELECT universe_id::float8 AS "universeId", from_minute AS "from", until_minute AS "until", reason FROM gap
   WHERE universe_id = ANY($1) AND until_minute >= $2 AND until_minute < $3 ORDER BY from_minute DESC`,
)

/** Adds those that end before the ones that were loaded already, which the call may have changed. */
function gapStep(workspace: Workspace, from: Minute): LoadStep {
  const span = [Math.max(from, MIN_MINUTE), Math.min(workspace.gapsFrom, MAX_MINUTE)] as const
  return stepOf(GAPS, [workspace.universeIds, ...span], (gaps) => {
    for (const gap of gaps) {
      const universe = workspace.of(gap.universeId)
      universe.gaps = [gap, ...universe.gaps]
    }
    workspace.gapsFrom = from
  })
}

const valuesOf = (requests: readonly WeekRequest[]) =>
  [
    [...new Set(requests.map(({ universeId }) => universeId))],
    Math.min(...requests.map((one) => one.from)),
    Math.max(...requests.map((one) => one.until)),
  ] as const

const IN_WEEKS = 'WHERE universe_id = ANY($1) AND week BETWEEN $2 AND $3'
const SEGMENTS: LoadStatement<'segment'> = {
  ...loadStatement(
    'segment',
    ['bigint[]', 'int', 'int'],
    `SELECT universe_id::float8, week, data FROM segment ${IN_WEEKS}`,
  ),
  copied: { universeId: 'double', week: 'int', data: 'bytes' },
}
const ROLLUPS = loadStatement(
  'rollup',
  ['bigint[]', 'int', 'int'],
  `SELECT universe_id::float8 AS "universeId", week, samples, slot, data FROM rollup ${IN_WEEKS}`,
)
const NUMBERS = loadStatement(
  'number',
  ['int'],
  `SELECT nextval('series_number')::float8 AS number FROM generate_series(1, $1)`,
)

/** What the call has changed stays. */
function segmentSteps(workspace: Workspace, requests: readonly WeekRequest[]): LoadStep[] {
  if (requests.length === 0) return []
  const step = stepOf(SEGMENTS, valuesOf(requests), (rows) => {
    for (const { universeId, week, data } of rows) {
      const { segments } = workspace.of(universeId)
      if (segments.get(week)?.data === undefined) segments.set(week, { size: data.length, data })
    }
  })
  return [step]
}

function rollupSteps(workspace: Workspace, requests: readonly WeekRequest[]): LoadStep[] {
  if (requests.length === 0) return []
  const step = stepOf(ROLLUPS, valuesOf(requests), (rows) => {
    for (const { universeId, week, ...row } of rows) {
      const { rollups } = workspace.of(universeId)
      if (rollups.get(week)?.data === undefined) rollups.set(week, row)
    }
  })
  return [step]
}

const numberStep = (workspace: Workspace, count: number): LoadStep =>
  stepOf(NUMBERS, [count], (rows) => void workspace.numbers.push(...rows.map(({ number }) => number)))
