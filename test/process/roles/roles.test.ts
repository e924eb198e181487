// What a process does: everything, unless it shares a PostgreSQL database with others.
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.js'
import { startHttpApp } from '../../support/start-http.js'

describe('ROLES', () => {
  it('are all of them by default, in any order [PROCESS-43]', () => {
    expect(readConfig({}).ROLES).toEqual(['api', 'bot', 'poller'])
    expect(readConfig({ ROLES: 'poller, bot,api' }).ROLES).toEqual(['poller', 'bot', 'api'])
  })

  it.each(['api', 'poller', 'bot,poller'])(
    'of %s are rejected with a SQLite file, with the reason [PROCESS-43]',
    (value) => {
      expect(() => readConfig({ ROLES: value })).toThrow(
        /ROLES takes api,bot,poller with a SQLite file.*PostgreSQL only/,
      )
    },
  )

  it('of another name are rejected with those that there are [PROCESS-43]', () => {
    expect(() => readConfig({ ROLES: 'web' })).toThrow('ROLES takes what this process does: api, bot, poller')
  })
})

it('a process without the role of the API answers how it is, and nothing else [PROCESS-43]', async () => {
  const http = await startHttpApp({ settings: { servesOnlyHealth: true, metricsToken: 'a-token' } })
  onTestFinished(() => http.stop())
  const statusOf = async (path: string) => (await fetch(http.url + path)).status
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200])
  expect([await statusOf('/'), await statusOf('/api/v1/games'), await statusOf('/setup')]).toEqual([404, 404, 404])
  expect(await statusOf('/metrics')).toBe(401)
})
