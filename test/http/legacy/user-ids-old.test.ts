// Users/UserIds-old: the user record for a name.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { keyOf } from '../../../src/simulator/world/hash.js'
import { pastNamesOf, userNameOf } from '../../../src/simulator/world/people.js'
import type { TestHttp } from '../../support/start-http.js'
import { startStopwatch } from '../../support/stopwatch.js'
import { ERROR_500, expectBody, expectError, FORMS, fail, get, simulatorCalls, startLegacy } from './support.js'

const record = z.strictObject({
  Id: z.int(),
  Username: z.string(),
  AvatarUri: z.literal('null'),
  AvatarFinal: z.literal('false'),
  IsOnline: z.enum(['true', 'false']),
})
const BY_NAME = 'POST users/v1/usernames/users'
const PRESENCE = 'POST presence/v1/presence/users'
const isOnline = (id: number) => keyOf(1, id) % 5 === 0
const someone = (online: boolean) =>
  Array.from({ length: 200 }, (_, n) => 10 * n + 1).find((id) => isOnline(id) === online) ?? 0
const pathOf = (name: string) => `/platform/Users/UserIds-old?Usernames=${encodeURIComponent(name)}`

let http: TestHttp
beforeEach(async () => {
  http = await startLegacy()
})
afterEach(() => http.stop())

describe('the user record', () => {
  it.each(FORMS)('is answered under %s, with words where the specification has words [LEGACY-9]', async (form) => {
    for (const online of [true, false]) {
      const id = someone(online)
      const answer = await get(http, `${form}/Users/UserIds-old?Usernames=${userNameOf(1, id)}`)
      expect(await expectBody(answer, record)).toEqual({
        Id: id,
        Username: userNameOf(1, id),
        AvatarUri: 'null',
        AvatarFinal: 'false',
        IsOnline: `${online}`,
      })
    }
  })

  it('is found by a past name too, whatever its case, and shows the present one [PLATFORM-14]', async () => {
    const [past = ''] = pastNamesOf(1, 123)
    const answer = await get(http, pathOf(past.toUpperCase()))
    expect(await expectBody(answer, record)).toMatchObject({ Id: 123, Username: userNameOf(1, 123) })
  })

  it('of a banned user is answered', async () => {
    expect((await get(http, pathOf(userNameOf(1, 128)))).json()).toMatchObject({ Id: 128 })
  })

  it.each(['nobody-of-this-name', 'a b', '*'])('of nobody is not found: %s', async (name) => {
    expectError(await get(http, pathOf(name)), 404, 'NOT_FOUND', /no user of this name/)
  })

  it.each([
    '',
    '?Usernames=',
    '?Usernames=%20',
    '?Usernames=a&Usernames=b',
    `?Usernames=${'a'.repeat(51)}`,
    '?Usernames=a%00',
  ])('is rejected where the name is missing or malformed: %s', async (query) => {
    const answer = await get(http, `/platform/Users/UserIds-old${query}`)
    expectError(answer, 400, 'INVALID_PARAMETERS', /^Usernames must be a text of 1 to 50 characters/)
    expect(simulatorCalls(http)).toEqual([])
  })
})

describe('the platform', () => {
  it('is asked for a name once in 10 minutes, and for the presence once in one', async () => {
    const path = pathOf(userNameOf(1, 123))
    await get(http, path)
    await get(
      http,
      path.toLowerCase().replace('/platform/users/userids-old?usernames', '/platform/Users/UserIds-old?Usernames'),
    )
    expect(simulatorCalls(http)).toEqual([BY_NAME, PRESENCE])
    http.clock.advance(1)
    await get(http, path)
    expect(simulatorCalls(http)).toEqual([BY_NAME, PRESENCE, PRESENCE])
    http.clock.advance(9)
    await get(http, path)
    expect(simulatorCalls(http)).toEqual([BY_NAME, PRESENCE, PRESENCE, BY_NAME, PRESENCE])
  })

  it('is asked in batches by many at once, at most 100 names and 50 presences a call [PLATFORM-25]', async () => {
    http.simulator.settings.latencyMs = 150
    const ids = Array.from({ length: 120 }, (_, n) => 10 * n + 1)
    const answers = await Promise.all(ids.map((id) => get(http, pathOf(userNameOf(1, id)))))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    // On a busy machine not all of them are waiting when a batch begins; one by one, they would be 240 calls.
    expect(http.simulator.requests.length).toBeLessThan(40)
    for (const { service, ids: count } of http.simulator.requests) {
      expect(count).toBeLessThanOrEqual(service === 'presence' ? 50 : 100)
    }
  })

  it('may lack the presence: the record is answered without', async () => {
    fail(http, /presence/, ERROR_500)
    const answer = await get(http, pathOf(userNameOf(1, someone(true))))
    expect(await expectBody(answer, record)).toMatchObject({ IsOnline: 'false' })
  })

  it('may hang over the presence: the record is not held up for long', async () => {
    fail(http, /presence/, { hang: true })
    const stopwatch = startStopwatch()
    expect((await get(http, pathOf(userNameOf(1, someone(true))))).status).toBe(200)
    expect(stopwatch.passed()).toBeLessThan(4_500)
  })
})
