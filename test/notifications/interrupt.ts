// Interrupts an evaluation by its progress: a slow machine would not come far in a time, and a fast one to the end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../src/domain/ports/store.js'
import type { createEvaluateTicks } from '../../src/services/notifications/evaluate-ticks.js'

/** Stops the evaluation as soon as it has stored its position the next time, or has ended. Resolves to its report. */
export async function interrupted(store: Store, evaluateTicks: ReturnType<typeof createEvaluateTicks>) {
  const stopping = new AbortController()
  const before = await store.evaluations.cursor()
  let isDone = false
  const run = evaluateTicks({ stop: stopping.signal }).finally(() => {
    isDone = true
  })
  while (!isDone && (await store.evaluations.cursor()) === before) await sleep(5)
  stopping.abort()
  return run
}
