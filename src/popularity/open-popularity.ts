// Chooses the popularity source by POPULARITY_URL.
import type { Clock } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import { noPopularity, type Popularity } from '../domain/ports/popularity.js'
import { httpJsonPopularity } from './http-json.js'
import { cachedPopularity, type Places } from './refreshing.js'

export interface PopularitySources {
  readonly clock: Clock
  readonly log: Log
  /** Reads the platform's own charts; used for the value `platform`. */
  readonly readCharts: () => Promise<Places>
}

export function openPopularity(url: string | undefined, sources: PopularitySources): Popularity {
  if (url === undefined) return noPopularity
  if (url === 'platform')
    return cachedPopularity(sources.readCharts, { ...sources, source: url, close: async () => undefined })
  return httpJsonPopularity(url, sources)
}
