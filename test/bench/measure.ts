// Timing.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < count; round++) taken.push(await timed(work))
  return taken
}

/** Milliseconds; a fifth of the rounds goes before, to warm up. */
export async function median(count: number, work: () => Promise<unknown>): Promise<number> {
  await times(Math.ceil(count / 5), work)
  return quantile(await times(count, work), 0.5)
}

/** What a tenth of the rounds stays below: what the machine does where nobody else is in the way. */
const UNDISTURBED = 0.1

/** Two that are compared, in turns, so that a busy moment of the machine is felt by both; ms. */
export async function compared(rounds: number, value: () => Promise<unknown>, rows: () => Promise<unknown>) {
  const taken: { value: number[]; rows: number[] } = { value: [], rows: [] }
  await times(3, value)
  await rows()
  for (let round = 0; round < rounds; round++) {
    taken.value.push(...(await times(5, value)))
    taken.rows.push(await timed(rows))
  }
  return { value: quantile(taken.value, UNDISTURBED), rows: quantile(taken.rows, UNDISTURBED) }
}

/** The longest that a timer had to wait while `work` ran, ms: a timer a millisecond, kept outside of JavaScript. */
export async function maxBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(20)
  delay.reset()
  await work()
  await sleep(5)
  delay.disable()
  return delay.max / 1e6
}
