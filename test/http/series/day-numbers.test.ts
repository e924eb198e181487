// The numbers of a day are equal in series, summaries, exports, pages, statistics, and /stats in Discord.
import { expect, it } from 'vitest'
import { isoOfMinute, minuteOf, msOf } from '../../../src/domain/clock.js'
import { catalogFor } from '../../../src/messages/catalog.js'
import { GUILD, openScene } from '../../bot/scene.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp } from '../../support/start-http.js'

const NOW = minuteOf(NOON)
const english = catalogFor('en')
const DAY = 1440
const [FIRST, LAST] = ['2026-06-15', '2026-06-17']

interface DayFields {
  readonly date: string
  readonly samples: number
  readonly coverage: number
  readonly ccu: { readonly min: number; readonly max: number; readonly average: number; readonly peak_at: string }
  readonly visits: number
  readonly changes: { readonly visits: number | null }
  readonly player_hours: number
}
interface SampleFields {
  readonly timestamp: string
  readonly CCU: number
  readonly visits: number
}
interface PointFields {
  readonly time: string
  readonly coverage: number
  readonly ccu: { readonly value: number; readonly min: number; readonly max: number }
  readonly visits: { readonly value: number; readonly change: number | null }
}

it('states the same numbers of a day in series, summary, export, page, stats and /stats [API-39, API-44]', async () => {
  const scene = await openScene({ linked: false })
  const http = await startHttpApp({ app: scene.app })
  await http.services.guilds.link(http.account, GUILD)
  const game = await http.track(0)
  await http.services.games.change(game, { isPublic: true })
  // One sample a minute, so that each covers one minute, with a gap and a repeated value.
  for (const [ccu, from, until] of [
    [1_237, NOW - 2 * DAY - 300, NOW - 2 * DAY + 50],
    [1_611, NOW - 2 * DAY + 50, NOW - DAY - 41],
    [903, NOW - DAY - 7, NOW - 17],
    [958, NOW - 17, NOW + 1],
  ] as const) {
    const minutes = Array.from({ length: until - from }, (_, at) => from + at)
    await http.write(game.universeId, minutes, { ccu, visits: 70_000 + ccu })
  }
  const read = async <Answer>(path: string) => (await http.ask(`/games/${game.id}${path}`)).json() as Answer
  const dates = `start_date=${FIRST}&end_date=${LAST}`
  const { history } = await read<{ history: DayFields[] }>(`/summary?${dates}`)
  const { data } = await read<{ data: SampleFields[] }>(`/export?${dates}`)
  const points = async (zone: string) =>
    read<{ series: { rows: PointFields[] } }>(
      `/series?metrics=ccu,visits&interval=1d&shape=rows&from=${FIRST}&to=${LAST}&tz=${zone}`,
    )
  const rows = [(await points('UTC')).series.rows, (await points('Africa/Abidjan')).series.rows]
  const page = (await http.ask(`~/games/${game.universeId}`, { key: null })).text
  expect(history.map(({ date }) => date)).toEqual([FIRST, '2026-06-16', LAST])
  for (const [at, day] of history.entries()) {
    const samples = data.filter(({ timestamp }) => timestamp.startsWith(day.date))
    const players = samples.map(({ CCU }) => CCU)
    const sum = players.reduce((total, value) => total + value, 0)
    expect(day.samples).toBe(samples.length)
    expect(day.ccu).toMatchObject({ min: Math.min(...players), max: Math.max(...players) })
    expect(day.ccu.average).toBe(Math.round((sum / players.length) * 1e4) / 1e4)
    expect(day.player_hours).toBe(Math.round((sum / 60) * 1e4) / 1e4)
    expect(day.ccu.peak_at).toBe(samples.find(({ CCU }) => CCU === day.ccu.max)?.timestamp)
    expect(day.visits).toBe(samples.at(-1)?.visits)
    for (const zone of rows) {
      expect(zone[at]).toEqual({
        time: `${day.date}T00:00:00.000Z`,
        coverage: day.coverage,
        ccu: { value: day.ccu.average, min: day.ccu.min, max: day.ccu.max },
        visits: { value: day.visits, change: day.changes.visits },
      })
    }
    const row = page.match(new RegExp(`<th scope="row">\\w{3} ${day.date}</th>.*?</tr>`, 's'))?.[0] ?? ''
    // Of the average without its bar, of the peak without its time; the change from the day before is not compared.
    const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell
        .replace(/<svg.*<\/svg> /s, '')
        .replace(/ ?<small.*/s, '')
        .replace(/<[^>]+>/g, ''),
    )
    const [average, , ...others] = cells
    expect([average, ...others.slice(0, 3)]).toEqual([
      english.average(day.ccu.average),
      english.number(day.ccu.max),
      english.average(day.player_hours),
      english.number(day.visits),
    ])
    // The column has one decimal in each row, also where a day is covered whole.
    expect(Number.parseFloat(cells.at(-1) ?? '')).toBeCloseTo(Math.min(1, day.coverage) * 100, 0)
  }
  const { game: now } = await read<{ game: { stats: { playing: number; visits: number }; lastUpdated: string } }>(
    '/stats',
  )
  expect(now).toMatchObject({
    stats: { playing: data.at(-1)?.CCU, visits: history.at(-1)?.visits },
    lastUpdated: isoOfMinute(NOW),
  })
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'stats', options: { game: game.name } }).done()
  const fields = new Map((message.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]))
  expect(fields.get('Players now')).toContain(english.number(now.stats.playing))
  expect(fields.get('Totals')).toContain(`Visits ${english.number(history.at(-1)?.visits ?? Number.NaN)}`)
  expect(message.embeds[0]?.description).toContain(`<t:${msOf(NOW) / 1_000}:R>`)
  await http.stop()
})

it('states one number of a UTC day in every zone, also where samples are thinned out [API-39, API-43]', async () => {
  const http = await startHttpApp({})
  const { key, account } = await http.tenant({ plan: 'premium' })
  const game = await http.track(0, account)
  // In winter, when the days of London are UTC days, and past the 90 days of full retention; the half hours are lower.
  const start = Math.floor(minuteOf(Date.parse('2026-02-10')))
  for (const [half, ccu] of [0, 30].map((at) => [at, at === 0 ? 1_000 : 100] as const)) {
    const minutes = Array.from({ length: 72 }, (_, hour) => start + hour * 60 + half)
    await http.write(game.universeId, [...minutes, ...minutes.map((minute) => minute + 5)].sort(), { ccu })
  }
  const read = async (query: string) =>
    ((await http.ask(`/games/${game.id}/${query}`, { key })).json() as { series: { rows: PointFields[] } }).series
  const days = 'interval=1d&shape=rows&from=2026-02-10&to=2026-02-12'
  const utc = await read(`series?${days}`)
  expect(utc.rows.map(({ ccu }) => ccu.value)).toEqual([550, 550, 550])
  for (const zone of ['Africa/Abidjan', 'Europe/London'])
    expect((await read(`series?${days}&tz=${zone}`)).rows).toEqual(utc.rows)
  // Days of another zone and hours come from what is kept, one sample an hour, as the resolution says.
  const berlin = await http.ask(`/games/${game.id}/series?${days}&tz=Europe/Berlin`, { key })
  expect(berlin.json()).toMatchObject({ series: { resolution: [{ minutes: 60 }] } })
  expect((await read(`series?${days}&tz=Europe/Berlin`)).rows[1]?.ccu.value).toBe(1_000)
  await http.stop()
})
