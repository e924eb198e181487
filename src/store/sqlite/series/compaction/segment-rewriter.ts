// Writes segments and rollups of older formats again, in the background: what they say stays the same and takes less space.
// After a crash some are done twice.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Directory, numberOfKey, weekOfKey } from '../../../../series/tables/keys.js'
import type { RollupTable } from '../../../../series/tables/rollup-table.js'
import type { Segments } from '../../../../series/tables/segments.js'
import type { Connection } from '../../connection.js'

/** The migration wrote this setting where there were segments: the last key that is done. */
const REWRITTEN_UP_TO = 'series.rewritten_up_to'
/** In a run; each takes about five milliseconds. */
const MAX_SEGMENTS = 1_000
/** In a transaction. */
const BATCH_SIZE = 2

export interface RewriteDeps {
  readonly directory: Directory
  readonly segments: Segments
  readonly rollups: Pick<RollupTable, 'renew'>
}

export function segmentRewriter({ raw, writeUnsynced }: Connection, { directory, segments, rollups }: RewriteDeps) {
  const upTo = raw.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck()
  const moveUpTo = raw.prepare<[string, string]>('UPDATE setting SET value = ? WHERE key = ?')
  const done = raw.prepare<[string]>('DELETE FROM setting WHERE key = ?')

  return async (signal?: AbortSignal): Promise<void> => {
    let last = Number(upTo.get(REWRITTEN_UP_TO) ?? Number.NaN)
    if (Number.isNaN(last)) return
    const ids = new Map(directory.all().map(({ number, universeId }) => [number, universeId]))
    for (let count = 0; count < MAX_SEGMENTS && !signal?.aborted; count += BATCH_SIZE) {
      const keys = segments.keysAfter(last, BATCH_SIZE)
      writeUnsynced(() => {
        for (const key of keys) {
          const universeId = ids.get(numberOfKey(key))
          if (universeId === undefined) continue
          const place = { number: numberOfKey(key), universeId, week: weekOfKey(key) }
          segments.renew(place)
          rollups.renew(place)
        }
        if (keys.length < BATCH_SIZE) done.run(REWRITTEN_UP_TO)
        else moveUpTo.run(String(keys.at(-1)), REWRITTEN_UP_TO)
      })
      if (keys.length < BATCH_SIZE) return
      last = keys.at(-1) ?? last
      await yieldToEventLoop()
    }
  }
}
