// The file of a ranking as of a past minute: who has a rank, and when it has no lines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoOfMinute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { NOW } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const OWN = '/accounts/1/rankings'

let web: TestWeb
let manager: Visitor
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' } })
  for (const [index, ccu] of [150, 40, 7].entries()) {
    const game = await web.track(index)
    await web.write(game.universeId, [NOW - 90], { ccu })
  }
  manager = await web.member('manager')
})
afterAll(() => web.stop())

test('a file of the past has no rank for a game that was not measured then, and no line where none was [WEB-34]', async () => {
  const linesAt = async (minute: number) => {
    const at = `${isoOfMinute(minute).slice(0, 16)}Z`
    const { text, headers } = await manager.get(`${OWN}/export?format=csv&at=${at}`)
    const time = at.slice(0, -1).replace('T', ' ').replace(':', '')
    expect(headers['content-disposition']).toContain(`Ranking of Own studio ${time}.csv`)
    return text.trimEnd().split('\r\n').slice(1)
  }
  const late = await web.track(3)
  await web.write(late.universeId, [NOW - 30], { ccu: 1_000 })
  const lines = await linesAt(NOW - 60)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['1', '2', '3', ''])
  expect(lines[3]).toContain(`${late.universeId},,`)
  const past = await manager.get(`${OWN}?at=${isoOfMinute(NOW - 60).slice(0, 16)}Z`)
  expect(past.text).toContain('not measured yet')
  const measured = await manager.get(`${OWN}?at=${isoOfMinute(NOW - 90).slice(0, 16)}Z`)
  expect(measured.text).toContain('197 players in 3 of 4 games')
  expect(past.text.match(/<td class="number rank">\d/g)).toHaveLength(3)
  expect(await linesAt(NOW - 3 * WEEK_MINUTES)).toEqual([])
})
