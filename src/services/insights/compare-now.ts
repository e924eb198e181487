// Compares the numbers of a game now with their usual, with a day and a week before, and counts in how many
// hours the players were within their usual band. Pages, commands and the API show these values.
import { type Clock, DAY_MINUTES, HOUR_MINUTES, minuteOf, WEEK_MINUTES } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import {
  type CounterNow,
  type PlayerChange,
  type PlayersNow,
  positionOf,
  shareOfUsual,
} from '../../domain/insights/players-now.js'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../domain/measures.js'
import type { GainReader } from './compare-gains.js'
import type { MarketReader } from './market.js'
import type { UsualNow } from './usual-now.js'
import type { SampleValues, VisiblePastReader } from './visible-past.js'

interface Deps {
  readonly clock: Clock
  readonly visibleNear: VisiblePastReader
  readonly usualNow: UsualNow
  readonly gains: GainReader
  readonly market: MarketReader
}

export function createCompareNow({ clock, visibleNear, usualNow, gains, market }: Deps) {
  const countersOf = async (reader: AccountGame, sample: SampleValues, { day, week }: EarlierValues) => {
    const lastHours = await gains(reader, Math.floor(sample.minute / HOUR_MINUTES))
    const found = CLOSING_MEASURES.map((metric): [ClosingMeasure, CounterNow] => {
      const since = (then: SampleValues | undefined) => gainSince(sample[metric], then?.[metric])
      return [metric, { day: since(day), week: since(week), lastHours: lastHours[metric] }]
    })
    return Object.fromEntries(found) as Record<ClosingMeasure, CounterNow>
  }

  return async function compareNow(reader: AccountGame, sample: SampleValues): Promise<PlayersNow> {
    const { minute, ccu } = sample
    const now = minuteOf(clock.now())
    const found = await usualNow.at(reader, minute)
    const day = await visibleNear(reader, now - DAY_MINUTES)
    const week = await visibleNear(reader, now - WEEK_MINUTES)
    return {
      minute,
      players: ccu,
      usual: found,
      share: shareOfUsual(ccu, found),
      position: found.kind === 'known' ? positionOf(ccu, found) : null,
      day: playerChange(ccu, day),
      week: playerChange(ccu, week),
      accuracy: await usualNow.accuracy(reader, Math.floor(minute / HOUR_MINUTES)),
      counters: await countersOf(reader, sample, { day, week }),
      market: await market.now({ leavingOut: reader.game.universeId }),
    }
  }
}

interface EarlierValues {
  readonly day: SampleValues | undefined
  readonly week: SampleValues | undefined
}

const gainSince = (now: number | null, then: number | null | undefined): number | null =>
  now === null || then === null || then === undefined ? null : now - then

function playerChange(ccu: number, then: SampleValues | undefined): PlayerChange | null {
  if (then === undefined) return null
  const difference = ccu - then.ccu
  return { players: then.ccu, difference, share: then.ccu === 0 ? null : difference / then.ccu }
}

export type ComparisonService = ReturnType<typeof createCompareNow>
