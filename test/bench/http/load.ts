// Requests a second with everything on, against a bare Express route of the same bytes; and the memory that an export
// takes, which must not grow with its range.
import { join } from 'node:path'
import autocannon from 'autocannon'
import { z } from 'zod'
import { dayOf, isoOfDay } from '../../../src/domain/clock.js'
import { type Benchmark, type BenchmarkOptions, count, inFolder, MIB, startHelper } from '../bench.js'
import type { Report } from '../report.js'
import { END, fill, STORES } from '../series/stores.js'
import { Client } from './client.js'
import { listening } from './figures.js'

const memory = z.object({ peak: z.number(), now: z.number() })
const bare = z.object({ port: z.int() })
/** As long as an export may be (API-12). */
const MAX_DAYS = 732
const CONNECTIONS = 20

export const benchLoad: Benchmark = (report, options) =>
  inFolder(
    async (folder) => {
      const file = join(folder, 'load.db')
      const store = await STORES.engine(file)
      await fill(store, 1, MAX_DAYS)
      store.close()
      await throughput(report, file, options)
      for (const days of [1, 30, MAX_DAYS]) await exportMemory(report, file, days)
    },
    { inMemory: true },
  )

async function throughput(report: Report, file: string, { quick }: BenchmarkOptions): Promise<void> {
  const service = await startHelper('http/serve-process.ts', 'engine', file, '1')
  const { port, key } = listening.parse(service.ready)
  const headers = { 'x-api-key': key }
  const url = `http://127.0.0.1:${port}/api/v1/games/1/stats`
  const body = await (await fetch(url, { headers })).text()
  const express = await startHelper('http/bare-process.ts', body)
  const load = async (address: string) => {
    const duration = quick ? 2 : 8
    const { requests, non2xx, errors } = await autocannon({ url: address, connections: CONNECTIONS, duration, headers })
    if (non2xx + errors > 0) throw new Error(`${address}: ${non2xx + errors} answers were no success.`)
    return requests.average
  }
  const ours = await load(url)
  const theirs = await load(`http://127.0.0.1:${bare.parse(express.ready).port}/`)
  await Promise.all([service.stop(), express.stop()])
  const figure = `latest over HTTP, ${CONNECTIONS} connections`
  report.add({ figure, value: ours, unit: 'requests/s' })
  report.add({ figure: 'the same as a part of what a bare Express route does', value: ours / theirs, unit: '' })
}

async function exportMemory(report: Report, file: string, days: number): Promise<void> {
  const service = await startHelper('http/serve-process.ts', 'engine', file, '1')
  const { port, key } = listening.parse(service.ready)
  const client = await Client.open(port, key)
  const today = dayOf(END)
  await client.ask(`/games/1/export?start_date=${isoOfDay(today - days + 1)}&end_date=${isoOfDay(today)}`)
  const { peak } = memory.parse(await service.ask('memory'))
  client.close()
  await service.stop()
  report.add({ figure: `peak memory after an export of ${count(days)} days as JSON`, value: peak / MIB, unit: 'MiB' })
}
