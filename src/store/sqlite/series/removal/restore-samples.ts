// Restores what retention removed, one week of a universe in each transaction.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { rejection } from '../../../../domain/error.js'
import type { RemovedQuery, RestoreResult, WeekCommit } from '../../../../domain/ports/removed-samples.js'
import type { LostSamples } from '../../../../domain/reasons/database-damage.js'
import type { RemovedWeek } from '../../../../series/removal/removed-segments.js'
import {
  lostOf,
  type RestorableWeek,
  type RestoreDeps,
  weekFinder,
  weekWriter,
} from '../../../../series/removal/restore-week.js'
import { weekOf, weekStart } from '../../../../series/tables/keys.js'
import type { Connection } from '../../connection.js'
import type { RemovedScan } from './removed-rows.js'

export interface SampleRestoreDeps extends RestoreDeps {
  readonly removedScan: RemovedScan
  readonly inRead: <T>(work: () => T) => T
}

export function sampleRestorer(
  connection: Connection,
  deps: SampleRestoreDeps,
): (query: RemovedQuery) => Promise<RestoreResult> {
  const { removed, removedScan, inRead } = deps
  const find = weekFinder(deps)
  const put = weekWriter(deps)

  async function restoreWeek(week: RemovedWeek): Promise<RestorableWeek> {
    return connection.write(() => {
      const found = find(week)
      if (found.whole === undefined) return found
      put(week, found.whole)
      for (const { id } of found.intact) removed.drop(id)
      const [from, until] = [weekStart(week.week), weekStart(week.week + 1)]
      connection.publish({ type: 'history rewritten', universeId: week.universeId, from, until })
      return found
    })
  }

  return async ({ universeId, from, until, isDryRun, signal, onProgress, commit = atOnce }) => {
    const range = {
      universes:
        universeId === undefined ? ([0, Number.MAX_SAFE_INTEGER] as const) : ([universeId, universeId] as const),
      weeks: [weekOf(from), weekOf(until - 1)] as const,
    }
    let [samples, weeks, done] = [0, 0, 0]
    const total = removedScan.count(range)
    const universes = new Set<number>()
    const damaged: LostSamples[] = []
    for (let week = removedScan.next(range, undefined); week !== undefined; week = removedScan.next(range, week)) {
      if (signal?.aborted) throw stopped(done, total)
      const each = week
      const seen = inRead(() => find(each))
      const found = isDryRun || seen.whole === undefined ? seen : await commit(() => restoreWeek(each))
      damaged.push(...found.damaged.map((piece) => lostOf(each, piece)))
      if (found.whole !== undefined) {
        samples += found.whole.restored
        weeks++
        universes.add(week.universeId)
      }
      done++
      onProgress?.(done, total)
      await yieldToEventLoop()
    }
    return { samples, weeks, universes: universes.size, damaged }
  }
}

const atOnce: WeekCommit = (restore) => restore()

const stopped = (done: number, total: number) =>
  rejection('INVALID_PARAMETERS', { name: 'sample restore interrupted', facts: { done, total } })
