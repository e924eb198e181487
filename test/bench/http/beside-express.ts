// Answers of the service beside a bare Express route that sends the same bytes: the same clients ask the one and the other
// in turns, so that a busy moment of the machine is felt by both. The bench fails where a ratio is missed.
import { z } from 'zod'
import { startHelper } from '../bench.js'
import { quantile, timed } from '../measure.js'
import type { Report } from '../report.js'
import { Client } from './client.js'
import { listening } from './figures.js'
import { addFirstAnswers } from './first-answers.js'

export const SIZE = 200
const WARM_UP_MS = 1_500
const ROUNDS = 4
const CONNECTIONS = [1, 16, 64]
const MIN_RATE_RATIO = 0.85
const MAX_P99_RATIO = 2
/** At most so many times the p50 of the bare route, one client asking. */
const ANSWERS = [
  { what: 'ranking of 200', path: '/rankings?limit=100', most: 1.5 },
  { what: "one game's 30 days", path: '/games/1/summary', most: 1.5 },
  { what: "all games' 30 days, prepared", path: '/games/summary', most: 3 },
]
const LATEST = '/games/1/stats'
const bare = z.object({ port: z.int() })

interface Target {
  readonly port: number
  readonly key: string
  readonly path: string
}

interface Latencies {
  /** ms, one for each answer. */
  readonly taken: number[]
  ms: number
}

export async function benchBesideExpress(report: Report, file: string, msEach: number): Promise<void> {
  await addFirstAnswers(report, file, SIZE)
  const service = await startHelper('http/serve-process.ts', 'engine', file, `${SIZE}`)
  const { port, key } = listening.parse(service.ready)
  const express = await startHelper('http/bare-process.ts')
  const plain = { port: bare.parse(express.ready).port, key, path: '/answer' }
  const targetsOf = async (path: string): Promise<[Target, Target]> => {
    await express.ask(
      await (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers: { 'x-api-key': key } })).text(),
    )
    return [{ port, key, path }, plain]
  }
  for (const connections of CONNECTIONS) {
    const [ours, theirs] = await inTurns(await targetsOf(LATEST), connections, msEach)
    const of = `latest over HTTP, ${connections} ${connections === 1 ? 'connection' : 'connections'}`
    report.add({ figure: of, value: rateOf(ours), unit: 'requests/s' })
    const rate = rateOf(ours) / rateOf(theirs)
    const rateBounds = [MIN_RATE_RATIO, Number.POSITIVE_INFINITY] as const
    report.add({ figure: `${of}: part of the bare Express route's`, value: rate, unit: 'times', bounds: rateBounds })
    const p99 = quantile(ours.taken, 0.99) / quantile(theirs.taken, 0.99)
    report.add({ figure: `${of}: p99 beside the bare route's`, value: p99, unit: 'times', bounds: [0, MAX_P99_RATIO] })
  }
  for (const { what, path, most } of ANSWERS) {
    const [ours, theirs] = await inTurns(await targetsOf(path), 1, msEach)
    report.add({ figure: `${what} over HTTP, p50`, value: quantile(ours.taken, 0.5), unit: 'ms' })
    const p50 = quantile(ours.taken, 0.5) / quantile(theirs.taken, 0.5)
    report.add({ figure: `${what}: p50 beside the bare route's`, value: p50, unit: 'times', bounds: [0, most] })
  }
  await Promise.all([service.stop(), express.stop()])
}

const rateOf = ({ taken, ms }: Latencies): number => (taken.length / ms) * 1_000

/** Each process is warmed up by the same clients first. */
async function inTurns(
  targets: readonly [Target, Target],
  connections: number,
  msEach: number,
): Promise<[Latencies, Latencies]> {
  const found: [Latencies, Latencies] = [
    { taken: [], ms: 0 },
    { taken: [], ms: 0 },
  ]
  for (const target of targets) await load(target, connections, WARM_UP_MS, { taken: [], ms: 0 })
  for (let round = 0; round < ROUNDS; round++)
    for (const which of [0, 1] as const) await load(targets[which], connections, msEach / ROUNDS, found[which])
  return found
}

async function load({ port, key, path }: Target, connections: number, ms: number, found: Latencies): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => Client.open(port, key)))
  const began = performance.now()
  const ask = async (client: Client): Promise<void> => {
    while (performance.now() - began < ms) found.taken.push(await timed(() => client.ask(path)))
  }
  await Promise.all(clients.map(ask))
  found.ms += performance.now() - began
  for (const client of clients) client.close()
}
