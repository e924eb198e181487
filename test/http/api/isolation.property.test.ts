// WEB-3: an account learns nothing about another one: foreign and missing ids get equal responses.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp, type TestResponse } from '../../support/start-http.js'
import { rounds } from '../../support/test-run.js'

const NOW = NOON / 60_000
const TODAY = '2026-06-17'
const RANGE = `start_date=${TODAY}&end_date=${TODAY}`
/** An id that no game and no simulated universe has. */
const NEVER = 8_999_999_999_999_999
const UNIVERSES = 6

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp({ settings: { trustProxy: true } })
  for (const { universeId } of http.simulator.world.games.slice(0, UNIVERSES)) {
    await http.services.games.add(http.account, { universeId })
    await http.write(universeId, [NOW - 1440, NOW], { ccu: universeId % 97 })
  }
})
afterAll(() => http.stop())

interface GameTenant extends Tenant {
  readonly games: readonly Game[]
  /** Values that no other account may read, in forms that cannot occur by chance. */
  readonly secrets: readonly string[]
}

let made = 0

async function makeAccount(universes: readonly number[]): Promise<GameTenant> {
  const mark = `mark${++made}x${made * 7_919}`
  const tenant = await http.tenant({ name: `Account ${mark}` })
  const extra = await http.services.keys.create(tenant.account, `key ${mark}`)
  const games: Game[] = []
  const secrets = [mark, tenant.key.slice(8), tenant.key.slice(0, 12), extra.prefix]
  for (const index of universes) {
    const game = await http.track(index, tenant.account)
    const channelId = `77${String(made).padStart(6, '0')}${String(index).padStart(6, '0')}`
    const amount = 1_000_000 + made * 1_000 + index + 0.125
    games.push(await http.services.games.change(game, { channelId }))
    await http.store.revenue.put(game.id, [{ day: Math.floor(NOW / 1440), amount }])
    secrets.push(channelId, `${amount}`)
  }
  return { ...tenant, games, secrets }
}

/** Every endpoint that takes an id. */
const withId = (id: number): string[] => [
  `/games/${id}/stats`,
  `/games/${id}/summary`,
  `/games/${id}/summary?${RANGE}`,
  `/games/${id}/export?${RANGE}`,
  `/games/${id}/export?${RANGE}&format=csv`,
  `/games/summary?game_id=${id}`,
  `/games/summary?game_id=${id}&${RANGE}`,
]
const WITHOUT_ID = ['/games', `/games/summary?${RANGE}`, '/user', '/usage', '/rankings', '/rankings?by=visits']

let caller = 0
const ask = (path: string, { key }: Pick<Tenant, 'key'>, method = 'GET'): Promise<TestResponse> =>
  http.ask(path, { key, method, headers: { 'x-forwarded-for': `10.1.${(caller++ >> 8) & 255}.${caller & 255}` } })

const VOLATILE = new Set([
  'date',
  'etag',
  'content-length',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
])

/** The response without the requested id and without values that change every second. */
function shapeOf(answer: TestResponse, id: number) {
  const headers = Object.entries(answer.headers).filter(([name]) => !VOLATILE.has(name))
  return { status: answer.status, body: answer.text.replaceAll(`${id}`, 'ID'), headers: Object.fromEntries(headers) }
}

const someUniverses = fc.uniqueArray(fc.nat({ max: UNIVERSES - 1 }), { maxLength: 4 })

async function expectNothingSeen(reader: GameTenant, owner: GameTenant): Promise<void> {
  const own = new Set(reader.games.flatMap((game) => [game.id, game.universeId]))
  const foreign = owner.games.flatMap((game) => [game.id, game.universeId]).filter((id) => !own.has(id))
  const none = await Promise.all(withId(NEVER).map((path) => ask(path, reader)))
  for (const id of foreign) {
    for (const [index, path] of withId(id).entries()) {
      const answer = await ask(path, reader)
      const expected = none[index]
      if (!expected) throw new Error('The lists of paths differ.')
      expect(shapeOf(answer, id), path).toEqual(shapeOf(expected, NEVER))
      expect(answer.status, path).toBe(404)
    }
    for (const method of ['HEAD', 'POST']) {
      const [theirs, nobodys] = [`/games/${id}/stats`, `/games/${NEVER}/stats`].map((path) => ask(path, reader, method))
      expect((await theirs)?.status).toBe((await nobodys)?.status)
    }
  }
}

async function readAll(reader: GameTenant): Promise<string> {
  const paths = [...WITHOUT_ID, ...reader.games.flatMap((game) => [...withId(game.id), ...withId(game.universeId)])]
  const answers: TestResponse[] = []
  for (const path of paths) answers.push(await ask(path, reader))
  for (const [index, answer] of answers.entries()) expect(answer.status, paths[index]).toBe(200)
  return answers.map((answer) => answer.text + JSON.stringify(answer.headers)).join('\n')
}

/** The ids of all games that the lists show. */
async function shownIds(reader: GameTenant): Promise<Set<number>> {
  const lists = await Promise.all(
    WITHOUT_ID.filter((path) => !/user|usage/.test(path)).map((path) => ask(path, reader)),
  )
  return new Set(lists.flatMap(({ text }) => [...text.matchAll(/"id":(\d+)/g)].map((match) => Number(match[1]))))
}

const gamesOf = async (reader: GameTenant) =>
  ((await ask('/games', reader)).json() as { games: { id: number }[] }).games

describe('two accounts, whatever they track', () => {
  it('get the same answer about what the other has as about what nobody has, and see nothing of it [WEB-3]', async () => {
    await fc.assert(
      fc.asyncProperty(someUniverses, someUniverses, async (first, second) => {
        const [one, two] = [await makeAccount(first), await makeAccount(second)]
        for (const [reader, owner] of [
          [one, two],
          [two, one],
        ] as const) {
          await expectNothingSeen(reader, owner)
          const text = await readAll(reader)
          for (const secret of owner.secrets) expect(text).not.toContain(secret)
          expect(await shownIds(reader)).toEqual(new Set(reader.games.map(({ id }) => id)))
          expect((await gamesOf(reader)).map(({ id }) => id).sort()).toEqual(reader.games.map(({ id }) => id).sort())
        }
        for (const { account } of [one, two]) await http.services.accounts.remove(`${account.id}`)
      }),
      { numRuns: rounds({ short: 5, long: 12 }) },
    )
  })

  it('read the shared universe alike, each with its own revenue', async () => {
    const [one, two] = [await makeAccount([0, 1]), await makeAccount([1])]
    const shared = [one.games[1], two.games[0]]
    const bodies = await Promise.all(
      [one, two].map((owner, index) => ask(`/games/${shared[index]?.universeId}/summary?${RANGE}`, owner)),
    )
    const revenues = bodies.map((answer) => (answer.json() as { summary: { revenue: unknown } }).summary.revenue)
    expect(revenues[0]).not.toEqual(revenues[1])
    const [mine, theirs] = bodies.map((answer) => ({
      ...(answer.json() as { summary: object }).summary,
      ...{ id: 0, revenue: 0 },
    }))
    expect(mine).toEqual(theirs)
  })
})

describe('what one account does', () => {
  it('moves no count, no limit and no last use of another', async () => {
    const [one, two] = [await makeAccount([0]), await makeAccount([1])]
    const before = (await ask('/usage', two)).json() as {
      usage: { games: object; rate_limit: object; requests: { today: number; last_30_days: number } }
    }
    for (const path of WITHOUT_ID) await ask(path, one)
    for (const id of two.games.map((game) => game.id)) await ask(`/games/${id}/stats`, one)
    const { games, rate_limit, requests } = before.usage
    const after = (await ask('/usage', two)).json()
    // API-50: asking for the usage is neither charged nor counted.
    expect(after).toMatchObject({
      usage: { games, rate_limit: { ...rate_limit, reset: expect.any(Number) }, requests },
    })
  })

  it('leaves the game of another untouched when it pauses or removes its own of the same universe', async () => {
    const [one, two] = [await makeAccount([2]), await makeAccount([2])]
    const [game] = one.games
    const before = [(await ask('/games', two)).text, (await ask('/rankings', two)).text]
    if (game) await http.services.games.change(game, { isActive: false })
    expect([(await ask('/games', two)).text, (await ask('/rankings', two)).text]).toEqual(before)
    if (game) await http.services.games.remove(game)
    expect([(await ask('/games', two)).text, (await ask('/rankings', two)).text]).toEqual(before)
    expect(await gamesOf(one)).toEqual([])
  })
})
