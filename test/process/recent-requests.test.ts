// What clients requested before the service is stopped is known to its next start, which is ready once it has prepared their answers.
import { request } from 'undici'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBenchWithSamples } from '../support/cli/run-cli.js'
import { startService } from '../support/start-service.js'

async function startWithKey() {
  const bench = await openBenchWithSamples([{ ccu: 40 }])
  const { key } = await bench.json(z.object({ key: z.string() }), 'key', 'create', '--account', 'Studio', '--name', 'k')
  await bench.leave()
  const service = await startService(bench)
  const [, url] = /serves at (http:\S+?)"/.exec(service.output()) ?? []
  return { bench, service, key, url }
}

// Where the machine is so busy that everything is prepared before the first look, it is tried again.
test('a start is ready once the first answers are prepared [PROCESS-15, API-82]', { retry: 2 }, async () => {
  const { service, url } = await startWithKey()
  const look = async () => {
    const answer = await request(`${url}/readyz`)
    return { status: answer.statusCode, state: await answer.body.json() }
  }
  expect(await look()).toMatchObject({ status: 503, state: { answers: { state: 'preparing' } } })
  await expect.poll(look, { timeout: 10_000 }).toMatchObject({ status: 200 })
  expect(await service.end('SIGTERM')).toBe(0)
})

test('a stop saves which prepared answers clients requested [API-82]', async () => {
  const { bench, service, key, url } = await startWithKey()
  for (let time = 0; time < 5; time++) {
    const answer = await request(`${url}/api/v1/rankings?by=visits`, { headers: { 'x-api-key': key } })
    await answer.body.dump()
    expect(answer.statusCode).toBe(200)
  }
  expect(await service.end('SIGTERM')).toBe(0)
  const { store } = await bench.beside()
  expect(await store.settings.get('api.recent_requests')).toContain('"/api/v1/rankings?by=visits"')
})
