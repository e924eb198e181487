// What people meet when a time of the form of dates on a game's page is wrong.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { writeWave } from '../support/history.js'
import { alertOf, marked } from '../support/page-errors.js'
import { startWeb, type TestWeb, type TestWebResponse, type Visitor } from '../support/start-web.js'

let web: TestWeb
let owner: Visitor
let own: string
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' } })
  owner = await web.member('owner')
  own = `/accounts/${web.account.id}`
  const game = await web.track(0)
  await writeWave(web, game.universeId)
})
afterAll(() => web.stop())

describe('a form', () => {
  it('about two dates keeps both, marks the wrong one and opens its menu', async () => {
    const game = `${own}/games/1`
    const answer = await owner.get(`${game}?from=2020-01-01T10:00&to=2026-06-16T10:00&zone=Europe/Berlin&range=24h`)
    expect([answer.status, answer.location]).toEqual([400, ''])
    expect([alertOf(answer), marked(answer)]).toEqual(['To: choose at most 732 days.', ['to']])
    for (const typed of ['2020-01-01T10:00', '2026-06-16T10:00']) expect(answer.text).toContain(`value="${typed}"`)
    expect(answer.text).toMatch(/<details class="drop-down" open data-name="days">/)
    const shown = `${game}?from=2020-01-01T10%3A00&amp;to=2026-06-16T10%3A00&amp;zone=Europe%2FBerlin&amp;range=24h`
    expect(answer.text).toContain(` data-shown-address="${shown}"`)
    expect(answer.text).toContain(` data-fit-address="${game}?zone=Europe%2FBerlin&amp;range=24h"`)
  })

  it('with To before From, or at it, keeps both and marks To', async () => {
    for (const from of ['2026-06-16T10:00', '2026-06-15T10:00']) {
      const typed = `from=${from}&to=2026-06-15T10:00&against=previous&against_from=2026-06-01T09:30`
      const { text, status } = await owner.get(`${own}/games/1?${typed}&zone=UTC`)
      const answer = { text, status } as TestWebResponse
      expect([status, alertOf(answer), marked(answer)]).toEqual([400, 'To: choose a time after “From”.', ['to']])
      expect(text).toMatch(/<details class="drop-down" open data-name="days">/)
      for (const value of [from, '2026-06-15T10:00', '2026-06-01T09:30']) expect(text).toContain(`value="${value}"`)
    }
    const days = await owner.get(`${own}/games/1?from=2026-06-16&to=2026-06-10`)
    expect([days.status, alertOf(days)]).toEqual([400, 'To: choose a time after “From”.'])
  })

  it('with a compared period that is no time keeps the two times and marks it', async () => {
    const answer = await owner.get(`${own}/games/1?from=2026-06-14T10:00&to=2026-06-15T10:00&against_from=x`)
    expect([answer.status, marked(answer)]).toEqual([400, ['against_from']])
    expect(answer.text).toContain('value="2026-06-14T10:00"')
  })

  it('that has where another period begins counts it only where another period is chosen', async () => {
    const range = 'from=2026-06-14T10:00&to=2026-06-15T10:00&zone=UTC'
    const shown = async (query: string) => {
      const to = (await owner.get(`${own}/games/1?${range}&${query}`)).location ?? ''
      return new URL(`http://x${to}`).searchParams.get('against') ?? 'previous'
    }
    const begin = 'against_from=2026-06-10T09:30'
    for (const chosen of ['none', 'previous', '7d', '364d'])
      expect(await shown(`against=${chosen}&${begin}`)).toBe(chosen)
    for (const query of [`against=begin&${begin}`, begin]) expect(await shown(query)).toBe('2026-06-10T09:30Z')
    expect(await shown('against=none&against_from=')).toBe('none')
  })

  it('that chooses another period and not where it begins says which field is missing, and keeps the choice', async () => {
    const range = 'from=2026-06-14T10:00&to=2026-06-15T10:00&zone=UTC'
    const answer = await owner.get(`${own}/games/1?${range}&against=begin&against_from=`)
    expect([answer.status, marked(answer)]).toEqual([400, ['against_from']])
    expect(answer.text).toMatch(/<option[^>]*value="begin"[^>]*selected|<option selected value="begin"/)
    expect(answer.text).toContain('value="2026-06-14T10:00"')
  })

  it('about two dates says which one is missing', async () => {
    const answer = await owner.get(`${own}/games/1?from=2026-06-16T10:00&to=`)
    expect([answer.status, alertOf(answer), marked(answer)]).toEqual([400, 'To: enter this time too.', ['to']])
  })

  it('with times to come has them still, in the zone of the reader', async () => {
    owner.jar.set('time-zone', encodeURIComponent('Asia/Kathmandu'))
    onTestFinished(() => void owner.jar.delete('time-zone'))
    const typed = 'from=2030-01-01T10:00&to=2030-01-03T10:15&zone=Asia/Kathmandu'
    const { location = '' } = await owner.get(`${own}/games/1?${typed}`)
    const answer = await owner.get(location)
    expect([answer.status, alertOf(answer), marked(answer)]).toEqual([
      400,
      'From: choose a time that is not in the future.',
      ['from', 'to'],
    ])
    expect(answer.text).toContain('To: choose a time that is not in the future.')
    for (const value of ['2030-01-01T10:00', '2030-01-03T10:15']) expect(answer.text).toContain(`value="${value}"`)
  })
})
