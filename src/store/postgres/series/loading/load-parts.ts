// Loads what is loaded of all universes of a call at once.
import { groupBy } from '../../../../series/gaps/gaps.js'
import type { Workspace } from '../workspace.js'
import { type LoadStep, loadStatement, statementOfUniverses, stepOf } from './load-step.js'
import type { Part } from './row-requests.js'

/** The part counts as loaded once the last of its steps was taken. */
export function partSteps(workspace: Workspace, part: Part): LoadStep[] {
  const steps = PARTS[part](workspace, [workspace.universeIds])
  if (steps.length === 0) workspace.markLoaded(part)
  return steps.map((step, index) => ({
    call: step.call,
    take: (rows) => {
      step.take(rows)
      if (index === steps.length - 1) workspace.markLoaded(part)
    },
  }))
}

const ID = 'universe_id::float8 AS "universeId"'
const OF_UNIVERSES = 'WHERE universe_id = ANY($1)'

const ENTRIES = statementOfUniverses(
  'entry',
  `SELECT ${ID}, number::float8 AS number, first_minute AS first, last_minute AS last FROM series ${OF_UNIVERSES}`,
)
const SCHEDULES = statementOfUniverses(
  'schedule',
  `SELECT ${ID}, since::float8 AS since, interval::float8 AS interval FROM schedule ${OF_UNIVERSES} ORDER BY since`,
)
const CADENCES = statementOfUniverses(
  'cadence',
  `SELECT ${ID}, from_minute AS "from", until_minute AS "until", interval FROM import_cadence ${OF_UNIVERSES}
   ORDER BY from_minute`,
)
const SIZES = statementOfUniverses(
  'size',
  `SELECT ${ID}, week, octet_length(data) AS size FROM segment ${OF_UNIVERSES}`,
)
const RETENTIONS = statementOfUniverses(
  'retention',
  `SELECT ${ID}, week, samples, slot, data IS NULL AS "isStale" FROM rollup ${OF_UNIVERSES}`,
)
const VERSIONS = statementOfUniverses(
  'version',
  `SELECT ${ID}, version::float8 AS version FROM series_version ${OF_UNIVERSES}`,
)
const HOURS = statementOfUniverses('hours', `SELECT ${ID}, since, data FROM hour_samples ${OF_UNIVERSES}`)
const QUARANTINES = statementOfUniverses(
  'quarantine',
  `SELECT ${ID}, week, data, samples, rollup, last_minute AS "lastMinute" FROM damaged_segment ${OF_UNIVERSES}`,
)
const REMOVALS = statementOfUniverses(
  'removed',
  `SELECT ${ID}, id::float8 AS id, week, slot, samples, removed_at::float8 AS "removedAt", data
   FROM removed_segment ${OF_UNIVERSES} ORDER BY id`,
)
const RESTORATIONS = statementOfUniverses(
  'restored',
  `SELECT ${ID}, week, restored_at::float8 AS "restoredAt" FROM restored_week ${OF_UNIVERSES}`,
)
const USED_BYTES = loadStatement(
  'used',
  [],
  'SELECT coalesce(sum(octet_length(data)), 0)::float8 AS bytes FROM removed_segment',
)
export const CORRECT_TIME = loadStatement('time', [], 'SELECT ms::float8 AS ms FROM correct_time WHERE id = 1')

function ofUnremembered(
  { universeIds, remembered }: Workspace,
  step: (universeIds: readonly [readonly number[]]) => LoadStep,
): LoadStep[] {
  const others = remembered.size === 0 ? universeIds : universeIds.filter((id) => !remembered.has(id))
  return others.length === 0 ? [] : [step([others])]
}

const versionStep = (workspace: Workspace, ids: readonly [readonly number[]]): LoadStep =>
  stepOf(VERSIONS, ids, (rows) => {
    for (const { universeId, version } of rows) workspace.of(universeId).version = version
  })

type StepMaker = (workspace: Workspace, values: readonly [universeIds: readonly number[]]) => LoadStep[]

const PARTS: Readonly<Record<Part, StepMaker>> = {
  base: (workspace, ids) => [
    stepOf(ENTRIES, ids, (rows) => {
      for (const entry of rows) workspace.setEntry(workspace.of(entry.universeId), entry)
    }),
    stepOf(SCHEDULES, ids, (rows) => {
      for (const [universeId, schedules] of groupBy(rows, (row) => row.universeId))
        workspace.of(universeId).schedules = schedules
    }),
    ...ofUnremembered(workspace, (others) =>
      stepOf(CADENCES, others, (rows) => {
        for (const [universeId, cadences] of groupBy(rows, (row) => row.universeId))
          workspace.of(universeId).cadences = cadences
      }),
    ),
  ],
  weeks: (workspace, ids) => [
    ...(workspace.memory === undefined ? [] : [versionStep(workspace, ids)]),
    ...ofUnremembered(workspace, (others) =>
      stepOf(SIZES, others, (rows) => {
        for (const { universeId, week, size } of rows)
          workspace.of(universeId).segments.set(week, { size, data: undefined })
      }),
    ),
    ...ofUnremembered(workspace, (others) =>
      stepOf(RETENTIONS, others, (rows) => {
        for (const { universeId, week, samples, slot, isStale } of rows)
          workspace.of(universeId).rollups.set(week, { samples, slot, data: isStale ? null : undefined })
      }),
    ),
  ],
  hours: (workspace, ids) => [
    stepOf(HOURS, ids, (rows) => {
      for (const { universeId, since, data } of rows) workspace.of(universeId).hours = [since, data]
    }),
  ],
  quarantine: (workspace, ids) => [
    stepOf(QUARANTINES, ids, (rows) => {
      for (const { universeId, ...row } of rows) workspace.of(universeId).quarantine.set(row.week, row)
    }),
  ],
  removed: (workspace, ids) => [
    stepOf(REMOVALS, ids, (rows) => {
      for (const [universeId, removed] of groupBy(rows, (row) => row.universeId))
        workspace.of(universeId).removed = removed
    }),
  ],
  restored: (workspace, ids) => [
    stepOf(RESTORATIONS, ids, (rows) => {
      for (const { universeId, week, restoredAt } of rows) workspace.of(universeId).restored.set(week, restoredAt)
    }),
  ],
  removal: (workspace) => [
    stepOf(USED_BYTES, [], ([used]) => {
      workspace.removal = { ...workspace.removal, usedBytes: used?.bytes ?? 0 }
    }),
    stepOf(CORRECT_TIME, [], ([time]) => {
      workspace.removal = { ...workspace.removal, correctMs: time?.ms ?? 0 }
    }),
  ],
}
