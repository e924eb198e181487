// Searches the audio catalog by keyword, and returns items in the format of old clients.
import type { Clock } from '../../domain/clock.js'
import type { LookUps, LookUpValue } from '../../domain/ports/look-ups.js'
import { type CatalogItem, catalogItemOf } from './catalog-item.js'

export function createMusic({ lookUps, clock }: { lookUps: LookUps; clock: Clock }) {
  return async (keyword: string): Promise<LookUpValue<CatalogItem[]>> => {
    const { value, isStale } = await lookUps.sounds(keyword)
    const now = clock.now()
    return { value: (value ?? []).map((sound) => catalogItemOf(sound, now)), isStale }
  }
}
