// What the page of a game shows of days, of updates and of counters, and in which order and scale.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromWire, type WireChart } from '../../../src/charts/page/wire.js'
import { dayOf, isoOfDay, msOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import type { ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import { SOME_FACTS } from '../../bot/notifications/posting.js'
import { NOW } from '../support/history.js'
import type { TestWeb, Visitor } from '../support/start-web.js'
import { startTwoGames } from '../support/two-games.js'

const TODAY = dayOf(NOW)
const [FROM, TO] = [isoOfDay(TODAY - 2), isoOfDay(TODAY)]

let web: TestWeb
let shown: Game
let hidden: Game
let viewer: Visitor
beforeAll(async () => {
  ;({ web, shown, hidden, viewer } = await startTwoGames())
  await web.store.revenue.put(shown.id, [{ day: TODAY - 1, amount: 77_123.5 }])
})
afterAll(() => web.stop())

const ownBase = (game: Game) => `/accounts/${web.account.id}/games/${game.id}`
const publicBase = (game: Game) => `/games/${game.universeId}`

test('counters are drawn as what they gained in each hour or day, or as totals [WEB-26]', async () => {
  const chart = async (query: string) => {
    const { text } = await web.visitor().get(`${publicBase(shown)}/series?metric=visits&${query}`)
    return fromWire(JSON.parse(text) as WireChart)
  }
  const hours = await chart('range=24h')
  expect([hours.per, hours.texts.metric, hours.series[0]?.interval]).toEqual(['hour', 'Visits per hour', 60])
  expect(new Set(hours.series[0]?.values)).toEqual(new Set([600]))
  expect((hours.series[0]?.minutes ?? []).every((minute) => minute % 60 === 0)).toBe(true)
  const days = await chart('range=30d')
  expect([days.per, days.texts.metric]).toEqual(['day', 'Visits per day'])
  expect(new Set(days.series[0]?.values)).toEqual(new Set([14_400]))
  // Six hours of the week are missing, so no change is shown for an hour that begins or ends in them.
  const week = await chart('range=7d')
  expect(week.series[0]?.minutes.length).toBeLessThan(7 * 24 - 5)
  expect(new Set(week.series[0]?.values)).toEqual(new Set([600]))
  const totals = await chart('range=24h&counters=total')
  expect([totals.per, totals.texts.metric, totals.series[0]?.values.at(-1)]).toEqual([undefined, 'Visits', 1_050_000])
})

test('the data table of a counter has a row for each hour or day that has a change [WEB-26]', async () => {
  const rowsOf = async (range: string) => {
    const { text } = await web.visitor().get(`${publicBase(shown)}?metric=visits&range=${range}`)
    const table = /<details class="chart-table">.*?<tbody>(.*?)<\/tbody>/s.exec(text)?.[1] ?? ''
    return table
      .split('</tr>')
      .slice(0, -1)
      .map((row) => ({ time: /datetime="([^"]+)"/.exec(row)?.[1] ?? '', text: row.replace(/<[^>]+>/g, ' ') }))
  }
  const hours = await rowsOf('24h')
  expect(hours.length).toBeGreaterThan(20)
  const days = await rowsOf('30d')
  expect(days.length).toBeGreaterThan(5)
  for (const { time, text } of [...hours, ...days])
    expect([time, text]).toEqual([time, expect.not.stringContaining('—')])
  for (const { time } of days) expect(time).toMatch(/T00:00/)
})

test('the scale of compared games is in the address, and of one game alone there is none [WEB-26]', async () => {
  const pair = `?compare=${hidden.universeId}&scale=relative`
  const wire = async (query: string) =>
    JSON.parse((await viewer.get(`${ownBase(shown)}/series${query}`)).text) as WireChart
  const both = `${shown.name} vs. ${hidden.name}`
  expect(await wire(pair)).toMatchObject({ scale: 'relative', title: both })
  expect((await wire('?scale=relative')).scale).toBeUndefined()
  const { text } = await viewer.get(ownBase(shown) + pair)
  expect(text).toMatch(/<a href="[^"]*scale=relative" aria-current="true">Relative</)
  expect(text).toContain('<caption>Players, change since the beginning. Last value in each period.</caption>')
  const table = /<table data-kind="compared".*?<\/table>/s.exec(text)?.[0] ?? ''
  const cells = [...table.matchAll(/<td class="number">([^<]*)/g)].map(([, cell = '']) => cell)
  expect(cells.filter((cell) => !/^([+-]\d+\.\d%|0\.0%|—)$/.test(cell))).toEqual([])
  expect(cells).toContain('+113.3%')
  expect(/<title>(.*?)</.exec(text)?.[1]).toContain(`${both}, Relative`)
  expect((await viewer.get(`${ownBase(shown)}?scale=cubic`)).status).toBe(400)
})

test('the days have weekday, change, totals, an order that the address states, and a file [WEB-28]', async () => {
  const rowsOf = (text: string) => {
    const table = /<table class="daily.*?<\/table>/s.exec(text)?.[0] ?? ''
    return [...table.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, head]) => head)
  }
  const { text } = await viewer.get(ownBase(shown))
  expect(rowsOf(text).slice(0, 2)).toEqual(['Wed 2026-06-17', 'Tue 2026-06-16'])
  expect(rowsOf(text).at(-1)).toBe('7 days')
  expect(text).toContain('+93,650')
  // All of a day is written as in the sentence above.
  const coverages = [...text.matchAll(/data-label="Coverage">([^<]*)/g)].map(([, share = '']) => share)
  expect(coverages).toContain('100.0%')
  for (const share of coverages) expect(share).toMatch(/^\d+\.\d%$/)
  const byCoverage = await viewer.get(`${ownBase(shown)}?sort=-coverage`)
  expect(rowsOf(byCoverage.text)[0]).toBe('Sat 2026-06-13')
  expect(byCoverage.text).toMatch(
    /aria-sort="ascending"><a href="[^"]*sort=coverage#daily">Coverage<span aria-hidden="true"> ▲</,
  )
  expect((await viewer.get(`${ownBase(shown)}?sort=name`)).status).toBe(400)
  const own = await viewer.get(`${ownBase(shown)}/days.csv?from=${FROM}&to=${TO}`)
  expect(`${own.headers['content-disposition']}`).toContain(`days ${FROM} to ${TO}.csv`)
  const lines = own.text.trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
    'date weekday',
    `${FROM} Monday`,
    `${isoOfDay(TODAY - 1)} Tuesday`,
    `${TO} Wednesday`,
  ])
  expect(own.text).toContain('77123.5')
  const others = await web.visitor().get(`${publicBase(shown)}/days.csv?from=${FROM}&to=${TO}`)
  expect([others.status, others.text.includes('77123'), others.text.includes('revenue')]).toEqual([200, false, false])
})

test('each update in the range has its outcome, effect and interval, or when that is known [WEB-27]', async () => {
  const put = (start: number) =>
    web.store.eventLog.put({
      universeId: shown.universeId,
      accountId: null,
      kind: 'update',
      subject: `${shown.universeId}:${start}`,
      start,
      end: start,
      cause: null,
      facts: { kind: 'update', foundAt: start + 1 },
      uncertainty: 0,
    })
  await put(NOW - 2 * 1_440)
  await put(NOW - 10)
  const { text } = await web.visitor().get(publicBase(shown))
  const table = /<table class="updates.*?<\/table>/s.exec(text)?.[0] ?? ''
  const [first = '', second = ''] = table.split('<th scope="row">').slice(1)
  expect(first).toMatch(/Known from <time datetime="2026-06-17T12:50:00.000Z"/)
  expect(second).toMatch(/No clear change|Cannot tell|More players|Fewer players/)
  expect(second).toContain('A day')
})

test('players who differ clearly, but not from the update on, are not called no change [INSIGHTS-56]', async () => {
  const updatedAt = NOW - 3 * 1_440
  await web.store.eventLog.put({
    universeId: hidden.universeId,
    accountId: null,
    kind: 'update',
    subject: `${hidden.universeId}:${updatedAt}`,
    start: updatedAt,
    end: updatedAt,
    cause: null,
    facts: { kind: 'update', foundAt: updatedAt + 1 },
    uncertainty: 0,
  })
  const effect = { change: -0.167, low: -0.264, high: -0.058 }
  const outcome = { outcome: 'no_clear_change', reason: null, effect } as const
  const facts: ReportCardFacts = { ...SOME_FACTS.reportDay, ...outcome, updatedAt, stage: '24h', newer: [] }
  const occurredAt = updatedAt + 1_440
  const subject = `24h:${updatedAt}`
  const about = { gameId: hidden.id, accountId: hidden.accountId }
  await web.store.evaluations.commit({
    notifications: [{ ...about, kind: 'report_card', subject, occurredAt, facts }],
    events: [],
    states: [],
    createdAt: msOf(NOW),
    after: await web.store.evaluations.cursor(),
    cursor: NOW,
  })
  const { text } = await viewer.get(ownBase(hidden))
  const table = /<table class="updates.*?<\/table>/s.exec(text)?.[0] ?? ''
  expect(table).toContain('Not clearly the update</strong>: players differ from what was expected, but they did not')
  expect(table).not.toContain('No clear change')
})
