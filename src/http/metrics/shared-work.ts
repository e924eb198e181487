// Shows who samples which part of the universes, where several processes share a database.
import { Gauge, type Registry } from 'prom-client'
import { readSharedWork } from '../../services/operator/shared-work.js'
import type { Services } from '../../services/services.js'

/** Returns what reads it again. */
export function sharedWork(registry: Registry, { leases, clock }: Pick<Services, 'leases' | 'clock'>) {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `headcount_${name}`, help, labelNames, registers: [registry] })
  const open = () => ({
    held: gauge('shards_held', 'How many of the 64 shards each process samples.', ['process']),
    task: gauge('task_held', 'Which process does what only one does: 1 for each task that it has.', [
      'process',
      'task',
    ]),
    unheld: gauge('shards_unheld', 'How many of the 64 shards nobody samples.'),
    behind: gauge('shards_behind_minutes', 'Minutes since the last tick of the shard that is furthest behind.'),
  })
  let gauges: ReturnType<typeof open> | undefined
  return async (): Promise<void> => {
    const work = await readSharedWork(leases, clock)
    if (work === undefined) return
    gauges ??= open()
    gauges.held.reset()
    gauges.task.reset()
    for (const { name, shards, tasks } of work.processes) {
      gauges.held.set({ process: name }, shards)
      for (const task of tasks) gauges.task.set({ process: name, task }, 1)
    }
    gauges.unheld.set(work.unheldShards)
    gauges.behind.set(work.minutesBehind ?? 0)
  }
}
