import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gameExport } from '../../../src/http/api/endpoints/game-export.js'
import { ADDED_JSON, exportPath, MIDNIGHT, minutes } from '../../support/export-files.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRateHeaders, expectRejection } from '../expect-answer.js'

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
})
afterAll(() => http.stop())

/** The schema that the endpoint declares, without further fields. */
const declared = gameExport.response.extend({ success: z.literal(true) }).strict()
const rows = z.object({ data: z.array(z.object({ timestamp: z.string() })) })
/** The times of the samples in minutes since midnight of today. */
const offsets = (document: unknown): number[] =>
  rows.parse(document).data.map(({ timestamp }) => Date.parse(timestamp) / 60_000 - MIDNIGHT)

describe('an export as JSON', () => {
  it('is what is answered without a format: the document of the contract, in its order [API-25]', async () => {
    const game = await http.track(0)
    await http.write(game.universeId, [MIDNIGHT], { likes: null, dislikes: null })
    await http.write(game.universeId, [MIDNIGHT + 1439])
    const answer = await http.ask(exportPath(game.id))
    const id = game.universeId
    const first = `{"timestamp":"2026-06-17T00:00:00.000Z","universe_id":${id},"CCU":1,"visits":2,"favorites":3,"likes":null,"dislikes":null${ADDED_JSON}}`
    const last = `{"timestamp":"2026-06-17T23:59:00.000Z","universe_id":${id},"CCU":1,"visits":2,"favorites":3,"likes":4,"dislikes":5${ADDED_JSON}}`
    const head = `{"id":${game.id},"name":${JSON.stringify(game.name)},"universe_id":${id}}`
    expect(answer.text).toBe(
      `{"success":true,"game":${head},"start_date":"2026-06-17","end_date":"2026-06-17","data":[${first},${last}],"count":2}`,
    )
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expectRateHeaders(answer, 500)
    expect((await http.ask(exportPath(game.id, { format: 'json' }))).text).toBe(answer.text)
    expect((await http.ask(exportPath(game.universeId))).text).toBe(answer.text)
  })

  it('is a valid document with the right count, empty or of many days', async () => {
    const game = await http.track(1)
    const empty = (await http.ask(exportPath(game.id))).json()
    expect(declared.parse(empty)).toMatchObject({ count: 0 })
    for (const day of [3, 2, 1]) await http.write(game.universeId, minutes(1440, MIDNIGHT - day * 1440))
    const full = (await http.ask(exportPath(game.id, { start_date: '2026-06-01' }))).json()
    const parsed = declared.parse(full)
    expect(parsed).toMatchObject({ count: 4320, start_date: '2026-06-01' })
    expect(offsets(full)).toEqual(minutes(4320, -4320))
  })

  it('stays a document whatever the game is called [DATA-38]', async () => {
    const game = await http.track(2)
    const name = '"}],\\ \u0000\u2028 </script> 🎮'
    http.simulator.set(game.universeId, { name })
    await http.tick()
    expect((await http.ask(exportPath(game.id))).json()).toMatchObject({
      ...{ game: { name: name.replace('\0', '\uFFFD') }, count: 1 },
    })
  })

  it('takes in both of its days whole, and nothing of their neighbors', async () => {
    const game = await http.track(3)
    await http.write(game.universeId, [MIDNIGHT - 2881, MIDNIGHT - 2880, MIDNIGHT - 1, MIDNIGHT])
    const range = { start_date: '2026-06-15', end_date: '2026-06-16' }
    expect(offsets((await http.ask(exportPath(game.id, range))).json())).toEqual([-2880, -1])
  })
})

describe('the resolution of an export', () => {
  it('is the first sample of each slot of the plan, of a universe that others sample each minute [PLANS-10]', async () => {
    const [premium, enterprise] = [await http.tenant({ plan: 'premium' }), await http.tenant()]
    const [seen, all] = [await http.track(4, premium.account), await http.track(4, enterprise.account)]
    const all12 = [0, 1, 2, 3, 4, 7, 8, 10, 11, 15, 29, 1439]
    await http.write(
      seen.universeId,
      all12.map((offset) => MIDNIGHT + offset),
    )
    expect(offsets((await http.ask(exportPath(seen.id), premium)).json())).toEqual([0, 7, 10, 15, 29, 1439])
    expect(offsets((await http.ask(exportPath(all.id), enterprise)).json())).toEqual(all12)
    const csv = (await http.ask(exportPath(seen.id, { format: 'csv' }), premium)).text
    expect(csv.split('\r\n')).toHaveLength(6 + 2)
  })

  it('is every fifth minute for premium while ticks come each minute', async () => {
    const premium = await http.tenant({ plan: 'premium' })
    const game = await http.track(5, premium.account)
    await http.track(5)
    await http.ticks(11)
    const noon = offsets((await http.ask(exportPath(game.id), premium)).json()).map((offset) => offset - 720)
    expect(noon).toEqual([0, 5, 10])
  })

  it('is one an hour beyond the days that the plan keeps in full [PLANS-12]', async () => {
    const premium = await http.tenant({ plan: 'premium' })
    const game = await http.track(6, premium.account)
    const past = MIDNIGHT - 91 * 1440
    await http.write(game.universeId, minutes(1440, past))
    await http.write(game.universeId, minutes(1440, past + 1440))
    const range = { start_date: '2026-03-18', end_date: '2026-03-19' }
    const found = offsets((await http.ask(exportPath(game.id, range), premium)).json())
    expect(found).toEqual([...minutes(24, -91 * 1440, 60), ...minutes(288, -90 * 1440, 5)])
  })
})

it("answers 404 for another account's game as for none", async () => {
  const stranger = await http.tenant()
  const game = await http.track(7)
  for (const format of ['json', 'csv'])
    expectRejection(await http.ask(exportPath(game.id, { format }), stranger), 404, 'NOT_FOUND')
})
