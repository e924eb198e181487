// The first answer after a start beside those after it, each of a process of its own that has read ahead (API-82). A bare Express
// route that has answered for a while shows what a pause and a new connection take alone.
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
  '/games/1/summary',
  '/games/summary',
  '/games/1/series?interval=1m&last=1d',
  '/games/1/series?interval=1h&last=30d',
  `/games/2/export?start_date=${day}&end_date=${day}&format=csv`,
]
const MAX_FIRST_RATIO = 2
const WARM_REQUESTS = 50
const STARTS = 3
const PAUSE_MS = 1_000
const WARM_UP_REQUESTS = 5_000
const bare = z.object({ port: z.int() })
const cpu = z.object({ microseconds: z.number() })

interface FirstAndWarm {
  readonly first: number
  readonly warm: number
}

/** The median of a few starts, because one answer alone is at the mercy of the machine. */
export async function addFirstAnswers(report: Report, file: string, size: number): Promise<void> {
  await addPaused(report)
  for (const path of FIRST_ANSWERS) {
    const of = path.replace(/_date=[0-9-]+/g, '_date=…')
    const found: { readonly taken: FirstAndWarm; readonly cpu: FirstAndWarm }[] = []
    for (let start = 0; start < STARTS; start++) found.push(await startedAnswers(path, file, size))
    const first = quantile(
      found.map(({ taken }) => taken.first),
      0.5,
    )
    report.add({ figure: `${of}: first after a start`, value: first, unit: 'ms' })
    const value = ratioOf(found.map(({ taken }) => taken))
    report.add({ figure: `${of}: first beside warm`, value, unit: 'times', bounds: [0, MAX_FIRST_RATIO] })
    const cpuValue = ratioOf(found.map((one) => one.cpu))
    report.add({ figure: `${of}: first beside warm, processor time`, value: cpuValue, unit: 'times' })
  }
}

const ratioOf = (found: readonly FirstAndWarm[]): number =>
  quantile(
    found.map(({ first, warm }) => first / warm),
    0.5,
  )

async function startedAnswers(path: string, file: string, size: number) {
  const service = await startHelper('http/serve-process.ts', 'engine', file, `${size}`)
  const spent = async (): Promise<number> => cpu.parse(await service.ask('processor time')).microseconds
  await service.ask('read ahead')
  const { port, key } = listening.parse(service.ready)
  const client = await Client.open(port, key)
  // What the question itself takes the first time is no time of the answer.
  await spent()
  const began = await spent()
  const first = await timed(() => client.ask(path))
  const between = await spent()
  const warm = quantile(await times(WARM_REQUESTS, () => client.ask(path)), 0.5)
  const ended = await spent()
  client.close()
  await service.stop()
  return {
    taken: { first, warm },
    cpu: { first: between - began, warm: (ended - between) / WARM_REQUESTS },
  }
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
