// Reads the sample of one universe that is nearest to a minute.
import type { Minute } from '../../../../domain/clock.js'
import type { Sample } from '../../../../domain/sample.js'
import { weekOf } from '../../../../series/tables/keys.js'
import type { SeriesCalls } from '../calls.js'
import { scopeOfWeeks } from './read-blocks.js'

export interface NearestQuery {
  readonly universeId: number
  readonly minute: Minute
  readonly tolerance: number
}

/** In one message, as the samples around it would be read. */
export function readNearest(
  { read }: SeriesCalls,
  { universeId, minute, tolerance }: NearestQuery,
): Promise<Sample | undefined> {
  const scope = scopeOfWeeks(universeId, weekOf(minute - tolerance), weekOf(minute + tolerance))
  return read(scope, ({ points }) => points.nearest(minute, tolerance).read(universeId).value)
}
