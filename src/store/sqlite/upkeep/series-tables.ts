// The tables of the series in a file that no store has opened.
import type Sqlite from 'better-sqlite3'
import { emptyBlock } from '../../../domain/sample.js'
import { weekCoverageReader } from '../../../series/reading/week-coverage.js'
import { removedSegmentTable } from '../../../series/removal/removed-segments.js'
import { damagedSegmentTable } from '../../../series/tables/damaged-segments.js'
import { importCadenceTable } from '../../../series/tables/import-cadences.js'
import { rollupTable } from '../../../series/tables/rollup-table.js'
import { scheduleTable } from '../../../series/tables/schedules.js'
import { segmentTable } from '../../../series/tables/segments.js'
import type { ExaminationDeps } from '../series/reading/doctor.js'
import { removedRows } from '../series/removal/removed-rows.js'
import { cadenceRows } from '../series/tables/cadence-rows.js'
import { directory } from '../series/tables/directory.js'
import { quarantineRows } from '../series/tables/quarantine-rows.js'
import { rollupRows } from '../series/tables/rollup-rows.js'
import { scheduleRows } from '../series/tables/schedule-rows.js'
import { segmentRows } from '../series/tables/segment-rows.js'
import { tickSampleTable } from '../series/tables/tick-samples.js'

/** The file must have the schema that this program knows. */
export const seriesTables = (raw: Sqlite.Database): ExaminationDeps => {
  const scheduled = scheduleRows({ raw })
  const cadences = importCadenceTable(cadenceRows({ raw }), scheduled)
  const schedules = scheduleTable(scheduled, cadences)
  // Nothing is rolled up here.
  const coverageOf = weekCoverageReader({ schedules, cadences, readWeek: (universeId) => emptyBlock(universeId, 0) })
  const parts = { directory: directory({ raw }), segments: segmentTable(segmentRows({ raw }), undefined) }
  const removedScan = removedRows({ raw })
  // Nothing is removed here.
  const removal = { budget: { take: () => false }, correctTime: { ms: () => 0 } }
  return {
    ...parts,
    removed: removedSegmentTable(removedScan, { ...parts, ...removal }),
    removedScan,
    rollups: rollupTable(rollupRows({ raw }), coverageOf, { intervals: [], log: undefined }),
    damagedSegments: damagedSegmentTable(quarantineRows({ raw })),
    tickSamples: tickSampleTable({ raw }, undefined),
  }
}
