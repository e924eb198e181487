// A summary counts the readable days and names the damaged ones.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, isoOfMinute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { minutes } from '../../support/export-files.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { DAMAGED, damageWeek, dateOf, FIRST, writeWeeks } from './weeks.js'

let http: TestHttp
let game: Game

beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
  await writeWeeks(http, game)
})
afterEach(() => http.stop())

interface DamagedSummary {
  readonly samples: number
  readonly history?: readonly { readonly date: string }[]
  readonly [field: string]: unknown
}

async function ask(first: number, last: number): Promise<DamagedSummary> {
  const range = `start_date=${dateOf(first)}&end_date=${dateOf(last)}`
  const one = (await http.ask(`/games/${game.id}/summary?${range}`)).json() as { summary: DamagedSummary; history: [] }
  const all = (await http.ask(`/games/summary?${range}`)).json() as { summaries: [DamagedSummary] }
  expect(all.summaries[0]).toEqual({ ...one.summary, history: one.history })
  return all.summaries[0]
}

const week = { from: isoOfMinute(DAMAGED), until: isoOfMinute(DAMAGED + WEEK_MINUTES) }

describe('a summary of a damaged week', () => {
  it('leaves its samples out of every number, and lists it [API-22]', async () => {
    await http.write(game.universeId, [DAMAGED + 5], { ccu: 900 })
    expect(await ask(-7, 13)).toMatchObject({ samples: 3 * WEEK_MINUTES, ccu: { max: 900 } })
    damageWeek(http, game)
    // Damage is found when samples are read, as by an export or the daily verification.
    await http.store.series.damage(game.universeId, { from: DAMAGED, until: DAMAGED + 1 }, 'fresh')
    const summary = await ask(-7, 13)
    expect(summary).toMatchObject({
      samples: 2 * WEEK_MINUTES,
      coverage: 0.666667,
      ccu: { min: 10, average: 10, max: 10, peak_at: isoOfMinute(FIRST), latest: 10 },
      player_hours: (2 * WEEK_MINUTES * 10) / 60,
      damaged: [week],
    })
    expect(summary.history?.map(({ date }) => date)).toEqual(
      [-7, -6, -5, -4, -3, -2, -1, 7, 8, 9, 10, 11, 12, 13].map(dateOf),
    )
  })

  it('lists the part that lies in the range, and nothing where none does', async () => {
    damageWeek(http, game)
    const from = isoOfMinute(DAMAGED + 6 * DAY_MINUTES)
    expect(await ask(6, 8)).toMatchObject({ samples: 2 * DAY_MINUTES, damaged: [{ from, until: week.until }] })
    expect(await ask(2, 3)).toMatchObject({ samples: 0, damaged: [{ from: isoOfMinute(DAMAGED + 2 * DAY_MINUTES) }] })
    expect(await ask(7, 13)).not.toHaveProperty('damaged')
  })

  it('counts it again, and lists nothing, once it was imported again', async () => {
    damageWeek(http, game)
    expect(await ask(-7, 13)).toHaveProperty('damaged')
    await http.write(game.universeId, minutes(DAY_MINUTES, DAMAGED), { ccu: 10 })
    const until = { from: isoOfMinute(DAMAGED + DAY_MINUTES), until: week.until }
    expect(await ask(-7, 13)).toMatchObject({ samples: 2 * WEEK_MINUTES + DAY_MINUTES, damaged: [until] })
    await http.write(game.universeId, minutes(WEEK_MINUTES, DAMAGED), { ccu: 10 })
    const summary = await ask(-7, 13)
    expect(summary).toMatchObject({ samples: 3 * WEEK_MINUTES, coverage: 1 })
    expect(summary).not.toHaveProperty('damaged')
  })
})
