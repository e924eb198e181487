// Compares the numbers of a game now with their usual, with a day and a week before, and says how well the usual of
// players held. Pages, commands and the API show these values.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import {
  type CounterNow,
  type PlayerChange,
  type PlayersNow,
  positionOf,
  type UsualAccuracy,
} from '../../domain/insights/players-now.js'
import { DAY_HOURS, type Hour, type HourlySeries, WEEK_HOURS } from '../../domain/insights/usual/hourly-means.js'
import type { MinuteSpan } from '../../domain/insights/usual/readable-series.js'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../domain/measures.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { visibleInterval } from '../../domain/rules/visible.js'
import { type Block, thin, toNullable } from '../../domain/sample.js'
import { compareGain } from './compare-gains.js'
import type { MarketReader } from './market.js'
import type { UsualReader, UsualReading } from './usual.js'

/** With fewer hours, the share of them says nothing about the usual. */
const MIN_HELD_HOURS = DAY_HOURS

type SampleValues = Readonly<Record<ClosingMeasure, number | null>> & { readonly ccu: number }

/** The sample that is compared. */
export interface ComparedSample extends SampleValues {
  readonly minute: Minute
}

interface HourlyAccuracy {
  /** Of the week before this hour. */
  readonly end: Hour
  readonly accuracy: Promise<UsualAccuracy | null>
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly usual: UsualReader
  readonly market: MarketReader
}

export function createCompareNow({ store, clock, plans, usual, market }: Deps) {
  /** An import of the past replaces the series, and with it what was computed from it. */
  const accuracies = new WeakMap<HourlySeries, WeakMap<readonly MinuteSpan[], HourlyAccuracy>>()

  const accuracyAt = (reading: UsualReading, end: Hour): Promise<UsualAccuracy | null> => {
    // Games of several accounts share the series of their universe, but not what was marked.
    const bySpans = accuracies.get(reading.series) ?? new WeakMap<readonly MinuteSpan[], HourlyAccuracy>()
    const known = bySpans.get(reading.excluded)
    if (known?.end === end) return known.accuracy
    const accuracy = accuracyOf(reading, end)
    accuracies.set(reading.series, bySpans.set(reading.excluded, { end, accuracy }))
    return accuracy
  }

  /** The sample nearest to the minute, at most half an hour away, as the account sees them (PLANS-10). */
  const valuesNear = async ({ account, game }: AccountGame, minute: Minute): Promise<SampleValues | undefined> => {
    const plan = readingPlan(account, plans, clock.now())
    const from = minute - (minute % HOUR_MINUTES) - HOUR_MINUTES
    let nearest: { readonly away: number; readonly values?: SampleValues } = { away: HOUR_MINUTES / 2 + 1 }
    for await (const block of store.series.blocks(game.universeId, from, minute + HOUR_MINUTES)) {
      const interval = visibleInterval(plan, minuteOf(clock.now()), block.minutes[0] ?? 0)
      const thinned = thin(block, interval)
      for (const [row, at] of thinned.minutes.entries()) {
        const away = Math.abs(at - minute)
        if (away < nearest.away) nearest = { away, values: valuesAt(thinned, row) }
      }
    }
    return nearest.values
  }

  const countersOf = async (reader: AccountGame, sample: ComparedSample, { day, week }: ValuesThen) => {
    const end = Math.floor(sample.minute / HOUR_MINUTES)
    const found: [ClosingMeasure, CounterNow][] = []
    for (const metric of CLOSING_MEASURES) {
      const since = (then: SampleValues | undefined) => gainSince(sample[metric], then?.[metric])
      const lastHours = await compareGain(usual, reader, { metric, end })
      found.push([metric, { day: since(day), week: since(week), lastHours }])
    }
    return Object.fromEntries(found) as Record<ClosingMeasure, CounterNow>
  }

  return async function compareNow(reader: AccountGame, sample: ComparedSample): Promise<PlayersNow> {
    const { minute, ccu } = sample
    const reading = await usual.now(reader)
    const found = reading.model.at(minute)
    const end = Math.floor(minute / HOUR_MINUTES)
    const day = await valuesNear(reader, minute - DAY_MINUTES)
    const week = await valuesNear(reader, minute - WEEK_MINUTES)
    return {
      minute,
      players: ccu,
      usual: found,
      share: found.kind === 'known' && found.expected > 0 ? ccu / found.expected - 1 : null,
      position: found.kind === 'known' ? positionOf(ccu, found) : null,
      day: playerChange(ccu, day),
      week: playerChange(ccu, week),
      accuracy: await accuracyAt(reading, end),
      counters: await countersOf(reader, sample, { day, week }),
      market: await market.now({ leavingOut: reader.game.universeId }),
    }
  }
}

interface ValuesThen {
  readonly day: SampleValues | undefined
  readonly week: SampleValues | undefined
}

const valuesAt = ({ columns }: Block, row: number): SampleValues => ({
  ...(Object.fromEntries(CLOSING_MEASURES.map((name) => [name, toNullable(columns[name][row])])) as Record<
    ClosingMeasure,
    number | null
  >),
  ccu: columns.ccu[row] ?? 0,
})

const gainSince = (now: number | null, then: number | null | undefined): number | null =>
  now === null || then === null || then === undefined ? null : now - then

function playerChange(ccu: number, then: SampleValues | undefined): PlayerChange | null {
  if (then === undefined) return null
  const difference = ccu - then.ccu
  return { players: then.ccu, difference, share: then.ccu === 0 ? null : difference / then.ccu }
}

const isIn = (spans: readonly MinuteSpan[], hour: Hour): boolean =>
  spans.some(({ from, until }) => from < (hour + 1) * HOUR_MINUTES && until > hour * HOUR_MINUTES)

async function accuracyOf({ model, series, excluded }: UsualReading, end: Hour): Promise<UsualAccuracy | null> {
  let [inside, hours] = [0, 0]
  for (let hour = end - WEEK_HOURS; hour < end; hour++) {
    // A day of hours takes about 2 ms.
    if (hour % DAY_HOURS === 0) await yieldToEventLoop()
    if (isIn(excluded, hour)) continue
    const value = series.at(hour)
    const usual = model.at(hour * HOUR_MINUTES + HOUR_MINUTES / 2)
    if (Number.isNaN(value) || usual.kind !== 'known') continue
    hours++
    if (value >= usual.low && value <= usual.high) inside++
  }
  return hours < MIN_HELD_HOURS ? null : { inside, hours }
}
