// Reads the rollups of many weeks, a few milliseconds at a time.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MINUTES } from '../../../../domain/clock.js'
import type { SeriesStore } from '../../../../domain/ports/series.js'
import type { DayRollup } from '../../../../domain/rules/rollup.js'
import { dayRollupReader, type RollupSources } from '../../../../series/reading/day-rollups.js'
import { weekOf } from '../../../../series/tables/keys.js'
import type { DamageCache } from './known-damage.js'

export interface RollupReaderDeps extends RollupSources {
  readonly knownDamage: DamageCache
  readonly inRead: <T>(work: () => T) => T
}

export function rollupReader(deps: RollupReaderDeps): SeriesStore['rollups'] {
  const { knownDamage, inRead } = deps
  const take = dayRollupReader(deps)
  return async (universeId, range, view) => {
    const found: DayRollup[] = []
    const [firstWeek, lastWeek] = [weekOf(range.start * DAY_MINUTES), weekOf(range.end * DAY_MINUTES)]
    const damage = view.isReadable ? await knownDamage.known(universeId, firstWeek, lastWeek) : []
    const damaged = new Set(damage.filter(({ what }) => what === 'samples').map((one) => one.week))
    const query = { universeId, range, ...view, damaged }
    for (let week = firstWeek; week <= lastWeek; ) {
      const from = week
      week = inRead(() => take(query, from, found))
      if (week <= lastWeek) await yieldToEventLoop()
    }
    return found
  }
}
