// Loads what is loaded of all universes of a call at once.

import type { Workspace } from '../workspace.js'
import { byUniverse, type LoadStep, OF_UNIVERSES, stepOf } from './load-step.js'
import type { Part } from './row-requests.js'

const ID = 'universe_id::float8 AS "universeId"'

/** The part counts as loaded once the last of its steps was taken. */
export function partSteps(workspace: Workspace, part: Part): LoadStep[] {
  const steps = PARTS[part](workspace, OF_UNIVERSES(workspace))
  return steps.map((step, index) => ({
    text: step.text,
    take: (rows) => {
      step.take(rows)
      if (index === steps.length - 1) workspace.markLoaded(part)
    },
  }))
}

type StepMaker = (workspace: Workspace, ofUniverses: string) => LoadStep[]

const PARTS: Readonly<Record<Part, StepMaker>> = {
  base: (workspace, ofUniverses) => [
    stepOf<'entry'>(
      `SELECT ${ID}, number::float8 AS number, first_minute AS first, last_minute AS last FROM series ${ofUniverses}`,
      (rows) => {
        for (const entry of rows) workspace.setEntry(workspace.of(entry.universeId), entry)
      },
    ),
    stepOf<'schedule'>(
      `SELECT ${ID}, since::float8 AS since, interval::float8 AS interval FROM schedule ${ofUniverses} ORDER BY since`,
      (rows) => {
        for (const [universeId, schedules] of byUniverse(rows)) workspace.of(universeId).schedules = schedules
      },
    ),
    stepOf<'cadence'>(
      `SELECT ${ID}, from_minute AS "from", until_minute AS "until", interval FROM import_cadence ${ofUniverses}
       ORDER BY from_minute`,
      (rows) => {
        for (const [universeId, cadences] of byUniverse(rows)) workspace.of(universeId).cadences = cadences
      },
    ),
  ],
  weeks: (workspace, ofUniverses) => [
    stepOf<'size'>(`SELECT ${ID}, week, octet_length(data) AS size FROM segment ${ofUniverses}`, (rows) => {
      for (const { universeId, week, size } of rows)
        workspace.of(universeId).segments.set(week, { size, data: undefined })
    }),
    stepOf<'retention'>(
      `SELECT ${ID}, week, samples, slot, data IS NULL AS "isStale" FROM rollup ${ofUniverses}`,
      (rows) => {
        for (const { universeId, week, samples, slot, isStale } of rows)
          workspace.of(universeId).rollups.set(week, { samples, slot, data: isStale ? null : undefined })
      },
    ),
  ],
  hours: (workspace, ofUniverses) => [
    stepOf<'hours'>(`SELECT ${ID}, since, data FROM hour_samples ${ofUniverses}`, (rows) => {
      for (const { universeId, since, data } of rows) workspace.of(universeId).hours = [since, data]
    }),
  ],
  quarantine: (workspace, ofUniverses) => [
    stepOf<'quarantine'>(
      `SELECT ${ID}, week, data, samples, rollup, last_minute AS "lastMinute" FROM damaged_segment ${ofUniverses}`,
      (rows) => {
        for (const { universeId, ...row } of rows) workspace.of(universeId).quarantine.set(row.week, row)
      },
    ),
  ],
  removed: (workspace, ofUniverses) => [
    stepOf<'removed'>(
      `SELECT ${ID}, id::float8 AS id, week, slot, samples, removed_at::float8 AS "removedAt", data
       FROM removed_segment ${ofUniverses} ORDER BY id`,
      (rows) => {
        for (const [universeId, removed] of byUniverse(rows)) workspace.of(universeId).removed = removed
      },
    ),
  ],
  restored: (workspace, ofUniverses) => [
    stepOf<'restored'>(
      `SELECT ${ID}, week, restored_at::float8 AS "restoredAt" FROM restored_week ${ofUniverses}`,
      (rows) => {
        for (const { universeId, week, restoredAt } of rows) workspace.of(universeId).restored.set(week, restoredAt)
      },
    ),
  ],
  removal: (workspace) => [
    stepOf<'used'>('SELECT coalesce(sum(octet_length(data)), 0)::float8 AS bytes FROM removed_segment', ([used]) => {
      workspace.removal = { ...workspace.removal, usedBytes: used?.bytes ?? 0 }
    }),
    stepOf<'time'>('SELECT ms::float8 AS ms FROM correct_time WHERE id = 1', ([time]) => {
      workspace.removal = { ...workspace.removal, correctMs: time?.ms ?? 0 }
    }),
  ],
}
