// The table `damaged_segment`, the quarantine.
import type { Minute } from '../../../../domain/clock.js'
import type { QuarantineRows } from '../../../../series/tables/damaged-segments.js'
import { keyOf, weekOfKey } from '../../../../series/tables/keys.js'
import type { Connection } from '../../connection.js'

// Where a week was damaged twice, the longer data and the higher count are kept, because they say more.
const QUARANTINE = `
  INSERT INTO damaged_segment (key, data, samples, rollup, last_minute)
  SELECT @key, coalesce((SELECT data FROM segment WHERE key = @key), x''), r.samples, r.data,
    (SELECT last_minute FROM series WHERE number = @number)
  FROM (SELECT 1) LEFT JOIN rollup r ON r.key = @key
  WHERE r.key IS NOT NULL OR EXISTS (SELECT 1 FROM segment WHERE key = @key)
  ON CONFLICT (key) DO UPDATE SET
    data = CASE WHEN length(excluded.data) > length(data) THEN excluded.data ELSE data END,
    samples = max(coalesce(excluded.samples, 0), coalesce(samples, 0)),
    rollup = coalesce(excluded.rollup, rollup), last_minute = excluded.last_minute`

type DamagedSegmentRow = readonly [number, Buffer, number | null, Buffer | null, Minute | null]

export function quarantineRows({ raw }: Pick<Connection, 'raw'>): QuarantineRows {
  const insert = raw.prepare<[{ key: number; number: number }]>(QUARANTINE)
  const select = raw
    .prepare<[number, number], DamagedSegmentRow>(
      `SELECT key, CAST(data AS BLOB), samples, CAST(rollup AS BLOB), last_minute FROM damaged_segment
      WHERE key BETWEEN ? AND ?`,
    )
    .raw()
  return {
    quarantine: ({ number, week }) => void insert.run({ key: keyOf(number, week), number }),
    between: (number, from, until) =>
      select.all(keyOf(number, from), keyOf(number, until)).map(([key, data, samples, rollup, lastMinute]) => ({
        week: weekOfKey(key),
        data,
        samples,
        rollup,
        lastMinute,
      })),
  }
}
