// The leases of an engine with one process: it has all of them.

import type { SeriesStore } from '../../domain/ports/series.js'
import type { Lease, Leases, SampledPart } from '../../domain/processes/leases.js'

const FOREVER: Lease = { term: 1, fenced: (work) => work() }

export function allLeases(series: Pick<SeriesStore, 'cursor' | 'recordTick'>): Leases {
  const everything: SampledPart = {
    includes: () => true,
    cursor: () => series.cursor(),
    record: (tick) => series.recordTick(tick),
    canHandOver: async () => false,
  }
  return {
    take: async () => FOREVER,
    shards: {
      start: async () => undefined,
      during: (work) => work([everything]),
      everything: () => everything,
      areBehind: async () => false,
      leave: () => undefined,
      stop: async () => undefined,
    },
    gateway: undefined,
    report: async () => undefined,
  }
}
