import { ServerResponse } from 'node:http'
import { queryObjects } from 'node:v8'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

const REQUESTS = 40

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
  await http.tick()
})
afterAll(() => http.stop())

/** Collects garbage first. */
const responsesInMemory = (): number => queryObjects(ServerResponse, { format: 'count' })

it('an answer that is kept does not keep the request and the response that it was made for', async () => {
  const before = responsesInMemory()
  for (let limit = 1; limit <= REQUESTS; limit++) expect((await http.ask(`/rankings?limit=${limit}`)).status).toBe(200)
  // The last one on each connection may still be there.
  expect(responsesInMemory() - before).toBeLessThan(REQUESTS / 4)
})
