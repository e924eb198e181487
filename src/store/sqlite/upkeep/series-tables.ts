// The tables of the series in a file that no store has opened.
import type Sqlite from 'better-sqlite3'
import type { DamageDeps } from '../series/reading/damage.js'
import { damagedSegmentTable } from '../series/tables/damaged-segments.js'
import { directory } from '../series/tables/keys.js'
import { rollupTable } from '../series/tables/rollup-table.js'
import { scheduleTable } from '../series/tables/schedules.js'
import { segmentTable } from '../series/tables/segments.js'

/** The file must have the schema that this program knows. */
export const seriesTables = (raw: Sqlite.Database): DamageDeps => ({
  directory: directory({ raw }),
  segments: segmentTable({ raw }, undefined),
  rollups: rollupTable({ raw }, scheduleTable({ raw }), { intervals: [], log: undefined }),
  damagedSegments: damagedSegmentTable({ raw }),
})
