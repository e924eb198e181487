// What one keep-alive client waits for over HTTP, of a service in a process of its own.
import { z } from 'zod'
import { DAY_MINUTES, dayOf, isoOfDay } from '../../../src/domain/clock.js'
import { startHelper } from '../bench.js'
import { median } from '../measure.js'
import { END, type StoreName } from '../series/stores.js'
import { Client } from './client.js'

export interface HttpFigures {
  /** ms, p50. */
  readonly latest: number
  readonly ranking: number
  readonly summary: number
  readonly summaries: number
  /** M records a second. */
  readonly csv: number
  readonly json: number
}

export interface HttpBenchmarkOptions {
  readonly kind: StoreName
  readonly file: string
  readonly size: number
  readonly days: number
  /** Of the usual number of rounds. */
  readonly part: number
}

export const listening = z.object({ port: z.int(), key: z.string() })
const MINUTES_TODAY = END - dayOf(END) * DAY_MINUTES

export async function measureHttp({ kind, file, size, days, part }: HttpBenchmarkOptions): Promise<HttpFigures> {
  const service = await startHelper('http/serve-process.ts', kind, file, `${size}`)
  const { port, key } = listening.parse(service.ready)
  const client = await Client.open(port, key)
  const p50 = (rounds: number, path: string) => median(Math.max(3, rounds * part), () => client.ask(path))
  const dates = `start_date=${isoOfDay(dayOf(END) - days + 1)}&end_date=${isoOfDay(dayOf(END))}`
  const records = (days - 1) * DAY_MINUTES + MINUTES_TODAY
  const speed = async (format: string) => records / (await p50(80, `/games/1/export?${dates}&format=${format}`)) / 1_000
  const figures = {
    latest: await p50(10_000, '/games/1/stats'),
    ranking: await p50(kind === 'rows' ? 50 : Math.ceil(100_000 / size), '/rankings?limit=100'),
    summary: await p50(kind === 'rows' ? 15 : 500, '/games/1/summary'),
    summaries: await p50(kind === 'rows' ? 1 : Math.ceil(40_000 / size), '/games/summary'),
    csv: await speed('csv'),
    json: await speed('json'),
  }
  client.close()
  await service.stop()
  return figures
}
