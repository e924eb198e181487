// Caches which weeks are damaged, until a segment is repaired or found damaged.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { EventSource } from '../../../../domain/ports/events.js'
import type { SeriesStore } from '../../../../domain/ports/series.js'
import { clip, type Damage, joined } from '../../../../domain/rules/damage.js'
import type { Span } from '../../../../domain/rules/span.js'
import { type DamageDeps, damageFinder, type Week, type WeekDamage } from '../../../../series/reading/damage.js'
import { MAX_TURN_MS } from '../../../../series/reading/universe-reader.js'
import { type Entry, weekOf } from '../../../../series/tables/keys.js'
import { HiddenEntries } from './hidden-entries.js'

export interface DamageCache {
  /** The damaged weeks from `from` to `until`, from the cache where they were checked before. */
  known(universeId: number, from: number, until: number): Promise<readonly WeekDamage[]>
  /** The same, with a check of every week now. */
  fresh(universeId: number, from: number, until: number): Promise<readonly WeekDamage[]>
}

const byBeginning = (a: Span, b: Span): number => a.from - b.from

/** The minutes of a universe whose tick cannot be read, and which no import has brought since. */
export type LostMinutes = (universeId: number, span: Span) => readonly Span[]

/** Implements the method of the port. */
export const damageReader =
  (damage: DamageCache, lostMinutes: LostMinutes): SeriesStore['damage'] =>
  async (universeId, { from, until }, look) => {
    if (from >= until) return []
    const minutes = lostMinutes(universeId, { from, until })
    const found = await damage[look](universeId, weekOf(from), weekOf(until - 1))
    const spansOf = (kind: Damage['what']): Damage[] =>
      joined(
        [
          ...found.flatMap(({ what, spans }) => (what === kind ? spans : [])),
          ...(kind === 'samples' ? minutes : []),
        ].sort(byBeginning),
      ).map((span) => ({ what: kind, ...span }))
    return clip([...spansOf('samples'), ...spansOf('sums')], { from, until }).sort(byBeginning)
  }

export interface DamageCacheDeps extends DamageDeps {
  readonly inRead: <T>(work: () => T) => T
  readonly events: EventSource
}

/** Both inclusive. */
interface WeekRange {
  readonly from: number
  readonly until: number
}

interface DamageCacheEntry extends WeekRange {
  readonly damage: readonly WeekDamage[]
}

export function knownDamage(deps: DamageCacheDeps): DamageCache {
  const { directory, segments, inRead, events } = deps
  const finder = damageFinder(deps)
  const hiddenEntries = new HiddenEntries(directory, inRead)
  const entryCache = new Map<number, DamageCacheEntry>()
  let seen = { rewritten: 0, damage: Number.NaN }
  let rewritten = 0
  events.subscribe((event) => {
    if (event.type !== 'history rewritten') return
    rewritten++
    entryCache.delete(event.universeId)
    hiddenEntries.change(event.universeId)
  })

  const dropStale = (): void => {
    const damage = segments.damageVersion()
    if (damage !== seen.damage) {
      entryCache.clear()
      hiddenEntries.forget()
    }
    if (damage !== seen.damage || rewritten !== seen.rewritten) seen = { rewritten, damage }
  }

  const look = async (
    universeId: number,
    { from, until }: WeekRange,
    hiddenOnes: readonly Entry[],
  ): Promise<readonly WeekDamage[]> => {
    const { entry, weeks, found } = inRead(() => {
      const entry = directory.find(universeId)
      const hidden = hiddenOnes.flatMap((lost) => {
        const weeks = finder.weeks(lost, from, until)
        return weeks.flatMap((week) => finder.ofWeek(lost, week, () => ({})) ?? [])
      })
      return { entry, weeks: entry ? finder.weeks(entry, from, until) : [], found: hidden }
    })
    if (entry === undefined) return found
    for (let next = 0; next < weeks.length; ) {
      const began = performance.now()
      inRead(() => {
        do {
          const damage = finder.ofWeek(entry, weeks[next++] as Week, segments.check)
          if (damage) found.push(damage)
        } while (next < weeks.length && performance.now() - began < MAX_TURN_MS)
      })
      if (next < weeks.length) await yieldToEventLoop()
    }
    return found
  }

  const remember = (universeId: number, weeks: WeekRange, damage: readonly WeekDamage[]): void => {
    const before = entryCache.get(universeId)
    const isBeside = before !== undefined && weeks.from <= before.until + 1 && before.from <= weeks.until + 1
    if (!isBeside) {
      entryCache.set(universeId, { ...weeks, damage })
      return
    }
    entryCache.set(universeId, {
      from: Math.min(weeks.from, before.from),
      until: Math.max(weeks.until, before.until),
      damage: [...before.damage.filter((one) => !isIn(weeks, one)), ...damage].sort((a, b) => a.week - b.week),
    })
  }

  const readDamageAgain = async (
    universeId: number,
    { from, until }: WeekRange,
    hidden: () => readonly Entry[] | Promise<readonly Entry[]>,
  ): Promise<readonly WeekDamage[]> => {
    dropStale()
    const then = seen
    const damage = await look(universeId, { from, until }, await hidden())
    dropStale()
    // Where the damage changed in the meantime, the result is not cached.
    if (seen === then) remember(universeId, { from, until }, damage)
    return damage
  }

  return {
    fresh: (universeId, from, until) =>
      readDamageAgain(universeId, { from, until }, () => hiddenEntries.now(universeId)),
    async known(universeId, from, until) {
      dropStale()
      const known = entryCache.get(universeId)
      if (known === undefined || from < known.from || until > known.until)
        return readDamageAgain(universeId, { from, until }, () => hiddenEntries.known(universeId))
      return known.damage.filter((one) => isIn({ from, until }, one))
    },
  }
}

const isIn = ({ from, until }: WeekRange, { week }: WeekDamage): boolean => week >= from && week <= until
