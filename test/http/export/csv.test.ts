import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CSV_HEADER, csvLine, exportPath, MIDNIGHT, minutes } from '../../support/export-files.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRateHeaders } from '../expect-answer.js'

const HEADER = `${CSV_HEADER}\r\n`
let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
})
afterAll(() => http.stop())

const csv = (id: number, more: Readonly<Record<string, string>> = {}) => exportPath(id, { format: 'csv', ...more })

describe('an export as CSV', () => {
  it('is exact to the byte: header, CRLF after every line, empty fields for votes that did not arrive [API-24]', async () => {
    const game = await http.track(0)
    await http.write(game.universeId, [MIDNIGHT], { ccu: 0, visits: 9_007_199_254_740_991 })
    await http.write(game.universeId, [MIDNIGHT + 1], { likes: null, dislikes: null })
    await http.write(game.universeId, [MIDNIGHT + 2], { likes: 0, dislikes: 0 })
    const answer = await http.ask(csv(game.id))
    const id = game.universeId
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(
      HEADER +
        `${csvLine(`2026-06-17T00:00:00.000Z,${id},0,9007199254740991,3,4,5,`)}\r\n` +
        `${csvLine(`2026-06-17T00:01:00.000Z,${id},1,2,3,,,`)}\r\n` +
        `${csvLine(`2026-06-17T00:02:00.000Z,${id},1,2,3,0,0,`)}\r\n`,
    )
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expectRateHeaders(answer, 500)
  })

  it('is the header alone where the range has no sample', async () => {
    const game = await http.track(1)
    expect((await http.ask(csv(game.id, { start_date: '1970-01-01', end_date: '1970-01-02' }))).text).toBe(HEADER)
    expect((await http.ask(csv(game.id, { start_date: '9999-12-31', end_date: '9999-12-31' }))).text).toBe(HEADER)
    expect((await http.ask(csv(game.id, { start_date: '0000-01-01', end_date: '0000-01-01' }))).text).toBe(HEADER)
  })

  it('holds every sample of many days once, oldest first', async () => {
    const game = await http.track(2)
    await http.write(game.universeId, minutes(1440, MIDNIGHT - 1440))
    await http.write(game.universeId, minutes(720, MIDNIGHT))
    const { text } = await http.ask(csv(game.id, { start_date: '2026-06-16' }))
    const times = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Date.parse(line.split(',')[0] ?? '') / 60_000)
    expect(times).toEqual(minutes(2160, MIDNIGHT - 1440))
  })

  it('answers HEAD with the headers of GET, and nothing is read for it', async () => {
    const game = await http.track(3)
    const get = await http.ask(csv(game.id))
    const head = await http.ask(csv(game.id), { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    for (const name of ['content-type', 'content-disposition', 'cache-control'])
      expect(head.headers[name]).toBe(get.headers[name])
  })

  it.each([
    ['Crossroads', 'Crossroads'],
    ['a"; filename="evil.exe', 'a filename evil.exe'],
    ['line\r\nSet-Cookie: a=b', 'line Set-Cookie a b'],
    ['=cmd|calc', 'cmd calc'],
    ['+-@..//etc/passwd', 'etc passwd'],
    ['🎮🎮', 'game'],
    ['C:\\con', 'C con'],
  ])('is offered under a safe file name for a game named %j', async (name, safe) => {
    const game = await http.track(4)
    http.simulator.set(game.universeId, { name })
    await http.tick()
    http.clock.advance(1)
    const answer = await http.ask(csv(game.id), { method: 'HEAD' })
    const expected = `attachment; filename="${safe} 2026-06-17 to 2026-06-17.csv"`
    expect(answer.headers['content-disposition']).toBe(expected)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('is offered under the letters of any alphabet', async () => {
    const game = await http.track(5)
    http.simulator.set(game.universeId, { name: `Приключение ${'𝒳'.repeat(100)}` })
    await http.tick()
    const disposition = (await http.ask(csv(game.id), { method: 'HEAD' })).headers['content-disposition'] ?? ''
    const encoded = /filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1] ?? ''
    expect(decodeURIComponent(encoded)).toBe(`Приключение ${'𝒳'.repeat(38)} 2026-06-17 to 2026-06-17.csv`)
  })
})
