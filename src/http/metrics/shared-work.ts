// Shows who samples which part of the universes, and who opens which shards of Discord's gateway, where several processes share a database.
import { Gauge, type Registry } from 'prom-client'
import { readSharedWork } from '../../services/operator/shared-work.js'
import type { Services } from '../../services/services.js'
import type { MetricsPart } from './parts.js'

export function sharedWork(registry: Registry, { leases, clock }: Pick<Services, 'leases' | 'clock'>): MetricsPart {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `headcount_${name}`, help, labelNames, registers: [registry] })
  const open = () => ({
    held: gauge('shards_held', 'How many of the 64 shards each process samples.', ['process']),
    task: gauge('task_held', 'Which process does what only one does: 1 for each task that it has.', [
      'process',
      'task',
    ]),
    gateway: gauge('gateway_shards_held', "How many shards of Discord's gateway each process opens.", ['process']),
    unheldGateway: gauge('gateway_shards_unheld', "How many shards of Discord's gateway nobody opens."),
    unheld: gauge('shards_unheld', 'How many of the 64 shards nobody samples.'),
    behind: gauge('shards_behind_minutes', 'Minutes since the last tick of the shard that is furthest behind.'),
  })
  let gauges: ReturnType<typeof open> | undefined
  const clear = (): void => {
    if (gauges === undefined) return
    for (const labeled of [gauges.held, gauges.task, gauges.gateway]) labeled.reset()
    for (const single of [gauges.unheld, gauges.unheldGateway, gauges.behind]) single.remove()
  }
  const update = async (): Promise<void> => {
    const work = await readSharedWork(leases, clock)
    if (work === undefined) return
    gauges ??= open()
    clear()
    for (const { name, shards, tasks, gatewayShards } of work.processes) {
      gauges.held.set({ process: name }, shards)
      gauges.gateway.set({ process: name }, gatewayShards.length)
      for (const task of tasks) gauges.task.set({ process: name, task }, 1)
    }
    gauges.unheld.set(work.unheldShards)
    gauges.unheldGateway.set(work.unheldGatewayShards.length)
    gauges.behind.set(work.minutesBehind ?? 0)
  }
  return { update, clear }
}
