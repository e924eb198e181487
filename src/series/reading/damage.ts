// Finds the damaged weeks of a universe and their days, from the checksums of segments, from the rollups, which count
// the samples, and from the quarantine.

import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import { clip, type Damage, spansOfDays } from '../../domain/rules/damage.js'
import type { Span } from '../../domain/rules/span.js'
import { rowAt } from '../../domain/sample.js'
import { peekHeader, type SegmentHeader } from '../codec/segment.js'
import type { DamagedSegment, DamagedSegments } from '../tables/damaged-segments.js'
import { type Entry, weekOf, weekStart } from '../tables/keys.js'
import type { RollupTable, WeekRetention } from '../tables/rollup-table.js'
import type { SegmentKey, SegmentResult } from '../tables/segments.js'
import type { Sources } from './weeks.js'

export interface WeekDamage {
  readonly week: number
  readonly what: Damage['what']
  /** The number of lost samples; null where it is unknown. */
  readonly samples: number | null
  readonly spans: readonly Span[]
}

/** What the tables hold of a week. */
export interface Week {
  readonly week: number
  readonly retention: WeekRetention | undefined
  readonly quarantine: DamagedSegment | undefined
}

export interface DamageDeps extends Pick<Sources, 'directory' | 'segments'> {
  readonly rollups: RollupTable
  readonly damagedSegments: DamagedSegments
}

export interface DamageFinder {
  /** All weeks from `from` to `until` that are in any of the tables. */
  weeks(entry: Entry, from: number, until: number): Week[]
  /** `look` reads or only checks the segment. */
  ofWeek(entry: Entry, week: Week, look: (place: SegmentKey) => SegmentResult<SegmentHeader>): WeekDamage | undefined
}

export function damageFinder({ segments, rollups, damagedSegments }: DamageDeps): DamageFinder {
  /** Weeks with rollups outside the universe's range, which no read finds. */
  const weeksBeyond = (entry: Entry, from: number, until: number): number[] => {
    try {
      return rollups.weeks(entry.number).filter((week) => week >= from && week <= until && !isWithin(entry, week))
    } catch (error) {
      if (!segments.isUnreadable(error)) throw error
      return []
    }
  }

  const spansIn = (entry: Entry, week: number): readonly Span[] => {
    const days = rollups.daySamples({ ...entry, week })
    const spans = days ? spansOfDays(days.map(({ day }) => day)) : [wholeWeek(week)]
    return isWithin(entry, week) ? clip(spans, rangeOf(entry)) : spans
  }

  return {
    weeks(entry, from, until) {
      const [first, last] = [Math.max(from, weekOf(entry.first)), Math.min(until, weekOf(entry.last))]
      const beyond = weeksBeyond(entry, from, until)
      const inside = first > last ? [] : segments.weeks(entry.number, first, last)
      const retentions = [
        ...(first > last ? [] : rollups.retentions(entry.number, first, last)),
        ...beyond.flatMap((week) => rollups.retentions(entry.number, week, week)),
      ]
      const byWeek = new Map(retentions.map((one) => [one.week, one]))
      const quarantine = damagedSegments.between(entry.number, from, until)
      return [...new Set([...inside, ...byWeek.keys()])]
        .sort((a, b) => a - b)
        .map((week) => ({ week, retention: byWeek.get(week), quarantine: quarantine.get(week) }))
    },

    ofWeek(entry, { week, retention, quarantine }, look) {
      const place = { ...entry, week }
      const { found } = isWithin(entry, week) ? look(place) : {}
      // The number of samples is also stored beside the rollups.
      if (found === undefined)
        return { week, what: 'samples', samples: retention?.samples ?? null, spans: spansIn(entry, week) }
      if (Math.max(found.slot, retention?.slot ?? 1) > 1)
        return rollups.isStale(place)
          ? { week, what: 'sums', samples: 0, spans: clip([wholeWeek(week)], rangeOf(entry)) }
          : undefined
      return quarantine && lostOf(quarantine, segments.read(place)?.block.minutes ?? new Int32Array(), { entry, week })
    },
  }
}

const isWithin = (entry: Entry, week: number): boolean => week >= weekOf(entry.first) && week <= weekOf(entry.last)

const rangeOf = ({ first, last }: Entry): Span => ({ from: first, until: last + 1 })

const wholeWeek = (week: number): Span => ({ from: weekStart(week), until: weekStart(week + 1) })

/** The samples of a damaged week that were not imported again; undefined where none is missing. */
function lostOf(
  { data, samples, days, lastMinute }: DamagedSegment,
  minutes: Int32Array,
  { entry, week }: { readonly entry: Entry; readonly week: number },
): WeekDamage | undefined {
  const countIn = (from: Minute, until: Minute): number => rowAt(minutes, until) - rowAt(minutes, from)
  if (days !== undefined && lastMinute !== null) {
    const missingCount = (day: number, before: number): number =>
      before - countIn(day * DAY_MINUTES, Math.min((day + 1) * DAY_MINUTES, lastMinute + 1))
    const lost = days.filter((one) => missingCount(one.day, one.samples) > 0)
    const missing = lost.reduce((sum, one) => sum + missingCount(one.day, one.samples), 0)
    const spans = clip(spansOfDays(lost.map(({ day }) => day)), { from: entry.first, until: lastMinute + 1 })
    return missing > 0 ? { week, what: 'samples', samples: missing, spans } : undefined
  }
  // Where the header is unreadable too, any sample of the week counts as one of the lost ones.
  const header = peekHeader(data)
  const missing =
    header === undefined ? (samples ?? 0) - minutes.length : header.count - countIn(header.first, header.last + 1)
  if (missing <= 0) return undefined
  const span = header === undefined ? rangeOf(entry) : { from: header.first, until: header.last + 1 }
  return { week, what: 'samples', samples: missing, spans: clip([wholeWeek(week)], span) }
}
