// The queries of the Grafana dashboard name only existing metrics, and a real Prometheus answers them.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { isOnPostgres } from '../../support/test-run.js'
import { PROMETHEUS_MISSING, type PrometheusProcess, prometheusPath, startPrometheus } from './prometheus.js'
import { typesOf } from './text-format.js'

const TOKEN = 'a-token-for-the-dashboard'
const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })).min(10),
})
const answerSchema = z.object({ status: z.literal('success'), data: z.object({ result: z.array(z.unknown()) }) })

let http: TestHttp
let queries: readonly string[]
beforeAll(async () => {
  http = await startHttpApp({
    settings: { metricsToken: TOKEN, hasGameMetrics: true },
    simulator: { rateLimits: 'real' },
  })
  await http.track(0)
  await http.ticks(1)
  const file = new URL('../../../src/http/metrics/grafana-dashboard.json', import.meta.url)
  const { panels } = dashboardSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
})
afterAll(() => http.stop())

const read = async () =>
  (await http.ask('~/metrics', { key: null, headers: { authorization: `Bearer ${TOKEN}` } })).text

/** The names of the metrics in a query, which begin with one of these prefixes, unlike functions and labels. */
const namesIn = (query: string): string[] => query.match(/\b(?:headcount|nodejs|process)_\w+/g) ?? []

/** They are there where several processes share a PostgreSQL database. */
const SHARED_WORK_NAMES = [
  'headcount_gateway_shards_held',
  'headcount_gateway_shards_unheld',
  'headcount_shards_held',
  'headcount_shards_unheld',
  'headcount_shards_behind_minutes',
  'headcount_task_held',
]

it('the dashboard queries only metrics that are there, and every one of Headcount', async () => {
  const types = typesOf(await read())
  const base = (name: string) => (name in types ? name : name.replace(/_(bucket|sum|count)$/, ''))
  const queried = new Set(queries.flatMap(namesIn).map(base))
  expect([...queried].filter((name) => !(name in types)).sort()).toEqual(
    isOnPostgres ? [] : [...SHARED_WORK_NAMES].sort(),
  )
  expect(Object.keys(types).filter((name) => name.startsWith('headcount_') && !queried.has(name))).toEqual([])
})

const title = prometheusPath === undefined ? `in a real Prometheus: ${PROMETHEUS_MISSING}` : 'in a real Prometheus'
describe.skipIf(prometheusPath === undefined)(title, () => {
  let folder: string
  let prometheus: PrometheusProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headcount-prometheus-'))
    const target = `127.0.0.1:${http.port}`
    prometheus = await startPrometheus(prometheusPath ?? '', folder, { target, token: TOKEN })
  })
  afterAll(async () => {
    prometheus.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const query = async (expr: string): Promise<readonly unknown[]> => {
    const answer = await fetch(`${prometheus.url}/api/v1/query?${new URLSearchParams({ query: expr })}`)
    const body: unknown = await answer.json()
    return answerSchema.parse(body, { error: () => `${expr}: ${JSON.stringify(body)}` }).data.result
  }

  it('reads the metrics with the token, and answers every query of the dashboard', async () => {
    await expect.poll(() => query('up{job="headcount"} == 1'), { timeout: 60_000 }).toHaveLength(1)
    expect(await query('headcount_samples_total == 1')).toHaveLength(1)
    for (const expr of queries) expect(await query(expr)).toBeInstanceOf(Array)
    expect(await query('time() - max(headcount_last_tick_timestamp_seconds)')).toHaveLength(1)
    expect(await query('topk(20, headcount_game_players)')).toHaveLength(1)
  })
})
