// What clients requested before the service is stopped is known to its next start, which is ready once it has prepared their answers.
import { setTimeout as sleep } from 'node:timers/promises'
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

test('a start is ready once the first answers are prepared [PROCESS-15, API-82]', async () => {
  const { service, url } = await startWithKey()
  for (;;) {
    const answer = await request(`${url}/readyz`)
    const state = await answer.body.json()
    if (answer.statusCode === 200) break
    expect(state).toMatchObject({ answers: { state: 'preparing' } })
    await sleep(5)
  }
  await expect.poll(service.output).toContain('Loaded the data that accounts with an API key request first.')
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
