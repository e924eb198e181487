// Users, groups and what they have made.
import { describe, expect, it } from 'vitest'
import { legacyErrorBody } from '../../src/platform/schemas/errors.js'
import { groupRecord, groupRow } from '../../src/platform/schemas/groups.js'
import { accountGameRow } from '../../src/platform/schemas/universes.js'
import {
  pastNameRow,
  presenceAnswer,
  presenceRow,
  userByIdRow,
  userByNameRow,
  userRecord,
} from '../../src/platform/schemas/users.js'
import { listAnswer, pageAnswer } from '../../src/platform/schemas/wire.js'
import type { SimulatorHandle } from '../../src/simulator/simulator.js'
import { ask, gameAt, type SimulatorResponse, send, simulate } from './ask.js'

const rejection = ({ status, json }: SimulatorResponse) => [status, legacyErrorBody.parse(json).errors[0]?.code]

/** All pages of a list. */
const walk = async (simulator: SimulatorHandle, path: string) => {
  const rows: unknown[] = []
  let [pages, cursor]: [number, string | null | undefined] = [0, '']
  while (cursor !== null && cursor !== undefined) {
    const page = pageAnswer.parse((await ask(simulator, `${path}&cursor=${cursor}`)).json)
    rows.push(...page.data)
    cursor = page.nextPageCursor
    pages++
  }
  return { rows, pages }
}

describe('users', () => {
  it('are found by id, banned ones too, unknown ones not', async () => {
    const simulator = await simulate()
    expect(userRecord.parse((await ask(simulator, 'users/v1/users/1')).json)).toMatchObject({ id: 1, isBanned: false })
    expect(userRecord.parse((await ask(simulator, 'users/v1/users/28')).json).isBanned).toBe(true)
    for (const id of ['9', '0', 'x', '99999999999']) {
      expect(rejection(await ask(simulator, `users/v1/users/${id}`))).toEqual([404, 3])
    }
  })

  it('have past names in pages, oldest first or newest first', async () => {
    const simulator = await simulate()
    const path = 'users/v1/users/3000/username-history?limit=50'
    const up = await walk(simulator, `${path}&sortOrder=Asc`)
    const down = await walk(simulator, `${path}&sortOrder=Desc`)
    const names = up.rows.map((row) => pastNameRow.parse(row).name)
    expect([names.length, new Set(names).size, up.pages]).toEqual([60, 60, 2])
    expect(down.rows).toEqual(up.rows.toReversed())
    expect((await ask(simulator, 'users/v1/users/10/username-history')).json.data).toEqual([])
    expect(rejection(await ask(simulator, 'users/v1/users/9/username-history'))).toEqual([400, 3])
  })

  it('are found by their present and past names, whatever the case', async () => {
    const simulator = await simulate()
    const user = userRecord.parse((await ask(simulator, 'users/v1/users/21')).json)
    const past = (await ask(simulator, 'users/v1/users/21/username-history')).json.data[0].name
    const usernames = [user.name.toUpperCase(), past, 'nobody', 'Nobody9', 'Someone21']
    const { json } = await send(simulator, 'users/v1/usernames/users', { usernames })
    const rows = listAnswer.parse(json).data.map((row) => userByNameRow.parse(row))
    expect(rows.map(({ requestedUsername, name }) => [requestedUsername, name])).toEqual([
      [user.name.toUpperCase(), user.name],
      [past, user.name],
    ])
  })

  it('come by ids at once, without unknown ones, and without banned ones where asked', async () => {
    const simulator = await simulate()
    const ids = async (body: object) => {
      const { json } = await send(simulator, 'users/v1/users', body)
      return listAnswer.parse(json).data.map((row) => userByIdRow.parse(row).id)
    }
    expect(await ids({ userIds: [1, 8, 9, 1] })).toEqual([1, 8])
    expect(await ids({ userIds: [1, 8, 9], excludeBannedUsers: true })).toEqual([1])
  })

  it('are rejected in too large a number or a wrong shape', async () => {
    const simulator = await simulate()
    const userIds = Array.from({ length: 101 }, (_, i) => i + 1)
    const usernames = userIds.map((id) => `name${id}`)
    expect(rejection(await send(simulator, 'users/v1/users', { userIds }))).toEqual([400, 1])
    expect(rejection(await send(simulator, 'users/v1/usernames/users', { usernames }))).toEqual([400, 2])
    expect(rejection(await send(simulator, 'presence/v1/presence/users', { userIds }))).toEqual([400, 2])
    expect((await send(simulator, 'users/v1/users', { userIds: 'x' })).status).toBe(400)
  })

  it('are online or not', async () => {
    const simulator = await simulate()
    const userIds = Array.from({ length: 50 }, (_, i) => i + 1)
    const { json } = await send(simulator, 'presence/v1/presence/users', { userIds })
    const rows = presenceAnswer.parse(json).userPresences.map((row) => presenceRow.parse(row))
    expect(rows).toHaveLength(45)
    expect(new Set(rows.map((row) => row.userPresenceType))).toEqual(new Set([0, 1]))
  })
})

describe('groups', () => {
  it('come singly with their owner, who may be nobody', async () => {
    const simulator = await simulate()
    const group = groupRecord.parse((await ask(simulator, 'groups/v1/groups/5351021')).json)
    expect(group).toMatchObject({ id: 5351021, owner: { userId: expect.any(Number), username: expect.any(String) } })
    expect(userRecord.parse((await ask(simulator, `users/v1/users/${group.owner?.userId}`)).json).name).toBe(
      group.owner?.username,
    )
    expect(groupRecord.parse((await ask(simulator, 'groups/v1/groups/18')).json).owner).toBeNull()
    expect((await ask(simulator, 'groups/v1/groups/17')).json.name).toBe('[ Content Deleted 17 ]')
    expect((await ask(simulator, 'groups/v1/groups/16')).json.isLocked).toBe(true)
    expect(rejection(await ask(simulator, 'groups/v1/groups/19'))).toEqual([400, 1])
  })

  it('come in numbers with the owner as an id', async () => {
    const simulator = await simulate()
    const { json } = await ask(simulator, 'groups/v2/groups?groupIds=5,18,19')
    const rows = listAnswer.parse(json).data.map((row) => groupRow.parse(row))
    expect(rows.map(({ id }) => id)).toEqual([5, 18])
    expect(rows[0]?.owner).toMatchObject({ id: expect.any(Number) })
    expect(rows[1]?.owner).toBeNull()
    expect(rejection(await ask(simulator, 'groups/v2/groups?groupIds=x'))).toEqual([400, 3])
    const many = Array.from({ length: 101 }, (_, i) => i + 1)
    expect(rejection(await ask(simulator, `groups/v2/groups?groupIds=${many}`))).toEqual([400, 2])
  })
})

describe("an account's games", () => {
  it('come in pages that add up, each row once', async () => {
    const simulator = await simulate()
    const { rows, pages } = await walk(simulator, 'games/v2/users/2500/games?accessFilter=2&limit=50')
    const games = rows.map((row) => accountGameRow.parse(row))
    expect([pages, games.length, new Set(games.map((game) => game.id)).size]).toEqual([3, 120, 120])
    const down = await walk(simulator, 'games/v2/users/2500/games?limit=10&sortOrder=Desc')
    expect(down.pages).toBe(12)
    expect(down.rows).toEqual(rows.toReversed())
  })

  it('are too many to walk for one account', async () => {
    const simulator = await simulate()
    expect((await walk(simulator, 'games/v2/users/15000/games?limit=50')).pages).toBe(42)
  })

  it('hold the games of the world that the account made, with their live visits', async () => {
    const simulator = await simulate()
    const [byGroup, byUser] = [gameAt(simulator, 0), gameAt(simulator, 1)]
    const ofGroup = await ask(simulator, `games/v2/groups/${byGroup.creator.id}/gamesV2?limit=100`)
    expect(listAnswer.parse(ofGroup.json).data.map((row) => accountGameRow.parse(row).id)).toEqual([byGroup.universeId])
    simulator.set(byUser.universeId, { visits: 123 })
    const ofUser = await ask(simulator, `games/v2/users/${byUser.creator.id}/games?limit=50`)
    expect(accountGameRow.parse(ofUser.json.data[0])).toMatchObject({ id: byUser.universeId, placeVisits: 123 })
    simulator.hidden.add(byGroup.universeId)
    expect((await ask(simulator, `games/v2/groups/${byGroup.creator.id}/gamesV2`)).json.data).toEqual([])
  })

  it('are none for nobody and in private, and reject a wrong limit or cursor', async () => {
    const simulator = await simulate()
    const path = 'games/v2/users/2500/games'
    expect((await ask(simulator, 'games/v2/users/9/games')).json.data).toEqual([])
    expect((await ask(simulator, `${path}?accessFilter=4`)).json.data).toEqual([])
    const limit = await ask(simulator, `${path}?limit=100`)
    expect([limit.status, limit.json.errors[0].message]).toEqual([400, 'Allowed values: 10, 25, 50'])
    const foreign = (await ask(simulator, 'games/v2/users/12500/games')).json.nextPageCursor
    expect((await ask(simulator, `${path}?cursor=${foreign}`)).status).toBe(400)
  })
})
