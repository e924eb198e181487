// A number that has one name on the page of a game is one number: in its head, its sentence, its table and its totals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromWire, type WireChart } from '../../../src/charts/page/wire.js'
import type { Game } from '../../../src/domain/game.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { emptyBlock } from '../../../src/domain/sample.js'
import { NOW } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let game: Game
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  await writeMinutes(game.universeId)
})
afterAll(() => web.stop())

const MINUTES = 12 * 1_440

/** A sample every minute for twelve days, whose counters grow unevenly, so that each minute more or less is another number. */
async function writeMinutes(universeId: number): Promise<void> {
  const block = emptyBlock(universeId, MINUTES)
  let visits = 1_000_000
  for (let row = 0; row < MINUTES; row++) {
    const minute = NOW - MINUTES + 1 + row
    visits += 1 + ((minute * minute) % 13)
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = Number.NaN
    block.columns.ccu[row] = Math.round(1_000 * (1 + 0.5 * Math.sin(minute / 230)))
    block.columns.visits[row] = visits
    block.columns.likes[row] = 8_815
    block.columns.dislikes[row] = 1_185
  }
  await web.store.series.importBlock(block)
}

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York']
const base = () => `/games/${game.universeId}`

function readerIn(zone: string): Visitor {
  const visitor = web.visitor()
  visitor.jar.set('time-zone', encodeURIComponent(zone))
  return visitor
}

interface ReadPage {
  readonly text: string
  /** The cells of the line of totals, by the name of their column. */
  readonly total: Readonly<Record<string, string>>
  readonly sentence: string
}

const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim()

async function pageOf(zone: string, query: string): Promise<ReadPage> {
  const { status, text } = await readerIn(zone).get(`${base()}?${query}`)
  expect(status).toBe(200)
  const cells = [...(/<tfoot>.*?<\/tfoot>/s.exec(text)?.[0].matchAll(/data-label="([^"]*)">(.*?)<\/td>/g) ?? [])]
  return {
    text,
    total: Object.fromEntries(cells.map(([, label, cell = '']) => [label, plain(cell)])),
    sentence: plain(/<p class="chart-text">(.*?)<\/p>/.exec(text)?.[1] ?? ''),
  }
}

const cardOf = (text: string, name: string): string =>
  plain(
    new RegExp(`<dt>${name.replaceAll('.', '\\.')}</dt><dd>(.*?)</dd>`).exec(text)?.[1]?.replaceAll('<', ' <') ?? '',
  )

describe('7 days', () => {
  it.each(ZONES)(
    'are today so far and six days before it, for totals, sentence and table: %s [WEB-24]',
    async (zone) => {
      const { text, total, sentence } = await pageOf(zone, 'range=7d&metric=visits')
      const gained = /(\+[\d,]+) in 7 days/.exec(cardOf(text, 'Visits'))?.[1]
      expect(gained).toMatch(/^\+[\d,]{5,}$/)
      expect(total.Visits).toBe(gained)
      expect(sentence).toContain(`(${gained})`)
      expect(text).toContain('7 days are today so far and the six days before.')
    },
  )

  it.each(ZONES)('have one average: %s [WEB-24]', async (zone) => {
    const { text, total, sentence } = await pageOf(zone, 'range=7d')
    const average = /average ([\d,.]+),/.exec(sentence)?.[1] ?? ''
    expect(total['Average players']).toBe(average)
    expect(cardOf(text, 'Avg. 7 d').split(/\s/)[0]).toBe(average)
  })

  it('are not the name of a comparison with the players of one moment', async () => {
    const { text } = await pageOf('Europe/Berlin', 'range=7d')
    expect(cardOf(text, 'Players now')).toMatch(/[+-][\d.]+% vs\. 24 hours ago\s+[+-][\d.]+% vs\. 7 days ago$/)
  })
})

describe('the change of a counter', () => {
  it('in 24 hours is the same in the totals and in the sentence [WEB-24]', async () => {
    const { text, sentence } = await pageOf('Europe/Berlin', 'range=24h&metric=visits')
    const gained = /(\+[\d,]+) in 24 hours/.exec(cardOf(text, 'Visits'))?.[1]
    expect(gained).toMatch(/^\+[\d,]{5,}$/)
    expect(sentence).toContain(`(${gained})`)
  })

  it('against the usual follows from the two numbers beside it [WEB-24]', async () => {
    const card = cardOf((await pageOf('UTC', '')).text, 'Visits')
    const [, gained = '', change, usual = ''] =
      /\+([\d,]+) in \d+ full hours, ([+-][\d.]+)% vs\. usual \+([\d,]+)/.exec(card) ?? []
    const [ofHours, expected] = [gained, usual].map((text) => Number(text.replaceAll(',', '')))
    expect(Number(change)).toBeCloseTo(100 * ((ofHours ?? 0) / (expected ?? 0) - 1), 1)
  })

  it.each(ZONES)('is the same in the chart by day and in the table: %s [WEB-26]', async (zone) => {
    const { text } = await pageOf(zone, 'range=30d&metric=visits')
    const rows = [...text.matchAll(/<tr><th scope="row">\w{3} ([\d-]+)<\/th>.*?data-label="Visits">(.*?)<\/td>/g)]
    const ofTable = new Map(rows.map(([, day = '', cell = '']) => [day, /\+[\d,]+$/.exec(plain(cell))?.[0]]))
    const wire = JSON.parse((await readerIn(zone).get(`${base()}/series?range=30d&metric=visits`)).text) as WireChart
    const { per, series } = fromWire(wire)
    expect(per).toBe('day')
    const [line] = series
    const days = [...(line?.minutes ?? [])].map((minute) =>
      new Date(minute * 60_000).toLocaleDateString('sv', { timeZone: zone }),
    )
    expect(days.length).toBeGreaterThan(5)
    const drawn = [...(line?.values ?? [])].map((value) => `+${value.toLocaleString('en')}`)
    expect(drawn).toEqual(days.map((day) => ofTable.get(day)))
  })
})

it('the usual range of now is the same in the head and at the end of the chart [WEB-24]', async () => {
  const old = await web.services.games.change(await web.track(2), { isPublic: true })
  const block = emptyBlock(old.universeId, 45 * 144)
  for (let row = 0; row < block.minutes.length; row++) {
    const minute = NOW - 10 * (block.minutes.length - 1 - row)
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = Number.NaN
    block.columns.ccu[row] = Math.round(1_000 * (1 + 0.3 * Math.sin(minute / 229) + 0.2 * Math.sin(minute / 3_001)))
  }
  await web.store.series.importBlock(block)
  for (const range of ['24h', '7d', '30d']) {
    const { text } = await web.visitor().get(`/games/${old.universeId}?range=${range}`)
    const wire = JSON.parse(
      (await web.visitor().get(`/games/${old.universeId}/series?range=${range}`)).text,
    ) as WireChart
    const { low, high } = fromWire(wire).expected ?? {}
    const ends = [low?.at(-1), high?.at(-1)].map((value) => Math.round(value ?? Number.NaN).toLocaleString('en'))
    expect(cardOf(text, 'Players now')).toContain(`usually ${ends.join(' to ')}`)
  }
})

describe('the table of days', () => {
  const noteOf = (text: string): string =>
    plain(/<p class="table-note" id="whole-days">(.*?)<\/p>/s.exec(text)?.[1] ?? '')

  it('says that its days are whole where the range begins or ends within one [WEB-28]', async () => {
    const { text } = await pageOf('Europe/Berlin', 'range=24h')
    expect(noteOf(text)).toBe(
      'The range above is Jun 16, 2026, 2:05 PM to Jun 17, 2026, 2:01 PM. This table counts whole days, so its totals differ.',
    )
    expect(text).toContain('>2 whole days<')
    const zoomed = await pageOf('Europe/Berlin', 'from=2026-06-14T10:00Z&to=2026-06-14T20:00Z')
    expect(noteOf(zoomed.text)).toContain('Jun 14, 2026, 12:00 PM to 10:00 PM.')
  })

  it('says that dates in the address are days of UTC, where the reader has others [WEB-22]', async () => {
    const { text } = await pageOf('Europe/Berlin', 'from=2026-06-14&to=2026-06-15')
    expect(noteOf(text)).toContain('Dates in the address are days of UTC.')
    expect(text).toContain('>3 whole days<')
    expect(noteOf((await pageOf('UTC', 'from=2026-06-14&to=2026-06-15')).text)).toBe('')
  })

  it('says nothing where the range is whole days, up to now', async () => {
    for (const query of [
      'range=7d',
      'range=30d',
      'from=2026-06-13T22:00Z&to=2026-06-15T22:00Z',
      'from=2026-06-13T22:00Z&to=2026-06-17T22:00Z',
    ]) {
      const { text } = await pageOf('Europe/Berlin', query)
      expect(noteOf(text)).toBe('')
      expect(text).not.toContain('whole days<')
    }
  })
})

it('a game that was hardly tracked in the time before the range has no line of it [WEB-22]', async () => {
  const young = await web.services.games.change(await web.track(1), { isPublic: true })
  const minutes = Array.from({ length: (7 * 1_440) / 10 }, (_, row) => NOW - row * 10).reverse()
  await web.write(young.universeId, minutes, { ccu: 10 })
  const hasLine = async (universeId: number): Promise<boolean> => {
    const { text } = await web.visitor().get(`/games/${universeId}/series?range=7d`)
    return fromWire(JSON.parse(text) as WireChart).previous !== undefined
  }
  expect(await hasLine(young.universeId)).toBe(false)
  expect(await hasLine(game.universeId)).toBe(true)
})

describe('a compared period that the reader chose', () => {
  it('is said to be before tracking began, or not to be measured, where it has no line [WEB-22]', async () => {
    const textOf = async (query: string): Promise<string> => plain((await pageOf('UTC', query)).text)
    expect(await textOf('range=7d&against=28d')).toContain(
      'The compared period is before Jun 5, 2026, 12:01 PM, when tracking began.',
    )
    for (const query of ['range=7d', 'range=24h&against=7d', 'range=7d&against=none'])
      expect(await textOf(query)).not.toContain('The compared period')
  })
})
