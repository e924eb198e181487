import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dayOf } from '../../../src/domain/clock.js'
import { exportPath, MIDNIGHT, REVENUE_COLUMN } from '../../support/export-files.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
})
afterAll(() => http.stop())

const TODAY = dayOf(MIDNIGHT)
const range = { start_date: '2026-06-15' }
const rows = z.object({ data: z.array(z.record(z.string(), z.unknown())) })

async function trackEarning(index: number) {
  const game = await http.track(index)
  await http.write(game.universeId, [MIDNIGHT - 1440 + 5, MIDNIGHT - 1440 + 6, MIDNIGHT - 1, MIDNIGHT, MIDNIGHT + 1])
  // The first day has no sample and so no record, to which revenue could belong.
  const days = [
    { day: TODAY - 2, amount: 1 },
    { day: TODAY - 1, amount: 12.5 },
    { day: TODAY, amount: 0 },
  ]
  await http.store.revenue.put(game.id, days)
  return game
}

describe("a day's revenue in an export", () => {
  it("stands on the day's first record, as a field of CSV and as a key of JSON [DATA-12]", async () => {
    const game = await trackEarning(0)
    const csv = (await http.ask(exportPath(game.id, { format: 'csv', ...range }))).text
    const earned = csv.split('\r\n').map((line) => line.split(',')[REVENUE_COLUMN])
    expect(earned).toEqual(['revenue', '12.5', '', '', '0', '', undefined])
    const { data } = rows.parse((await http.ask(exportPath(game.id, range))).json())
    expect(data.map((row) => ('revenue' in row ? row.revenue : 'no key'))).toEqual([
      12.5,
      'no key',
      'no key',
      0,
      'no key',
    ])
    expect(Object.keys(data[0] ?? {}).at(-1)).toBe('revenue')
  })

  it('stands on the first record that a coarser plan sees', async () => {
    const premium = await http.tenant({ plan: 'premium' })
    const game = await http.track(1, premium.account)
    await http.write(game.universeId, [MIDNIGHT + 3, MIDNIGHT + 4, MIDNIGHT + 5])
    await http.store.revenue.put(game.id, [{ day: TODAY, amount: 7 }])
    const { data } = rows.parse((await http.ask(exportPath(game.id), premium)).json())
    expect(data.map((row) => [row.timestamp, row.revenue])).toEqual([
      ['2026-06-17T00:03:00.000Z', 7],
      ['2026-06-17T00:05:00.000Z', undefined],
    ])
  })

  it('is not in the export of another account that tracks the universe [DATA-11]', async () => {
    await trackEarning(2)
    const stranger = await http.tenant()
    const game = await http.track(2, stranger.account)
    for (const format of ['csv', 'json']) {
      const { status, text } = await http.ask(exportPath(game.id, { format, ...range }), stranger)
      expect(status).toBe(200)
      expect(text).not.toContain('12.5')
    }
  })
})
