// The usual of players in each bucket of a series.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { HOUR_MINUTES, type Minute } from '../../../domain/clock.js'
import type { AccountGame } from '../../../domain/game.js'
import type { UsualModel } from '../../../domain/insights/usual/usual.js'
import type { BucketEdges } from '../../../domain/series/buckets.js'
import type { UsualReader } from '../../insights/usual.js'

type UsualValues = readonly (number | null)[]

/** One value for each bucket; null while the usual is not known yet. */
export interface UsualPoints {
  readonly expected: UsualValues
  readonly low: UsualValues
  readonly high: UsualValues
}

/** The model takes about 2 ms for a day of hours. */
export const MAX_USUAL_DAYS = 92
const HOUR_BATCH_SIZE = 12

interface ExpectedPoint {
  readonly expected: number
  readonly low: number
  readonly high: number
}

export function createUsualPoints({ usual }: { usual: UsualReader }) {
  return async function usualPoints(reader: AccountGame, edges: BucketEdges): Promise<UsualPoints> {
    const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0]
    const { model } = await usual.within(reader, { from, until })
    const found: (ExpectedPoint | undefined)[] = []
    let batchStart: Minute = from
    for (let at = 0; at + 1 < edges.length; at++) {
      const [start, end] = [edges[at] ?? 0, edges[at + 1] ?? 0]
      found.push(await meanOf(model, start, end))
      if (end - batchStart < HOUR_BATCH_SIZE * HOUR_MINUTES) continue
      batchStart = end
      await yieldToEventLoop()
    }
    const of = (name: keyof ExpectedPoint): UsualValues => found.map((point) => point?.[name] ?? null)
    return { expected: of('expected'), low: of('low'), high: of('high') }
  }
}

/**
 * The usual in the middle of a bucket of up to an hour; of a longer one, the mean over its hours, where the band is that
 * of one hour, not of the mean.
 */
async function meanOf(model: UsualModel, from: Minute, until: Minute): Promise<ExpectedPoint | undefined> {
  const sum = { expected: 0, low: 0, high: 0 }
  let hours = 0
  for (let start = from; start < until; start += HOUR_MINUTES) {
    if (++hours % HOUR_BATCH_SIZE === 0) await yieldToEventLoop()
    const usual = model.at((start + Math.min(start + HOUR_MINUTES, until)) / 2)
    if (usual.kind !== 'known') return undefined
    sum.expected += usual.expected
    sum.low += usual.low
    sum.high += usual.high
  }
  return { expected: sum.expected / hours, low: sum.low / hours, high: sum.high / hours }
}
