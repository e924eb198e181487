// The first answer after a start beside others, each of a process of its own that has read ahead (API-82). After a pause, the first
// answer on a new connection takes several times as long as those after it in any server, which a bare Express route shows that has
// answered for a while. So what a start costs is the first answer beside such a one of the same process once it has answered for seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { dayOf, isoOfDay } from '../../../src/domain/clock.js'
import { startHelper } from '../bench.js'
import { quantile, timed, times } from '../measure.js'
import type { Report } from '../report.js'
import { END } from '../series/stores.js'
import { Client } from './client.js'
import { listening } from './figures.js'

const day = isoOfDay(dayOf(END) - 1)
const FIRST_ANSWERS = [
  '/games/1/stats',
  '/rankings?limit=100',
  '/rankings?by=change&limit=100',
  '/games/1/summary',
  '/games/summary',
  `/games/summary?start_date=${day}`,
  '/games/1/series?interval=1m&last=1d',
  '/games/1/series?interval=1h&last=30d',
  `/games/2/export?start_date=${day}&end_date=${day}&format=csv`,
]
const MAX_FIRST_RATIO = 2
const WARM_REQUESTS = 50
/** By then the optimizing compiler has done what it does. */
const SETTLING_MS = 1_000
/** First answers of a settled process. */
const LATER_FIRSTS = 3
const STARTS = 3
const PAUSE_MS = 1_000
const WARM_UP_REQUESTS = 5_000
const bare = z.object({ port: z.int() })
const cpu = z.object({ microseconds: z.number() })

/** Of one start: ms, and microseconds of processor time. */
interface StartedAnswers {
  readonly first: number
  /** The same later, on a new connection after a pause as well. */
  readonly laterFirst: number
  readonly warm: number
  readonly firstCpu: number
  readonly warmCpu: number
}

/** The median of a few starts, because one answer alone is at the mercy of the machine. */
export async function addFirstAnswers(report: Report, file: string, size: number): Promise<void> {
  await addPaused(report)
  for (const path of FIRST_ANSWERS) {
    const of = path.replace(/_date=[0-9-]+/g, '_date=…')
    const found: StartedAnswers[] = []
    for (let start = 0; start < STARTS; start++) found.push(await startedAnswers(path, file, size))
    const middle = (value: (one: StartedAnswers) => number): number => quantile(found.map(value), 0.5)
    report.add({ figure: `${of}: first after a start`, value: middle(({ first }) => first), unit: 'ms' })
    report.add({
      figure: `${of}: first after a start beside a first one later`,
      value: middle(({ first, laterFirst }) => first / laterFirst),
      unit: 'times',
      bounds: [0, MAX_FIRST_RATIO],
    })
    report.add({
      figure: `${of}: first after a start beside those after it`,
      value: middle(({ first, warm }) => first / warm),
      unit: 'times',
      goal: MAX_FIRST_RATIO,
    })
    report.add({
      figure: `${of}: a first one later beside those after it`,
      value: middle(({ laterFirst, warm }) => laterFirst / warm),
      unit: 'times',
    })
    report.add({
      figure: `${of}: first after a start beside those after it, processor time`,
      value: middle(({ firstCpu, warmCpu }) => firstCpu / warmCpu),
      unit: 'times',
    })
  }
}

async function startedAnswers(path: string, file: string, size: number): Promise<StartedAnswers> {
  const service = await startHelper('http/serve-process.ts', 'engine', file, `${size}`)
  const { port, key } = listening.parse(service.ready)
  const spent = async (): Promise<number> => cpu.parse(await service.ask('processor time')).microseconds
  const firstAfterPause = async () => {
    await sleep(PAUSE_MS)
    const client = await Client.open(port, key)
    // What the question itself takes the first time is no time of the answer.
    await spent()
    const began = await spent()
    const ms = await timed(() => client.ask(path))
    return { client, ms, cpu: (await spent()) - began }
  }
  await service.ask('read ahead')
  const first = await firstAfterPause()
  const between = await spent()
  const warm = quantile(await times(WARM_REQUESTS, () => first.client.ask(path)), 0.5)
  const warmCpu = ((await spent()) - between) / WARM_REQUESTS
  for (const until = performance.now() + SETTLING_MS; performance.now() < until; ) await first.client.ask(path)
  first.client.close()
  const later: number[] = []
  for (let time = 0; time < LATER_FIRSTS; time++) {
    const one = await firstAfterPause()
    one.client.close()
    later.push(one.ms)
  }
  await service.stop()
  return { first: first.ms, laterFirst: quantile(later, 0.5), warm, firstCpu: first.cpu, warmCpu }
}

/** Also compiles the client's own code: what it takes is no time of the service. */
async function addPaused(report: Report): Promise<void> {
  const express = await startHelper('http/bare-process.ts')
  await express.ask('an answer')
  const { port } = bare.parse(express.ready)
  const ratios: number[] = []
  await withClient(port, (client) => times(WARM_UP_REQUESTS, () => client.ask('/answer')))
  for (let round = 0; round < 2 * STARTS; round++) {
    await sleep(PAUSE_MS)
    await withClient(port, async (client) => {
      const first = await timed(() => client.ask('/answer'))
      ratios.push(first / quantile(await times(WARM_REQUESTS, () => client.ask('/answer')), 0.5))
    })
  }
  await express.stop()
  const figure = 'bare Express route: first on a new connection after a pause, beside those after it'
  report.add({ figure, value: quantile(ratios, 0.5), unit: 'times' })
}

async function withClient(port: number, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = await Client.open(port, '')
  await use(client)
  client.close()
}
