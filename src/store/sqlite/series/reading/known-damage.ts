// What is known to be damaged: remembered until anything is repaired or found broken, by this process or another one.
import { setImmediate as breathe } from 'node:timers/promises'
import type { SeriesStore } from '../../../../domain/ports/series.js'
import { clip, type Damage, joined } from '../../../../domain/rules/damage.js'
import { weekOf } from '../tables/keys.js'
import { type DamageParts, damageFinder, type Week, type WeekDamage } from './damage.js'

/** Of the event loop at a stretch, ms. */
const STRETCH_MS = 4

export interface KnownDamage {
  /** Of the weeks from `from` to `until`, as known since they were last looked at. */
  known(universeId: number, from: number, until: number): Promise<readonly WeekDamage[]>
  /** The same with a look at each of them now. */
  fresh(universeId: number, from: number, until: number): Promise<readonly WeekDamage[]>
  /** Its samples were rewritten. */
  forget(universeId: number): void
}

/** As the port asks for it. */
export const damageReader =
  (damage: KnownDamage): SeriesStore['damage'] =>
  async (universeId, { from, until }, look) => {
    if (from >= until) return []
    const found = await damage[look](universeId, weekOf(from), weekOf(until - 1))
    const spansOf = (wanted: Damage['what']): Damage[] =>
      joined(found.flatMap(({ what, spans }) => (what === wanted ? spans : []))).map((span) => ({
        what: wanted,
        ...span,
      }))
    return clip([...spansOf('samples'), ...spansOf('sums')], { from, until }).sort((a, b) => a.from - b.from)
  }

export interface KnownDamageParts extends DamageParts {
  readonly inRead: <T>(work: () => T) => T
  /** Another number after every write of another process. */
  readonly othersVersion: () => number
}

interface Looked {
  readonly from: number
  readonly until: number
  readonly damage: readonly WeekDamage[]
}

export function knownDamage(parts: KnownDamageParts): KnownDamage {
  const { directory, segments, inRead, othersVersion } = parts
  const finder = damageFinder(parts)
  const looked = new Map<number, Looked>()
  let seen = { others: Number.NaN, damage: Number.NaN }

  const dropStale = (): void => {
    const [others, damage] = [othersVersion(), segments.damageVersion()]
    if (others === seen.others && damage === seen.damage) return
    seen = { others, damage }
    looked.clear()
  }

  const fresh: KnownDamage['fresh'] = async (universeId, from, until) => {
    const entry = inRead(() => directory.find(universeId))
    if (entry === undefined) return []
    const weeks = inRead(() => finder.weeks(entry, from, until))
    const found: WeekDamage[] = []
    for (let next = 0; next < weeks.length; ) {
      const began = performance.now()
      inRead(() => {
        do {
          const damage = finder.ofWeek(entry, weeks[next++] as Week, segments.check)
          if (damage) found.push(damage)
        } while (next < weeks.length && performance.now() - began < STRETCH_MS)
      })
      if (next < weeks.length) await breathe()
    }
    return found
  }

  return {
    fresh,
    async known(universeId, from, until) {
      dropStale()
      const isIn = ({ week }: WeekDamage): boolean => week >= from && week <= until
      const before = looked.get(universeId)
      if (before !== undefined && from >= before.from && until <= before.until) return before.damage.filter(isIn)
      const range = { from: Math.min(from, before?.from ?? from), until: Math.max(until, before?.until ?? until) }
      const then = seen
      const damage = await fresh(universeId, range.from, range.until)
      dropStale()
      // Where anything changed meanwhile, the next one looks again.
      if (seen === then) looked.set(universeId, { ...range, damage })
      return damage.filter(isIn)
    },
    forget(universeId) {
      looked.delete(universeId)
      // Whoever is looking now may have looked before.
      seen = { ...seen }
    },
  }
}
