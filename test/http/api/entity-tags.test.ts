import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { ADDED_MEASURES, byMeasure } from '../../../src/domain/measures.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

const NOW = minuteOf(NOON)
const DAY = 1440

let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
  await http.write(game.universeId, [NOW - DAY, NOW], { ccu: 5 })
})
afterEach(() => http.stop())

const tagOf = async (path: string, headers = {}) => (await http.ask(path, { headers })).headers.etag ?? 'none'
const exported = (day: string, format = 'json') =>
  `/games/${game.id}/export?start_date=${day}&end_date=${day}&format=${format}`

describe('an export', () => {
  it.each(['json', 'csv'])('of closed days has a strong tag as %s, and is not sent twice [API-46]', async (format) => {
    const path = exported('2026-06-16', format)
    const tag = await tagOf(path)
    expect(tag).toMatch(/^"[^"]+"$/)
    http.clock.advance(30)
    const again = await http.ask(path, { headers: { 'if-none-match': tag } })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag])
    expect((await http.ask(path, { method: 'HEAD' })).headers.etag).toBe(tag)
    expect(await tagOf(exported('2026-06-16', format === 'csv' ? 'json' : 'csv'))).not.toBe(tag)
    expect(await tagOf(path, { 'accept-encoding': 'gzip' })).not.toBe(tag)
  })

  it('has another tag after an import, and after a change of revenue [API-46]', async () => {
    const tags = [await tagOf(exported('2026-06-16'))]
    await http.write(game.universeId, [NOW - DAY], { ccu: 6 })
    tags.push(await tagOf(exported('2026-06-16')))
    await http.store.revenue.put(game.id, [{ day: Math.floor(NOW / DAY) - 1, amount: 1 }])
    tags.push(await tagOf(exported('2026-06-16')))
    expect(new Set(tags).size).toBe(3)
  })

  it('of a day that is not over has no tag [API-46]', async () => {
    expect(await tagOf(exported('2026-06-17'))).toBe('none')
    http.clock.advance(12 * 60 + 1)
    expect(await tagOf(exported('2026-06-17'))).toBe('none')
    http.clock.advance(10)
    expect(await tagOf(exported('2026-06-17'))).not.toBe('none')
  })

  it('says at which resolution it was read [API-43]', async () => {
    expect((await http.ask(exported('2026-06-16', 'csv'))).headers['x-resolution']).toBe(
      '1;from=2026-06-16T00:00:00.000Z',
    )
    const { key } = await premium()
    const path = `/games/${game.universeId}/export?start_date=2026-03-18&end_date=2026-03-19`
    expect((await http.ask(path, { key })).headers['x-resolution']).toBe(
      '60;from=2026-03-18T00:00:00.000Z, 5;from=2026-03-19T00:00:00.000Z',
    )
  })

  const premium = async () => {
    const tenant = await http.tenant({ plan: 'premium' })
    await http.track(0, tenant.account)
    return tenant
  }
})

describe('a default range', () => {
  it.each([
    ...['/games/1/summary', '/games/summary', '/games/1/series', '/series?games=1&format=csv', '/games/1/gaps'],
    '/games/1/series?interval=1m&last=24h',
  ])('has a tag that changes with new data only: %s [API-47]', async (path) => {
    const cursor = { minute: NOW, clockWasWrong: false }
    await http.store.series.recordTick({ minute: NOW, samples: [], gaps: [], facts: [], schedules: [], cursor })
    const first = await http.ask(path)
    http.clock.advance(7)
    const later = await http.ask(path)
    expect(later.headers.etag).toBe(first.headers.etag)
    expect((await http.ask(path, { headers: { 'if-none-match': first.headers.etag ?? '' } })).status).toBe(304)
    if (path.endsWith('/gaps')) await missAt(NOW - 20 * 60)
    else await http.write(game.universeId, [NOW - 20 * 60], { ccu: 5 })
    const corrected = (await http.ask(path)).headers.etag
    expect(corrected).not.toBe(first.headers.etag)
    await http.write(game.universeId, [NOW + 7], { ccu: 5 })
    expect((await http.ask(path)).headers.etag).not.toBe(corrected)
  })

  it.each([
    ...[
      '/games/UID/summary',
      '/games/summary',
      '/games/UID/series',
      '/series?games=UID&interval=5m',
      '/games/UID/gaps',
    ],
    '/games/UID/series?interval=1d&tz=Europe/Berlin&compare=previous',
  ])('keeps its tag where the new data is only for accounts that read more often: %s [API-47]', async (path) => {
    const { account, key } = await http.tenant({ plan: 'premium' })
    await http.track(0, account)
    const tag = async () => (await http.ask(path.replace('UID', `${game.universeId}`), { key })).headers.etag
    await tickAt(NOW)
    const first = await tag()
    for (let minute = 1; minute < 5; minute++) {
      http.clock.advance(1)
      await tickAt(NOW + minute)
      expect([minute, await tag()]).toEqual([minute, first])
    }
    http.clock.advance(1)
    await tickAt(NOW + 5)
    expect(await tag()).not.toBe(first)
  })

  it.each(['/games/stats', '/games/UID/stats', '/rankings'])(
    'is not what shows the latest sample, whatever the interval of the plan: %s [PLANS-11]',
    async (path) => {
      const { account, key } = await http.tenant({ plan: 'premium' })
      await http.track(0, account)
      const ask = () => http.ask(path.replace('UID', `${game.universeId}`), { key })
      await tickAt(NOW + 5)
      http.clock.advance(5)
      const first = await ask()
      http.clock.advance(1)
      await tickAt(NOW + 6)
      const next = await ask()
      expect([first.text, next.text].map((text) => /"(?:playing|ccu)":(\d+)/.exec(text)?.[1])).toEqual(['10', '11'])
      expect(next.headers.etag).not.toBe(first.headers.etag)
    },
  )

  const tickAt = async (minute: number) => {
    const added = byMeasure(ADDED_MEASURES, () => null)
    const values = { ccu: 5 + (minute - NOW), visits: minute, favorites: 3, likes: 4, dislikes: 5, ...added }
    const cursor = { minute, clockWasWrong: false }
    const samples = [{ universeId: game.universeId, minute, ...values }]
    await http.store.series.recordTick({ minute, samples, gaps: [], facts: [], schedules: [], cursor })
  }

  const missAt = (minute: number) => {
    const gap = { universeId: game.universeId, from: minute, until: minute + 5, reason: 'late' } as const
    const cursor = { minute: NOW, clockWasWrong: false }
    return http.store.series.recordTick({ minute, samples: [], gaps: [gap], facts: [], schedules: [], cursor })
  }
})
