// What a process says of itself while its database does not answer: that is when the operator looks.
import { request } from 'undici'
import { expect, it } from 'vitest'
import { readingOf, samplesOf } from '../../http/metrics/text-format.js'
import { EVENT_TIMEOUT_MS, METRICS_TOKEN, openRoleScene, type RoleProcess } from './scene.js'

const ANSWER_LIMIT_MS = 2_000

async function ask({ url }: RoleProcess, path: string) {
  const began = performance.now()
  const { statusCode, headers, body } = await request(`${url()}${path}`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const text = await body.text()
  return { status: statusCode, headers, text, isInTime: performance.now() - began < ANSWER_LIMIT_MS }
}

it.each(['cut', 'swallow'] as const)(
  'a process that cannot reach the database says so, and how its own parts are (%s) [PROCESS-15] [PROCESS-18]',
  async (how) => {
    const scene = await openRoleScene({ games: 2, minuteLastsMs: 3_000 })
    const [poller] = await Promise.all([scene.launch('poller'), scene.launch('api')])
    await scene.ticked(2)
    const before = await ask(poller, '/metrics')
    expect(readingOf(before.text, 'headcount_database_available')).toBe(1)
    expect(samplesOf(before.text, 'headcount_shards_held')).toHaveLength(1)
    expect(samplesOf(before.text, 'headcount_games')).toHaveLength(1)

    poller.network[how]()
    const ready = await ask(poller, '/readyz')
    expect(ready).toMatchObject({ status: 503, isInTime: true, headers: { 'retry-after': '2' } })
    expect(JSON.parse(ready.text)).toMatchObject({
      status: 'not ready',
      database: { writable: false, unreachable: true },
      poller: { state: expect.any(String) },
      bot: { state: 'off' },
    })
    const metrics = await ask(poller, '/metrics')
    expect(metrics).toMatchObject({ status: 200, isInTime: true })
    expect(readingOf(metrics.text, 'headcount_database_available')).toBe(0)
    expect(readingOf(metrics.text, 'headcount_ticks_total', { result: 'stored' })).toBeGreaterThan(0)
    for (const name of ['headcount_games', 'headcount_shards_held', 'headcount_shards_unheld'])
      expect([name, samplesOf(metrics.text, name)]).toEqual([name, []])

    poller.network.restore()
    await expect.poll(async () => (await ask(poller, '/readyz')).status, { timeout: EVENT_TIMEOUT_MS }).toBe(200)
    expect(readingOf((await ask(poller, '/metrics')).text, 'headcount_database_available')).toBe(1)
  },
  3 * EVENT_TIMEOUT_MS,
)
