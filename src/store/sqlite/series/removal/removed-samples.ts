// Implements the port of removed samples on its tables.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  RESTORABLE_PERIOD_MS,
  type RemovedSampleStore,
  type RemovedSamples,
} from '../../../../domain/ports/removed-samples.js'
import type { LostSamples } from '../../../../domain/reasons/database-damage.js'
import type { CorrectTime, RemovedBudget, RemovedSegments } from '../../../../series/removal/removed-segments.js'
import { lostOf } from '../../../../series/removal/restore-week.js'
import type { Retention } from '../../../../series/retention/retention.js'
import type { Connection, SeriesOptions } from '../../connection.js'
import type { RemovedScan } from './removed-rows.js'
import { type SampleRestoreDeps, sampleRestorer } from './restore-samples.js'

export interface RemovedSampleDeps extends SeriesOptions, SampleRestoreDeps {
  readonly retention: Retention
  readonly budget: RemovedBudget
  readonly correctTime: CorrectTime
}

export function removedSampleStore(connection: Connection, deps: RemovedSampleDeps): RemovedSampleStore {
  const { maxRemovedBytes, correctTime } = deps
  const totals = connection.raw.prepare<[], Totals>(`
    SELECT coalesce(sum(samples), 0) AS samples, coalesce(sum(bytes), 0) AS bytes, min(removed_at) AS first,
      max(removed_at) AS last FROM removed_segment INDEXED BY removed_segment_by_age`)
  return {
    async summary() {
      const { samples, bytes, first, last } = totals.get() ?? { samples: 0, bytes: 0, first: null, last: null }
      const left = (removedAt: number): number => Math.max(0, removedAt + RESTORABLE_PERIOD_MS - correctTime.ms())
      return {
        samples,
        bytes,
        maxBytes: maxRemovedBytes,
        expires: first === null || last === null ? null : { firstInMs: left(first), lastInMs: left(last) },
        waitsForRoom: maxRemovedBytes > 0 && (await waitsForRoom(deps)),
      } satisfies RemovedSamples
    },
    restore: sampleRestorer(connection, deps),
    countCorrectTime: async () => correctTime.count(),
  }
}

interface Totals {
  readonly samples: number
  readonly bytes: number
  readonly first: number | null
  readonly last: number | null
}

/** Whether a week is due to be thinned and its segment does not fit into the budget. */
async function waitsForRoom({ retention, directory, segments, budget, clock }: RemovedSampleDeps): Promise<boolean> {
  const dueOf = retention.due(clock.now())
  for (const entry of directory.all()) {
    for (const { week } of dueOf(entry))
      if (!budget.hasRoomFor(segments.size({ number: entry.number, universeId: entry.universeId, week }))) return true
    await yieldToEventLoop()
  }
  return false
}

/** Reads all removed samples; for the doctor. */
export async function findRemovedDamage(removed: RemovedSegments, scan: RemovedScan): Promise<LostSamples[]> {
  const all = {
    universes: [0, Number.MAX_SAFE_INTEGER],
    weeks: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  } as const
  const found: LostSamples[] = []
  for (let week = scan.next(all, undefined); week !== undefined; week = scan.next(all, week)) {
    const each = week
    const damaged = removed.read(week).filter(({ segment }) => segment === undefined)
    found.push(...damaged.map((piece) => lostOf(each, piece)))
    await yieldToEventLoop()
  }
  return found
}
