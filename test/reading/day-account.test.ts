// The account of a day: samples due = stored + missing by reason, to the unit.
import { afterEach, expect, test } from 'vitest'
import { dayOf, isoOfDay, minuteOf } from '../../src/domain/clock.js'
import { recordFigure } from '../ledger/ledger.js'
import { gapsOf, samplesOf } from '../sampling/series.js'
import { NOON } from '../support/start-app.js'
import { startWeb, type TestWeb } from '../web/support/start-web.js'

const NOW = minuteOf(NOON)
const DAY = dayOf(NOW)

let web: TestWeb
afterEach(() => web.stop())

async function today(universeId: number) {
  const game = await web.services.findGame.byNumber(web.account, universeId)
  const span = { from: DAY * 1_440, until: minuteOf(web.clock.now()) + 1 }
  return (await web.services.shownGame.describe({ account: web.account, game, isOwn: true }, span)).dayAccounts[0]
}

test('samples due are those stored and those missing by reason, to the unit [DATA-36]', async () => {
  web = await startWeb()
  const { universeId } = await web.track(0)
  await web.ticks(5)
  web.simulator.settings.intercept = () => ({ status: 500, headers: {}, body: Buffer.alloc(0) })
  await web.ticks(2)
  web.simulator.settings.intercept = undefined
  await web.ticks(3)
  web.clock.advance(7)
  await web.ticks(2)
  const account = await today(universeId)
  expect(account).toEqual({
    day: DAY,
    due: 19,
    stored: 10,
    gaps: [
      ['platform error', 2],
      ['not running', 7],
    ],
    unexplained: 0,
  })
  expect(await samplesOf(web, universeId)).toHaveLength(10)
  const missing = (await gapsOf(web, universeId)).reduce((sum, { from, until }) => sum + until - from, 0)
  expect(missing).toBe(9)
  await recordFigure(
    'account of a day',
    `${account?.due} samples due, ${account?.stored} stored, ${missing} missing with a reason`,
  )
})

test('counts the slots of the interval in force, and nothing before the game was added or while it is paused [DATA-36]', async () => {
  web = await startWeb({ terms: { plan: 'premium' } })
  const game = await web.track(0)
  expect(await today(game.universeId)).toBeUndefined()
  await web.ticks(11)
  expect(await today(game.universeId)).toMatchObject({ due: 3, stored: 3, gaps: [], unexplained: 0 })
  await web.services.games.change(game, { isActive: false })
  await web.ticks(30)
  expect(await today(game.universeId)).toMatchObject({ due: 3, stored: 3, gaps: [], unexplained: 0 })
})

test('stands on the page of the game, of the days of its newest gap [DATA-36]', async () => {
  web = await startWeb()
  const game = await web.services.games.change(await web.track(0), { isPublic: true })
  await web.ticks(2)
  web.clock.advance(1_440 - 2)
  await web.tick()
  const { text } = await web.visitor().get(`/games/${game.universeId}?range=7d`)
  expect(text).toContain(`${isoOfDay(DAY)}: 720 samples due = 2 stored + 718 missing (Headcount was not running).`)
})

test('each of ten days with a gap has its account, and the page says how many more there are [DATA-36]', async () => {
  web = await startWeb()
  const game = await web.services.games.change(await web.track(0), { isPublic: true })
  const pageAfter = async (days: number): Promise<string> => {
    for (let day = 0; day < days; day++) {
      web.clock.advance(1_440 - 1)
      await web.tick()
    }
    const { text } = await web.visitor().get(`/games/${game.universeId}?range=30d`)
    return /<details class="gaps".*?<\/details>/s.exec(text)?.[0] ?? ''
  }
  await web.tick()
  const few = await pageAfter(4)
  expect(few.match(/samples due/g)).toHaveLength(5)
  expect(few).not.toContain('Other days with gaps')
  const many = await pageAfter(8)
  expect(many.match(/samples due/g)).toHaveLength(10)
  expect(many).toContain('Other days with gaps: 3.')
})

test('stands on the page of the day of the gap in the reader’s zone, not of the day before [DATA-36]', async () => {
  web = await startWeb()
  const game = await web.services.games.change(await web.track(0), { isPublic: true })
  // Ten hours later, it is 10:00 PM in UTC, and the next day has begun in Berlin.
  web.clock.advance(599)
  await web.ticks(3)
  web.clock.advance(1)
  await web.ticks(2)
  const visitor = web.visitor()
  visitor.jar.set('time-zone', encodeURIComponent('Europe/Berlin'))
  const { text } = await visitor.get(`/games/${game.universeId}?range=7d`)
  const listed = /<details class="gaps".*?<\/details>/s.exec(text)?.[0] ?? ''
  expect(listed).toMatch(/Gaps \(2\)/)
  const accounts = [...listed.matchAll(/(\d{4}-\d\d-\d\d): ([\d,]+) samples due = ([^<]*)\./g)].map(
    ([, ...parts]) => parts,
  )
  expect(accounts).toEqual([
    [isoOfDay(DAY + 1), '5', '4 stored + 1 missing (Headcount was not running)'],
    [isoOfDay(DAY), '599', '1 stored + 598 missing (Headcount was not running)'],
  ])
})
