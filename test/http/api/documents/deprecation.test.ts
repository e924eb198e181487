// An endpoint that is to end says so in its answers.
import express from 'express'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { user } from '../../../../src/http/api/endpoints/user.js'
import { openApiDocument } from '../../../../src/http/api/openapi.js'
import { PreparedAnswers } from '../../../../src/http/api/preparation/prepared-answers.js'
import { apiRouter } from '../../../../src/http/api/router.js'
import { LiveUpdates } from '../../../../src/http/connections/live-updates.js'
import { RequestTurns } from '../../../../src/http/overload/request-turns.js'
import { UnansweredRequests } from '../../../../src/http/overload/unanswered-requests.js'
import { RateLimits } from '../../../../src/http/rate-limit.js'
import { startHttp } from '../../../../src/http/start-http.js'
import { startHttpApp, type TestHttp } from '../../../support/start-http.js'

const PUBLISHER = { origin: '', operatorContact: undefined }
const DEPRECATED = { ...user, deprecation: { announced: '2026-01-31', ends: '2027-02-01' } }

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
})
afterAll(() => http.stop())

it('sends when it was announced and when it ends, with a link to the reference [API-70]', async () => {
  const app = express().use(
    '/api/v1',
    apiRouter({
      services: http.services,
      limits: new RateLimits(),
      publisher: PUBLISHER,
      checkAnswers: true,
      prepared: new PreparedAnswers(http.services),
      endpoints: [DEPRECATED],
    }),
  )
  const server = await startHttp(
    Object.assign(app, {
      limits: new RateLimits(),
      sendPrepared: async () => false,
      isOverloaded: () => false,
      turns: new RequestTurns(),
      unanswered: new UnansweredRequests(),
      fixedHeaders: [],
      liveUpdates: new LiveUpdates(http.services.events),
    }) as never,
    '127.0.0.1',
    0,
  )
  const { headers, statusCode, body } = await request(`http://127.0.0.1:${server.port}/api/v1/user`, {
    headers: { 'x-api-key': http.key },
  })
  await body.dump()
  await server.stop(1_000)
  expect(statusCode).toBe(200)
  expect(headers.deprecation).toBe(`@${Date.UTC(2026, 0, 31) / 1_000}`)
  expect(headers.sunset).toBe('Mon, 01 Feb 2027 00:00:00 GMT')
  expect(headers.link).toBe('</docs#changes>; rel="deprecation"')
})

it('is marked in the document, and no other endpoint is', async () => {
  const { paths } = openApiDocument([DEPRECATED], PUBLISHER) as {
    paths: { '/user': { get: { deprecated?: boolean } } }
  }
  expect(paths['/user'].get.deprecated).toBe(true)
  expect((await http.ask('/user')).headers.deprecation).toBeUndefined()
  expect((await http.ask('/openapi.json', { key: null })).text).not.toContain('"deprecated"')
})
