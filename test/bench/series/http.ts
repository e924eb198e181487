// The figures over HTTP: the real program on a filled database, asked by one keep-alive client.
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { compose } from '../../../src/compose.js'
import { readConfig } from '../../../src/config.js'
import { dayOf, isoOfDay } from '../../../src/domain/clock.js'
import type { Log } from '../../../src/domain/ports/log.js'
import { createApp } from '../../../src/http/app.js'
import { startHttp } from '../../../src/http/start-http.js'
import { quantile, type Report, times } from './measure.js'
import { type Bench, clockOf, END } from './stores.js'

const silent: Log = { info: () => undefined, warn: () => undefined, error: (details) => console.error(details) }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask(url: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { 'X-API-Key': key } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes)
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
      .on('error', reject)
      .end()
  })
}

export async function measureHttp(bench: Bench, name: string, universes: number, report: Report): Promise<void> {
  const plans = { ...readConfig({}).plans }
  const config = {
    ...readConfig({ DATABASE_URL: `file:${join(bench.folder, name)}`, LOG_LEVEL: 'silent' }),
    plans: { ...plans, enterprise: { ...plans.enterprise, requestsPerMinute: 1_000_000 } },
  }
  const { operations, store, close } = await compose(config, clockOf(bench))
  const account = await operations.accounts.create({ name: 'Bench', plan: 'enterprise' })
  for (let id = 1; id <= universes; id++) {
    const universe = { id, name: `Universe ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
    await store.games.add({ accountId: account.id, universe, channelId: null, createdAt: bench.now, maxGames: 10_000 })
  }
  const { secret } = await operations.keys.create(account, 'bench')
  const settings = {
    trustProxy: config.TRUST_PROXY,
    operatorContact: undefined,
    publicUrl: undefined,
    givenOrigin: undefined,
    signUp: 'closed' as const,
    discordClientId: undefined,
    discordOrigin: 'https://discord.com',
    corsOrigins: config.CORS_ORIGINS,
    legacySegments: config.LEGACY_SEGMENTS,
    legacyRequestsPerMinute: 60,
    checkAnswers: false,
  }
  const http = await startHttp(createApp(operations, settings, silent), '127.0.0.1', 0)
  const get = (path: string) => ask(`http://127.0.0.1:${http.port}/api/v1${path}`, secret)
  const p50 = async (count: number, path: string) =>
    quantile((await times(count, () => get(path))).slice(count / 5), 0.5)
  const today = dayOf(END)
  const dates = `start_date=${isoOfDay(today - 29)}&end_date=${isoOfDay(today)}`
  report.add({ figure: 'latest over HTTP, p50', value: await p50(1_000, '/games/1/stats'), unit: 'ms', goal: 0.25 })
  report.add({
    figure: `ranking of ${universes} over HTTP, p50`,
    value: await p50(300, '/rankings?limit=100'),
    unit: 'ms',
    goal: 0.8,
  })
  report.add({
    figure: 'one game, 30-day summary over HTTP, p50',
    value: await p50(500, '/games/1/summary'),
    unit: 'ms',
    goal: 1,
  })
  report.add({
    figure: `all ${universes} games, 30-day summary over HTTP, p50`,
    value: await p50(60, '/games/summary'),
    unit: 'ms',
    goal: 20,
  })
  for (const format of ['csv', 'json']) {
    const ms = await p50(40, `/games/1/export?${dates}&format=${format}`)
    const records = 29 * 1_440 + (END % 1_440)
    report.add({
      figure: `${format.toUpperCase()} export of 30 days over HTTP`,
      value: records / ms / 1_000,
      unit: 'M rec/s',
      goal: format === 'csv' ? 3 : 2,
      more: true,
    })
  }
  await http.stop(100)
  await close()
}
