// Loads rows into a workspace: one statement for each table, whatever the number of universes, and all of them in one round trip. No
// statement joins two tables, so that each can be answered by the servers that have the universes.
import type { Minute } from '../../../../domain/clock.js'
import type { Statements } from '../../connection.js'
import type { Workspace } from '../workspace.js'
import { headRowSteps, partitionStep } from './load-head-rows.js'
import { partSteps } from './load-parts.js'
import { type LoadStep, numberList, OF_UNIVERSES, stepOf } from './load-step.js'
import type { RowRequest } from './row-requests.js'

/** Must run in the transaction in which the work of the workspace is done. */
export async function load(run: Statements, workspace: Workspace, requests: readonly RowRequest[]): Promise<void> {
  const needsHeadRows = requests.some(({ what }) => what === 'head rows')
  const steps = rowSteps(workspace, requests)
  if (needsHeadRows && !workspace.head.hasPartitions()) {
    await take(run, [...steps, partitionStep(workspace)])
    await take(run, headRowSteps(workspace, requests))
  } else await take(run, [...steps, ...headRowSteps(workspace, requests)])
}

async function take(run: Statements, steps: readonly LoadStep[]): Promise<void> {
  const results = await run.together(steps.map(({ text }) => text))
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
    ...rollupSteps(workspace, weeksOf('rollups')),
    ...(numbers > 0 ? [numberStep(workspace, numbers)] : []),
  ]
}

/** Of the column's type. */
const [MIN_MINUTE, MAX_MINUTE] = [-(2 ** 31), 2 ** 31 - 1]

/** Adds those that end before the ones that were loaded already, which the call may have changed. */
function gapStep(workspace: Workspace, from: Minute): LoadStep {
  const text = `SELECT universe_id::float8 AS "universeId", from_minute AS "from", until_minute AS "until", reason FROM gap
    ${OF_UNIVERSES(workspace)} AND until_minute >= ${Math.max(from, MIN_MINUTE)}
    AND until_minute < ${Math.min(workspace.gapsFrom, MAX_MINUTE)} ORDER BY from_minute DESC`
  return stepOf<'gap'>(text, (gaps) => {
    for (const gap of gaps) {
      const universe = workspace.of(gap.universeId)
      universe.gaps = [gap, ...universe.gaps]
    }
    workspace.gapsFrom = from
  })
}

interface WeekRequest {
  readonly universeId: number
  readonly from: number
  readonly until: number
}

const inWeeks = (requests: readonly WeekRequest[]): string => {
  const ids = [...new Set(requests.map(({ universeId }) => universeId))]
  const [from, until] = [Math.min(...requests.map((one) => one.from)), Math.max(...requests.map((one) => one.until))]
  return `WHERE universe_id = ANY('${numberList(ids)}'::bigint[]) AND week BETWEEN ${from} AND ${until}`
}

/** What the call has changed stays. */
function segmentSteps(workspace: Workspace, requests: readonly WeekRequest[]): LoadStep[] {
  if (requests.length === 0) return []
  const text = `SELECT universe_id::float8 AS "universeId", week, data FROM segment ${inWeeks(requests)}`
  const step = stepOf<'segment'>(text, (rows) => {
    for (const { universeId, week, data } of rows) {
      const { segments } = workspace.of(universeId)
      if (segments.get(week)?.data === undefined) segments.set(week, { size: data.length, data })
    }
  })
  return [step]
}

function rollupSteps(workspace: Workspace, requests: readonly WeekRequest[]): LoadStep[] {
  if (requests.length === 0) return []
  const text = `SELECT universe_id::float8 AS "universeId", week, samples, slot, data FROM rollup ${inWeeks(requests)}`
  const step = stepOf<'rollup'>(text, (rows) => {
    for (const { universeId, week, ...row } of rows) {
      const { rollups } = workspace.of(universeId)
      if (rollups.get(week)?.data === undefined) rollups.set(week, row)
    }
  })
  return [step]
}

const numberStep = (workspace: Workspace, count: number): LoadStep =>
  stepOf<'number'>(
    `SELECT nextval('series_number')::float8 AS number FROM generate_series(1, ${count})`,
    (rows) => void workspace.numbers.push(...rows.map(({ number }) => number)),
  )
