// How fast the statistics API answers, and what an export costs in memory.
import { join } from 'node:path'
import autocannon from 'autocannon'
import { request } from 'undici'
import { z } from 'zod'
import { isoOfDay } from '../../src/domain/clock.js'
import { type Bench, type BenchOptions, type Figure, type Helper, inFolder, mb, startHelper, timed } from './bench.js'
import { DAYS, LONGEST_DAYS, type Past, writePast } from './past.js'

const listening = z.object({ port: z.int() })
const memory = z.object({ peak: z.number(), now: z.number() })
const RECORDS = DAYS * 1_440

export const benchHttp: Bench = (options) =>
  inFolder(
    async (folder) => {
      const past = await writePast(`file:${join(folder, 'bench.db')}`, options.quick ? 92 : LONGEST_DAYS)
      const service = await startHelper('serve.ts', 'all', past.databaseUrl)
      const figures = [...(await latencies(service, past, options)), ...(await throughput(service, past, options))]
      await service.stop()
      return [...figures, ...(await memories(past, options))]
    },
    { inMemory: true },
  )

const baseOf = (helper: Helper): string => `http://127.0.0.1:${listening.parse(helper.ready).port}/api/v1`

/** Reads a whole answer and throws it away; the number of its bytes. */
async function read(url: string, key: string): Promise<number> {
  const { statusCode, body } = await request(url, { headers: { 'x-api-key': key } })
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Buffer).length
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`)
  return bytes
}

const exportOf = ({ lastDay }: Past, id: number, days: number, format: string): string =>
  `/games/${id}/export?start_date=${isoOfDay(lastDay - days + 1)}&end_date=${isoOfDay(lastDay)}&format=${format}`

async function latencies(service: Helper, past: Past, { quick }: BenchOptions): Promise<Figure[]> {
  const times = quick ? 20 : 200
  const month = `start_date=${isoOfDay(past.lastDay - DAYS + 1)}&end_date=${isoOfDay(past.lastDay)}`
  const calls: readonly (readonly [string, string, number])[] = [
    ['latest: /games/{id}/stats', `/games/${past.monthId}/stats`, times],
    ['ranking of 200: /rankings', '/rankings', times],
    ["one game's 30-day summary, a sample a minute", `/games/${past.monthId}/summary?${month}`, times / 10],
    ["all 201 games' summary, 30 days", '/games/summary', quick ? 1 : 5],
  ]
  const figures: Figure[] = []
  for (const [what, path, count] of calls)
    figures.push({ what, result: await timed(count, () => read(baseOf(service) + path, past.key)) })
  for (const format of ['csv', 'json']) {
    const url = baseOf(service) + exportOf(past, past.monthId, DAYS, format)
    await read(url, past.key)
    const started = performance.now()
    const bytes = await read(url, past.key)
    const ms = performance.now() - started
    const result = `${Math.round(RECORDS / (ms / 1000)).toLocaleString('en')} records/s (${ms.toFixed(0)} ms, ${mb(bytes)})`
    figures.push({ what: `export of ${RECORDS.toLocaleString('en')} records as ${format}`, result })
  }
  return figures
}

/** Requests a second with everything on, against a bare Express route that sends the same bytes. */
async function throughput(service: Helper, past: Past, { quick }: BenchOptions): Promise<Figure[]> {
  const url = `${baseOf(service)}/games/${past.monthId}/stats`
  const headers = { 'x-api-key': past.key }
  const body = await (await request(url, { headers })).body.text()
  const bare = await startHelper('serve.ts', 'bare', body)
  const duration = quick ? 2 : 8
  const load = async (address: string) => {
    const { requests, latency, non2xx, errors } = await autocannon({ url: address, connections: 20, duration, headers })
    if (non2xx + errors > 0) throw new Error(`${address}: ${non2xx + errors} answers were no success.`)
    return { perSecond: requests.average, p99: latency.p99 }
  }
  const ours = await load(url)
  const theirs = await load(`http://127.0.0.1:${listening.parse(bare.ready).port}/`)
  await bare.stop()
  const shown = ({ perSecond, p99 }: typeof ours): string =>
    `${Math.round(perSecond).toLocaleString('en')} requests/s, p99 ${p99} ms`
  return [
    { what: '/games/{id}/stats with everything on', result: shown(ours) },
    { what: 'a bare Express 5 route of the same bytes', result: shown(theirs) },
    { what: 'ratio', result: (ours.perSecond / theirs.perSecond).toFixed(2) },
  ]
}

/** The peak of a fresh process for a short and for the longest export: it must not grow with the range. */
async function memories(past: Past, { quick }: BenchOptions): Promise<Figure[]> {
  const longest = quick ? 92 : LONGEST_DAYS
  const figures: Figure[] = []
  for (const days of [1, DAYS, longest]) {
    const service = await startHelper('serve.ts', 'all', past.databaseUrl)
    const before = memory.parse(await service.ask('memory'))
    const bytes = await read(baseOf(service) + exportOf(past, past.longId, days, 'json'), past.key)
    const { peak } = memory.parse(await service.ask('memory'))
    await service.stop()
    const what = `peak RSS of an export of ${days} day${days === 1 ? '' : 's'} × 1 min`
    figures.push({ what, result: `${mb(peak)} (at rest ${mb(before.now)}), ${mb(bytes)} sent` })
  }
  return figures
}
