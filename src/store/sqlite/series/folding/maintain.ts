// What the service does for the series from time to time: folds the hours that are over, and gives disk space back.
import { HOUR_MINUTES, minuteOf } from '../../../../domain/clock.js'
import { emptyBlock } from '../../../../domain/sample.js'
import type { Connection } from '../../connection.js'
import type { Sources } from '../reading/weeks.js'
import type { SeriesOptions } from '../series.js'
import { numberOfKey, weekOfKey } from '../tables/keys.js'
import type { Notices } from '../tables/notices.js'
import type { Fold } from './fold.js'
import type { RowFolder } from './hourly-fold.js'

export interface MaintenanceParts extends SeriesOptions, Sources {
  readonly fold: Fold
  readonly foldRows: RowFolder
  readonly notices: Notices
  readonly inRead: <T>(work: () => T) => T
}

export function maintainer(connection: Connection, parts: MaintenanceParts): (signal?: AbortSignal) => Promise<void> {
  const { memory, notices, clock, foldRows, inRead } = parts
  const rollAnew = spoiltRoller(connection, parts)
  return async (signal) => {
    const until = Math.floor(minuteOf(clock.now()) / HOUR_MINUTES) * HOUR_MINUTES
    const rows = inRead(() => memory.sync())
    memory.watch(until)
    const isDisturbed = (): boolean => memory.sync() !== rows || memory.hasLateRows
    const beforeDeleting = (): void =>
      memory.announced(connection.write(() => notices.post({ universeId: null, from: until, until })))
    const isWhole = await foldRows({ rows, until, isDisturbed, beforeDeleting, ...(signal && { signal }) })
    if (isWhole) memory.folded(until)
    rollAnew()
  }
}

/** Weeks whose schedules changed after they had been rolled up. */
function spoiltRoller({ raw, write }: Connection, { directory, fold }: MaintenanceParts): () => void {
  const select = raw.prepare<[], number>('SELECT key FROM rollup WHERE data IS NULL').pluck()
  return () => {
    const keys = select.all()
    if (keys.length === 0) return
    const ids = new Map(directory.all().map(({ number, universeId }) => [number, universeId]))
    for (const key of keys) {
      const universeId = ids.get(numberOfKey(key))
      if (universeId !== undefined)
        write(() => fold({ universeId, week: weekOfKey(key), open: emptyBlock(universeId, 0) }))
    }
  }
}
