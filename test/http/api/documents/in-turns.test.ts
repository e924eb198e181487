// What describes the API is long, so it is made in turns of the event loop, and once for all who get the same.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { h } from 'preact'
import { expect, it } from 'vitest'
import { describeInTurns, openApiDocument } from '../../../../src/http/api/openapi.js'
import { ENDPOINTS } from '../../../../src/http/api/routes.js'
import { type Reference, readInTurns, readReference } from '../../../../src/http/web/reference/read-reference.js'
import { renderedOnce } from '../../../../src/http/web/reference/rendered.js'

const PUBLISHER = { origin: 'https://stats.example', operatorContact: undefined }
const legacy = { segments: [], requestsPerMinute: 1, routes: [] }
const reference: Reference = { version: '1', groups: [], objects: [], versions: [], legacy }

async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isRunning] = [0, true]
  const counting = (async () => {
    for (; isRunning; turns++) await yieldToEventLoop()
  })()
  await work()
  isRunning = false
  await counting
  return turns
}

it('describes each endpoint in a turn of its own, and reads each so, too [API-81]', async () => {
  const endpoints = [...ENDPOINTS]
  expect(await turnsDuring(() => describeInTurns(endpoints))).toBeGreaterThanOrEqual(endpoints.length)
  expect(await turnsDuring(() => describeInTurns(endpoints))).toBeLessThanOrEqual(1)
  const source = { document: openApiDocument(endpoints, PUBLISHER), calls: {}, versions: [], legacy }
  let read: Reference | undefined
  const turns = await turnsDuring(async () => {
    read = await readInTurns(source)
  })
  expect(turns).toBeGreaterThanOrEqual(2 * endpoints.length)
  expect(read).toEqual(readReference(source))
})

it('renders each part of the page in a turn, and a page that was rendered not again [API-81]', async () => {
  let [inTurn, longest, rendered] = [0, 0, 0]
  const Part = () => {
    rendered++
    longest = Math.max(longest, ++inTurn)
    setImmediate(() => {
      inTurn = 0
    })
    return h('b', {})
  }
  const parts = () => ['<p>', h(Part, {}), h(Part, {}), h(Part, {}), '</p>']
  const page = '<p><b></b><b></b><b></b></p>'
  expect(await renderedOnce(reference, 'all', parts)).toBe(page)
  expect(await renderedOnce(reference, 'all', parts)).toBe(page)
  expect([longest, rendered]).toEqual([1, 3])
  expect(await renderedOnce(reference, undefined, parts)).toBe(page)
  expect(rendered).toBe(6)
})
