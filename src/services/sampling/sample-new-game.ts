// Samples a game as soon as it is added, so that its first number need not wait for the next tick.
import { minuteOf } from '../../domain/clock.js'
import type { Sample } from '../../domain/sample.js'
import { stepInTurns } from '../reading/in-turns.js'
import { changedFacts } from './changed-facts.js'
import { planTick } from './plan-tick.js'
import type { SamplingDeps } from './sample-tick.js'

/** Shorter than a person waits for a page. */
const FIRST_SAMPLE_TIMEOUT_MS = 5_000

/**
 * The sample belongs to the current minute, whose tick must be stored already: a coming one samples the game itself.
 * Returns whether a sample was stored.
 */
export function createSampleNewGame({
  store,
  platform,
  clock,
  clockCheck,
  plans,
}: Omit<SamplingDeps, 'activity' | 'tickHeadroom'>) {
  return async function sampleNewGame(universeId: number): Promise<boolean> {
    const now = clock.now()
    const minute = minuteOf(now)
    const isMinuteOfTick = async (): Promise<boolean> => {
      const cursor = await store.series.cursor()
      return cursor?.minute === minute && !cursor.clockWasWrong
    }
    if (clockCheck.state() === 'wrong' || !(await isMinuteOfTick())) return false
    const tracked = await store.universes.trackedOne(universeId)
    const list = tracked === undefined ? [] : [tracked]
    const { universes, changes } = await stepInTurns(planTick(list, plans, now, minute))
    if (changes.length === 0 || changes.some(({ interval }) => interval === 0)) return false
    const readings = await platform.readUniverses([universeId], {
      withinMs: FIRST_SAMPLE_TIMEOUT_MS,
      stop: AbortSignal.timeout(FIRST_SAMPLE_TIMEOUT_MS),
    })
    if (readings.read.length === 0) return false
    const facts = await stepInTurns(changedFacts(universes, readings))
    if (!(await isMinuteOfTick())) return false
    await store.series.recordTick({
      minute,
      samples: readings.read.map(({ facts, ...measured }): Sample => ({ universeId: facts.id, minute, ...measured })),
      gaps: [],
      facts,
      schedules: changes,
      cursor: { minute, clockWasWrong: false },
    })
    return true
  }
}
