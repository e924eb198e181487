// Groups/GroupName, Groups/GroupOwner and Groups/GroupDescription.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findGroup } from '../../../src/simulator/world/groups.js'
import type { TestHttp } from '../../support/start-http.js'
import {
  expectBody,
  expectError,
  FORMS,
  fail,
  get,
  simulatorCalls,
  startLegacy,
  startWithRealLimits,
  UNKNOWN,
} from './support.js'

const nameAnswer = z.strictObject({ GroupId: z.string(), GroupName: z.string() })
const descriptionAnswer = z.strictObject({ GroupId: z.string(), GroupDescription: z.string() })
const ownerAnswer = z.strictObject({
  GroupId: z.string(),
  GroupOwner: z.strictObject({ Id: z.int(), Username: z.string() }).nullable(),
})
const GROUPS = 'GET groups/v2/groups'
const USERS = 'POST users/v1/users'

let http: TestHttp
beforeEach(async () => {
  http = await startLegacy()
})
afterEach(() => http.stop())

describe('a group', () => {
  it.each(FORMS)('is answered by name, owner and description under %s', async (form) => {
    const group = findGroup(1, 12)
    const name = await get(http, `${form}/Groups/GroupName?GroupId=12`)
    expect(await expectBody(name, nameAnswer)).toEqual({ GroupId: '12', GroupName: group?.name })
    const owner = await get(http, `${form}/Groups/GroupOwner?GroupId=12`)
    expect(await expectBody(owner, ownerAnswer)).toEqual({
      GroupId: '12',
      GroupOwner: { Id: group?.owner?.id, Username: group?.owner?.name },
    })
    const description = await get(http, `${form}/Groups/GroupDescription?GroupId=12`)
    expect(await expectBody(description, descriptionAnswer)).toEqual({
      GroupId: '12',
      GroupDescription: group?.description,
    })
  })

  it.each(FORMS)('may be named by the end of the path under %s', async (form) => {
    for (const look of ['GroupName', 'GroupOwner', 'GroupDescription']) {
      expect((await get(http, `${form}/Groups/${look}/12`)).json()).toMatchObject({ GroupId: '12' })
    }
  })

  it('is the one of the query where the path has something too [LEGACY-3]', async () => {
    expect((await get(http, '/platform/Groups/GroupName/12?GroupId=13')).json()).toMatchObject({ GroupId: '13' })
    expect((await get(http, '/platform/Groups/GroupName/anything?GroupId=13')).json()).toMatchObject({ GroupId: '13' })
    expectError(await get(http, '/platform/Groups/GroupName/12?GroupId=x'), 400, 'INVALID_PARAMETERS', /^GroupId must/)
  })

  it('without an owner has null for one', async () => {
    expect(await expectBody(await get(http, '/platform/Groups/GroupOwner?GroupId=128'), ownerAnswer)).toEqual({
      GroupId: '128',
      GroupOwner: null,
    })
  })

  it.each(['GroupName', 'GroupOwner', 'GroupDescription'])('that is unknown is not found: %s', async (look) => {
    expectError(await get(http, `/platform/Groups/${look}?GroupId=${UNKNOWN}`), 404, 'NOT_FOUND', /no group 12349/)
  })

  it.each([
    '',
    '?GroupId=',
    '?GroupId=0',
    '?GroupId=-1',
    '?GroupId=1.5',
    '?GroupId=1e3',
    '?GroupId=01',
    '?GroupId=9007199254740992',
    '?GroupId=12&GroupId=13',
    '?groupid=12',
    '/word',
  ])('is rejected where its id is missing or malformed: %s', async (rest) => {
    for (const look of ['GroupName', 'GroupOwner', 'GroupDescription']) {
      const answer = await get(http, `/platform/Groups/${look}${rest}`)
      expectError(answer, 400, 'INVALID_PARAMETERS', /^GroupId must be a whole number from 1 to 9007199254740991/)
    }
    expect(simulatorCalls(http)).toEqual([])
  })
})

describe('the platform', () => {
  it('is asked once for a group within 10 minutes, whichever of its facts is wanted [LEGACY-5]', async () => {
    for (const look of ['GroupName', 'GroupDescription', 'GroupOwner', 'GroupOwner', 'GroupName']) {
      await get(http, `/platform/Groups/${look}?GroupId=12`)
    }
    expect(simulatorCalls(http)).toEqual([GROUPS, USERS])
    http.clock.advance(9)
    await get(http, '/api/roblox/Groups/GroupName/12')
    expect(simulatorCalls(http)).toHaveLength(2)
    http.clock.advance(1)
    await get(http, '/platform/Groups/GroupName?GroupId=12')
    expect(simulatorCalls(http)).toEqual([GROUPS, USERS, GROUPS])
  })

  it('is not asked again for a while for a group that it does not know', async () => {
    await get(http, `/platform/Groups/GroupName?GroupId=${UNKNOWN}`)
    await get(http, `/platform/Groups/GroupName?GroupId=${UNKNOWN}`)
    expect(simulatorCalls(http)).toEqual([GROUPS])
    http.clock.advance(1)
    await get(http, `/platform/Groups/GroupName?GroupId=${UNKNOWN}`)
    expect(simulatorCalls(http)).toEqual([GROUPS, GROUPS])
  })

  it('is asked once by equal lookups at the same time [LEGACY-5]', async () => {
    http.simulator.settings.latencyMs = 100
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => get(http, '/platform/Groups/GroupName?GroupId=12')),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(simulatorCalls(http)).toEqual([GROUPS])
  })

  it('is asked for many groups in one call, within its limit of one call a second [PLATFORM-16]', async () => {
    await http.stop()
    http = await startWithRealLimits()
    const ids = Array.from({ length: 250 }, (_, n) => 1_000 + n).filter((id) => id % 10 !== 9)
    const answers = await Promise.all(ids.map((id) => get(http, `/platform/Groups/GroupName?GroupId=${id}`)))
    for (const [n, answer] of answers.entries()) {
      expect(answer.json()).toEqual({ GroupId: `${ids[n]}`, GroupName: findGroup(1, ids[n] ?? 0)?.name })
    }
    expect(http.simulator.requests.length).toBeLessThanOrEqual(5)
    expect(Math.max(...http.simulator.requests.map((request) => request.ids))).toBeLessThanOrEqual(100)
  })

  it('keeps the other groups of a batch when a row cannot be read, and does not report that one as unknown', async () => {
    const row = { id: 13, name: 'Good', description: null, owner: null }
    const body = JSON.stringify({ data: [{ id: 12, name: 5 }, row] })
    fail(http, /groups/, { status: 200, body })
    const [bad, good] = await Promise.all(
      [12, 13].map((id) => get(http, `/platform/Groups/GroupDescription?GroupId=${id}`)),
    )
    expect(good?.json()).toEqual({ GroupId: '13', GroupDescription: '' })
    if (bad) expectError(bad, 502, 'UPSTREAM_ERROR', /Roblox/)
  })

  it('may find a batch too long: then it is asked for the halves', async () => {
    http.simulator.settings.intercept = ({ query }) =>
      (query.get('groupIds')?.split(',').length ?? 0) > 2
        ? { status: 400, body: '{"errors":[{"code":2,"message":"Too many ids in request."}]}' }
        : undefined
    const answers = await Promise.all(
      [11, 12, 13, 14, 15].map((id) => get(http, `/platform/Groups/GroupName?GroupId=${id}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  it('that does not name an owner leaves an error, not a group without one', async () => {
    fail(http, /^\/v1\/users$/, { status: 200, body: '{"data":[]}' })
    expectError(await get(http, '/platform/Groups/GroupOwner?GroupId=12'), 502, 'UPSTREAM_ERROR', /owns group 12/)
  })
})
