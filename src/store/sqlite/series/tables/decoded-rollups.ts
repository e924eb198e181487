// Remembers what was decoded of the rollups that were read last, because decoding them took two fifths of the summary of all
// games. Each is kept with its bytes and counts only for the same ones, so that no change of a row has to be noticed here.
import { LRUCache } from 'lru-cache'
import type { DecodedRollups, RollupRow } from '../../../../series/tables/rollup-table.js'

/** 30 days of 250 universes. Each takes about four kilobytes. */
const MAX_DECODED_WEEKS = 1_500

interface RememberedWeek {
  readonly data: Buffer
  readonly decoded: DecodedRollups
}

/** Returns the row with the place for what is decoded of it. */
export function decodedRollups(): (row: RollupRow) => RollupRow {
  const weeks = new LRUCache<number, RememberedWeek>({ max: MAX_DECODED_WEEKS })
  return (row) => {
    const [key, slot, data] = row
    if (data === null) return row
    const known = weeks.get(key)
    if (known?.data.equals(data)) return [key, slot, data, known.decoded]
    const decoded: DecodedRollups = new Map()
    weeks.set(key, { data, decoded })
    return [key, slot, data, decoded]
  }
}
