import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

const REQUESTS = 40
const STARTED_REQUEST = 'http.server.request.start'

const responses: WeakRef<ServerResponse>[] = []
/** `message` is what Node publishes when the head of a request has come. */
const noteResponse = (message: unknown): void =>
  void responses.push(new WeakRef((message as { readonly response: ServerResponse }).response))

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
  await http.tick()
  subscribe(STARTED_REQUEST, noteResponse)
})
afterAll(async () => {
  unsubscribe(STARTED_REQUEST, noteResponse)
  await http.stop()
})

/** To count all objects of a kind in a worker with all tests takes eight seconds, and to collect its garbage less than one. */
async function responsesInMemory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  // What a weak reference was made for or has returned stays until the event loop goes on.
  await setImmediate()
  runInNewContext('gc')()
  return responses.filter((response) => response.deref() !== undefined).length
}

it('an answer that is kept does not keep the request and the response that it was made for', async () => {
  for (let limit = 1; limit <= REQUESTS; limit++) expect((await http.ask(`/rankings?limit=${limit}`)).status).toBe(200)
  expect(responses.length).toBeGreaterThanOrEqual(REQUESTS)
  // The last one on each connection may still be there.
  expect(await responsesInMemory()).toBeLessThan(REQUESTS / 4)
})
