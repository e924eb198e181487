// The usual of players in each bucket of a series.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { HOUR_MINUTES, type Minute } from '../../../domain/clock.js'
import type { AccountGame } from '../../../domain/game.js'
import type { Usual } from '../../../domain/insights/usual/usual.js'
import type { Span } from '../../../domain/rules/span.js'
import type { BucketEdges } from '../../../domain/series/buckets.js'
import type { UsualReader } from '../../insights/usual.js'
import type { UsualNow } from '../../insights/usual-now.js'

type UsualValues = readonly (number | null)[]

/** One value for each bucket; null while the usual is not known yet. */
export interface UsualPoints {
  readonly expected: UsualValues
  readonly low: UsualValues
  readonly high: UsualValues
}

type UsualFunction = (minute: Minute) => Usual | Promise<Usual>

/** The model takes about 2 ms for a day of hours. */
export const MAX_USUAL_DAYS = 92
const HOUR_BATCH_SIZE = 12

interface ExpectedPoint {
  readonly expected: number
  readonly low: number
  readonly high: number
}

/**
 * The usual since then is read as that of now, so that it is equal wherever the usual of now is stated (API-49): that of a longer
 * past comes from more weeks.
 */
export const recentSince = (now: Minute): Minute => Math.floor(now / HOUR_MINUTES - 1) * HOUR_MINUTES

export function createUsualPoints({ usual, usualNow }: { usual: UsualReader; usualNow: UsualNow }) {
  const usualOf = async (reader: AccountGame, span: Span, now: Minute): Promise<UsualFunction> => {
    const recent = recentSince(now)
    const earlier = span.from < recent ? (await usual.within(reader, span)).model : undefined
    return (minute) => (earlier !== undefined && minute < recent ? earlier.at(minute) : usualNow.at(reader, minute))
  }

  return async function usualPoints(reader: AccountGame, edges: BucketEdges, now: Minute): Promise<UsualPoints> {
    const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0]
    const usualAt = await usualOf(reader, { from, until }, now)
    const found: (ExpectedPoint | undefined)[] = []
    let batchStart: Minute = from
    for (let at = 0; at + 1 < edges.length; at++) {
      const [start, end] = [edges[at] ?? 0, Math.min(edges[at + 1] ?? 0, now + 1)]
      found.push(await meanOf(usualAt, start, end))
      if (end - batchStart < HOUR_BATCH_SIZE * HOUR_MINUTES) continue
      batchStart = end
      await yieldToEventLoop()
    }
    const valuesOf = (name: keyof ExpectedPoint): UsualValues => found.map((point) => point?.[name] ?? null)
    return { expected: valuesOf('expected'), low: valuesOf('low'), high: valuesOf('high') }
  }
}

/**
 * The usual in the middle of a bucket of up to an hour, at a whole minute; of a longer one, the mean over its hours, where
 * the band is that of one hour, not of the mean. Of a running bucket, of the part that is over.
 */
async function meanOf(usualAt: UsualFunction, from: Minute, until: Minute): Promise<ExpectedPoint | undefined> {
  const sum = { expected: 0, low: 0, high: 0 }
  let hours = 0
  for (let start = from; start < until; start += HOUR_MINUTES) {
    if (++hours % HOUR_BATCH_SIZE === 0) await yieldToEventLoop()
    const end = Math.min(start + HOUR_MINUTES, until)
    const middle = Math.floor((start + end) / 2)
    const found = usualAt(middle)
    // Most values are there already, and then an await would cost more than the value.
    const usual = found instanceof Promise ? await found : found
    if (usual.kind !== 'known') return undefined
    sum.expected += usual.expected * (end - start)
    sum.low += usual.low * (end - start)
    sum.high += usual.high * (end - start)
  }
  const minutes = until - from
  return { expected: sum.expected / minutes, low: sum.low / minutes, high: sum.high / minutes }
}
