// The page of a game counts days and hours in the reader's zone: the table, its file, presets and counters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromWire, type WireChart } from '../../../src/charts/page/wire.js'
import { dayOf, isoOfMinute, type Minute } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { describeInBrowser, expectClean } from '../browser.js'
import { NOW, writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let game: Game
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  await writeWave(web, game.universeId)
  await web.store.revenue.put(game.id, [{ day: dayOf(NOW) - 1, amount: 77_123.5 }])
})
afterAll(() => web.stop())

const base = () => `/games/${game.universeId}`

function readerIn(zone: string, visitor = web.visitor()): Visitor {
  visitor.jar.set('time-zone', encodeURIComponent(zone))
  return visitor
}

const tableOf = (text: string): string => /<table class="daily.*?<\/table>/s.exec(text)?.[0] ?? ''
const rowsOf = (text: string): string[][] =>
  [...tableOf(text).matchAll(/<tr>(<th scope="row">.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '').trim()),
  )

async function linesOf(visitor: Visitor, address: string): Promise<string[][]> {
  const { status, text } = await visitor.get(address.replaceAll('&amp;', '&'))
  expect(status).toBe(200)
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

const fileOf = (text: string): string => /href="([^"]*days\.csv[^"]*)"/.exec(text)?.[1] ?? ''

async function chartOf(zone: string, query: string) {
  const { text } = await readerIn(zone).get(`${base()}/series?${query}`)
  return fromWire(JSON.parse(text) as WireChart)
}

const time = (minute: Minute | undefined): string => isoOfMinute(minute ?? 0).slice(0, 16)

describe('the table of days', () => {
  it('has the days of the reader’s zone, in the order of the reader, and the change of the first one [WEB-28]', async () => {
    const { text } = await readerIn('Europe/Berlin').get(`${base()}?range=7d`)
    expect(text).toContain('Days <small class="muted">Europe/Berlin</small>')
    expect(tableOf(text)).not.toContain('UTC')
    const rows = rowsOf(text)
    expect(rows.map(([day]) => day)).toEqual([
      ...['Wed 2026-06-17', 'Tue 2026-06-16', 'Mon 2026-06-15', 'Sun 2026-06-14', 'Sat 2026-06-13', 'Fri 2026-06-12'],
      ...['Thu 2026-06-11', '7 days'],
    ])
    // Since the sample before 10:00 PM of UTC, 14 hours and 5 minutes of 600 visits an hour; the day before has 24 hours.
    expect(rows[0]?.join(' ')).toContain('+8,450')
    expect(rows[1]?.join(' ')).toContain('+14,400')
    expect(rows[0]?.[2]).toBe('—')
    expect(rows[6]?.[2]).toMatch(/^[+−]?\d+\.\d%$/)
    const byCoverage = await readerIn('Europe/Berlin').get(`${base()}?range=7d&sort=-coverage`)
    expect(rowsOf(byCoverage.text)[0]?.[0]).toBe('Sat 2026-06-13')
  })

  it('has no change against a day that was measured in part only [WEB-28]', async () => {
    const rows = rowsOf((await web.visitor().get(`${base()}?range=all`)).text)
    const changeOf = (day: string) => rows.find(([name]) => name?.endsWith(day))?.[2]
    // Measured from 12:05 PM on; six hours of June 13 are missing.
    expect(changeOf('2026-06-08')).toBe('—')
    expect(changeOf('2026-06-09')).toBe('—')
    for (const day of ['2026-06-10', '2026-06-13', '2026-06-14'])
      expect([day, changeOf(day)]).toEqual([day, expect.stringMatching(/%$/)])
  })

  it('differs from the days of UTC, which a reader without scripts sees [WEB-33]', async () => {
    const utc = await web.visitor().get(`${base()}?range=7d`)
    const kathmandu = await readerIn('Asia/Kathmandu').get(`${base()}?range=7d`)
    expect(utc.text).toContain('Days <small class="muted">UTC</small>')
    expect(fileOf(utc.text)).toBe(`${base()}/days.csv?from=2026-06-11&amp;to=2026-06-17&amp;sort=day`)
    expect(rowsOf(utc.text)[0]?.join(' ')).toContain('+7,250')
    // Since the sample before 6:15 PM of UTC: 17 hours and 50 minutes.
    expect(rowsOf(kathmandu.text)[0]?.join(' ')).toContain('+10,700')
  })

  it.each(['Europe/Berlin', 'Asia/Kathmandu', 'Asia/Calcutta'])(
    'has a file with the same days, for every reader: %s [WEB-28]',
    async (zone) => {
      const { text } = await readerIn(zone).get(`${base()}?range=7d`)
      const address = fileOf(text)
      expect(address).toContain(`zone=${zone}`)
      const lines = await linesOf(web.visitor(), address)
      expect(await linesOf(readerIn('America/New_York'), address)).toEqual(lines)
      const [heads = [], ...days] = lines
      expect(heads.slice(-1)).toEqual(['time_zone'])
      expect(new Set(days.map((cells) => cells.at(-1)))).toEqual(new Set([zone.replace('Calcutta', 'Kolkata')]))
      const shown = rowsOf(text).slice(0, -1)
      expect(days.map(([date]) => date)).toEqual(shown.map(([day = '']) => day.slice(4)))
      const number = (cells: readonly string[], name: string) => Number(cells[heads.indexOf(name)])
      for (const [row, cells] of days.entries()) {
        expect(`${number(cells, 'peak').toLocaleString('en')}`).toBe(shown[row]?.[3]?.split(' ')[0])
        expect(shown[row]?.join(' ')).toContain(`+${number(cells, 'visits_change').toLocaleString('en')}`)
      }
      expect(days.at(-1)?.[heads.indexOf('change')]).not.toBe('')
    },
  )

  it.each(['peak', '-average', 'visits', '-day'])(
    'has a file in the order of the reader: %s [WEB-28]',
    async (order) => {
      const { text } = await readerIn('Europe/Berlin').get(`${base()}?range=7d&sort=${order}`)
      const [, ...days] = await linesOf(web.visitor(), fileOf(text))
      expect(days.map(([date]) => date)).toEqual(
        rowsOf(text)
          .slice(0, -1)
          .map(([day = '']) => day.slice(4)),
      )
    },
  )

  it('has revenue by days of UTC, and says so in its column', async () => {
    const member = readerIn('Asia/Kathmandu', await web.member('viewer'))
    const address = `/accounts/${web.account.id}/games/${game.id}`
    const { text } = await member.get(address)
    expect(tableOf(text)).toContain('Revenue (Robux, UTC days)')
    const lines = await linesOf(member, fileOf(text))
    expect(lines[0]?.at(-1)).toBe('revenue_utc_day')
    expect(lines[2]?.at(-1)).toBe('77123.5')
    const utc = await (await web.member('viewer')).get(address)
    expect(tableOf(utc.text)).toContain('>Revenue (Robux)<')
  })

  it('comes from a zone that exists', async () => {
    const { status } = await web.visitor().get(`${base()}/days.csv?from=2026-06-11&to=2026-06-17&zone=Mars/Olympus`)
    expect(status).toBe(400)
  })
})

describe('presets', () => {
  it('begin at the reader’s midnight, and 24 hours exactly so long ago; the compared period follows [WEB-22]', async () => {
    const berlin = await chartOf('Europe/Berlin', 'range=7d')
    expect([time(berlin.from), berlin.until]).toEqual(['2026-06-10T22:00', NOW + 1])
    expect(berlin.previous?.shift).toBe(7 * 1_440)
    // Most of 30 days was not measured, so they begin with the day of the first sample.
    const kathmandu = await chartOf('Asia/Kathmandu', 'range=30d')
    expect(time(kathmandu.from)).toBe('2026-06-07T18:15')
    const utc = await chartOf('UTC', 'range=7d')
    expect(time(utc.from)).toBe('2026-06-11T00:00')
    const day = await chartOf('Asia/Kathmandu', 'range=24h')
    expect(NOW + 1 - day.from).toBeLessThan(1_440 + 5)
  })

  it('files cover the same days [WEB-22]', async () => {
    const { text } = await readerIn('Europe/Berlin').get(`${base()}?range=7d`)
    expect(text).toContain('All samples from 2026-06-11 to 2026-06-17.')
    const address = /href="([^"]*export[^"]*format=csv)"/.exec(text)?.[1] ?? ''
    const lines = await linesOf(web.visitor(), address)
    expect(lines[1]?.[0]).toContain('2026-06-10T22:00')
  })
})

it('the line for the API has the days of the zone, where it has days [WEB-41]', async () => {
  const member = readerIn('Asia/Kathmandu', await web.member('viewer'))
  const old = await web.track(1)
  await web.write(old.universeId, [NOW - 100 * 1_440, NOW], { ccu: 5 })
  const address = `/accounts/${web.account.id}/games/${old.id}`
  const lineOf = async (range: string): Promise<string> =>
    /api\/v1\/games[^<]*?series\?[^<"]*/.exec((await member.get(`${address}?range=${range}`)).text)?.[0] ?? ''
  expect(await lineOf('90d')).toMatch(/interval=1d&amp;from=2026-03-19T18:15Z&amp;to=[^&]*&amp;tz=Asia\/Kathmandu/)
  expect(await lineOf('7d')).not.toContain('tz=')
})

describe('counters', () => {
  it.each([
    ['Europe/Berlin', '22:00', '00'],
    ['Asia/Kathmandu', '18:15', '15'],
    ['UTC', '00:00', '00'],
  ])('change in whole hours and days of %s [WEB-26]', async (zone, midnight, pastHour) => {
    const days = await chartOf(zone, 'metric=visits&range=30d')
    expect(days.per).toBe('day')
    const beginnings = [...(days.series[0]?.minutes ?? [])].map((minute) => time(minute).slice(11))
    expect(new Set(beginnings)).toEqual(new Set([midnight]))
    expect(new Set(days.series[0]?.values)).toEqual(new Set([14_400]))
    expect(days.coverage?.step).toBe('day')
    const hours = await chartOf(zone, 'metric=visits&range=24h')
    expect(new Set([...(hours.series[0]?.minutes ?? [])].map((minute) => time(minute).slice(14)))).toEqual(
      new Set([pastHour]),
    )
    expect(new Set(hours.series[0]?.values)).toEqual(new Set([600]))
  })
})

describeInBrowser(
  'the page of a game',
  () => web.url,
  (open) => {
    it.each([
      ['Europe/Berlin', 'Europe/Berlin', '2026-06-10T22:00'],
      // Chromium knows the zone by its older name, which only programs see.
      ['Asia/Kathmandu', 'Asia/Katmandu', '2026-06-10T18:15'],
    ])('has the days of %s on the first visit, before anything is painted [WEB-33]', async (timeZone, name, from) => {
      const tab = await open({ timeZone })
      const { page } = tab
      await page.addInitScript(() => {
        const painted: string[] = []
        Object.assign(window, { painted })
        const look = (): void => {
          const zone = document.querySelector('#daily small')
          if (zone !== null && !document.documentElement.hidden) painted.push(zone.textContent)
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      const requested = page.waitForRequest(/\/series/)
      await page.goto(`${base()}?range=7d`)
      expect(new URL((await requested).url()).searchParams.get('zone')).toBe(name)
      await page.waitForFunction(() => (window as unknown as { painted: string[] }).painted.length > 2)
      const painted = await page.evaluate(() => [...new Set((window as unknown as { painted: string[] }).painted)])
      expect(painted).toEqual([timeZone])
      expect(await page.getAttribute('form.dates input[name="zone"]', 'value')).toBe(name)
      expect(await page.locator('form.dates input[name="from"]').inputValue()).toBe('2026-06-11T00:00')
      const wire = (await (await page.request.get(`${web.url}${base()}/series?range=7d`)).json()) as WireChart
      expect(time(wire.from)).toBe(from)
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[href*="days.csv"]')])
      expect(new URL(download.url()).searchParams.get('zone')).toBe(name)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('stays in UTC, and says so, where the browser keeps no cookies', async () => {
      const { page, context } = await open({ timeZone: 'Asia/Kathmandu' })
      await page.addInitScript(() => {
        Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
      })
      await page.goto(`${base()}?range=7d`)
      expect(await page.textContent('#daily small')).toBe('UTC')
      await context.close()
    })
  },
)
