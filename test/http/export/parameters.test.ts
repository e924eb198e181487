import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'

let http: TestHttp
let base: string
beforeAll(async () => {
  http = await startHttpApp()
  base = `/games/${(await http.track(0)).id}/export`
})
afterAll(() => http.stop())

const DAY = 'start_date=2026-06-17'
const statusOf = async (query: string) => (await http.ask(`${base}?${query}`)).status

describe('the dates of an export', () => {
  it.each(['start_date', 'end_date'])(
    'are both required: without %s it is 400 that names it [API-23]',
    async (missing) => {
      const other = missing === 'start_date' ? 'end_date' : 'start_date'
      const answer = await http.ask(`${base}?${other}=2026-06-17`)
      expectRejection(answer, 400, 'INVALID_PARAMETERS')
      expect(answer.text).toContain(`${missing} must be a calendar date in the form YYYY-MM-DD`)
    },
  )

  it.each(
    [
      ['', '%20', 'today', '2026-6-17', '26-06-17', '2026/06/17', '20260617', '2026-06-17T00:00:00Z', '2026-06'],
      ['2026-02-29', '1900-02-29', '2026-02-30', '2026-04-31', '2026-00-01', '2026-13-01', '2026-01-00', '2026-01-32'],
      ['+2026-06-17', '-2026-06-17', '12026-06-17', '2026-06-17%20', '%202026-06-17', '2026-06-17%0a', '%zz'],
      ['２０２６-06-17', '2026-06-17,2026-06-17', '1750118400000', 'null', 'NaN'],
    ].flat(),
  )('are real calendar dates and nothing else: %s is 400', async (text) => {
    const sent = encodeURI(text).replaceAll('%25', '%')
    for (const query of [`start_date=${sent}&end_date=2026-06-17`, `${DAY}&end_date=${sent}`])
      expectRejection(await http.ask(`${base}?${query}`), 400, 'INVALID_PARAMETERS')
  })

  it('may be a leap day', async () => {
    expect(await statusOf('start_date=2024-02-29&end_date=2024-02-29')).toBe(200)
    expect(await statusOf('start_date=2000-02-29&end_date=2000-02-29')).toBe(200)
  })

  it('may be written with percent escapes', async () => {
    expect(await statusOf('start_date=2026%2D06%2D17&end%5Fdate=2026-06-17')).toBe(200)
  })

  it('may be the same day, and not reversed', async () => {
    expect(await statusOf(`${DAY}&end_date=2026-06-17`)).toBe(200)
    const answer = await http.ask(`${base}?${DAY}&end_date=2026-06-16`)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain('start_date must not be after end_date')
  })

  it('span at most 732 days, both ends counted [API-12]', async () => {
    expect(await statusOf('start_date=2024-06-16&end_date=2026-06-17')).toBe(200)
    const answer = await http.ask(`${base}?start_date=2024-06-15&end_date=2026-06-17`)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain('732 days')
  })

  it('are given once, however many other parameters stand between', async () => {
    const many = Array.from({ length: 1500 }, (_, index) => `a${index}`).join('&')
    for (const query of [
      `${DAY}&${DAY}&end_date=2026-06-17`,
      `${DAY}&end_date=2026-06-17&end_date=2026-06-18`,
      `${DAY}&end_date=2026-06-17&${many}&end_date=2026-06-18`,
    ]) {
      const answer = await http.ask(`${base}?${query}`)
      expectRejection(answer, 400, 'INVALID_PARAMETERS')
      expect(answer.text).toContain('given once')
    }
    expect(await statusOf(`${many}&${DAY}&end_date=2026-06-17`)).toBe(200)
  })

  it('are known by their exact names', async () => {
    for (const query of ['START_DATE=2026-06-17', 'start_date[]=2026-06-17', 'start_date[0]=2026-06-17'])
      expect(await statusOf(`${query}&end_date=2026-06-17`)).toBe(400)
  })
})

describe('the format of an export', () => {
  it('names the nearest one of a misspelled format [API-14]', async () => {
    const answer = await http.ask(`${base}?${DAY}&end_date=2026-06-17&format=cvs`)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain('format must be json or csv, given once (did you mean csv?).')
  })

  it.each(['', 'CSV', 'Json', 'xlsx', 'xml', 'csv%20', 'csv,json', 'json&format=csv', 'csv&format=csv'])(
    'is json or csv, once: format=%s is 400 that says so',
    async (format) => {
      const answer = await http.ask(`${base}?${DAY}&end_date=2026-06-17&format=${format}`)
      expectRejection(answer, 400, 'INVALID_PARAMETERS')
      expect(answer.text).toContain('format must be json or csv, given once')
    },
  )
})
