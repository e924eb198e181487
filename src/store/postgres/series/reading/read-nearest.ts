// Reads the sample of one universe that is nearest to a minute.
import type { Minute } from '../../../../domain/clock.js'
import type { Sample } from '../../../../domain/sample.js'
import { weekOf, weekStart } from '../../../../series/tables/keys.js'
import type { SeriesCalls } from '../calls.js'

export interface NearestQuery {
  readonly universeId: number
  readonly minute: Minute
  readonly tolerance: number
}

/** Requests its weeks at once: many such reads follow each other, and share their rows and what is remembered of finished weeks. */
export function readNearest(
  { read }: SeriesCalls,
  { universeId, minute, tolerance }: NearestQuery,
): Promise<Sample | undefined> {
  const [first, last] = [weekOf(minute - tolerance), weekOf(minute + tolerance)]
  const needs = [
    { what: 'base' } as const,
    { what: 'weeks' } as const,
    { what: 'segments', universeId, from: first, until: last } as const,
    { what: 'head rows', from: weekStart(first), until: weekStart(last + 1) } as const,
  ]
  return read(
    { universeIds: [universeId], needs, isUsuallyEnough: true },
    ({ points }) => points.nearest(minute, tolerance).read(universeId).value,
  )
}
