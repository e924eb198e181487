import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isoOfMinute, minuteOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import type { GapReason } from '../../../src/domain/gap.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'

const NOW = minuteOf(NOON)
const DAY = 1440

interface GapPageJson {
  readonly from: string
  readonly until: string
  readonly gaps: readonly { readonly from: string; readonly until: string; readonly minutes: number }[]
  readonly missing_minutes: number
  readonly next_cursor: string | null
}

let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(() => http.stop())

const read = async (query = ''): Promise<GapPageJson> => {
  const answer = await http.ask(`/games/${game.id}/gaps?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as GapPageJson
}
/** Stores each gap as one tick would. */
const miss = async (...gaps: readonly (readonly [number, number, GapReason])[]) => {
  for (const [from, until, reason] of gaps) {
    const gap = { universeId: game.universeId, from: NOW + from, until: NOW + until, reason }
    const cursor = { minute: NOW + until - 1, clockWasWrong: false }
    const tick = { minute: cursor.minute, samples: [], facts: [], schedules: [], cursor, gaps: [gap] }
    await http.store.series.recordTick(tick)
  }
}

describe('GET /games/{id}/gaps', () => {
  it('lists when there were no samples, and why [API-63]', async () => {
    await miss([-90, -60, 'platform error'], [-30, -10, 'not running'])
    expect(await read()).toEqual({
      success: true,
      from: isoOfMinute(NOW - 10 - 30 * DAY),
      until: isoOfMinute(NOW - 10),
      gaps: [
        { from: isoOfMinute(NOW - 90), until: isoOfMinute(NOW - 60), minutes: 30, reason: 'platform_error' },
        { from: isoOfMinute(NOW - 30), until: isoOfMinute(NOW - 10), minutes: 20, reason: 'not_running' },
      ],
      missing_minutes: 50,
      next_cursor: null,
      has_more: false,
    })
    const range = `from=${isoOfMinute(NOW - 70)}&to=${isoOfMinute(NOW - 20)}`
    expect((await read(range)).gaps.map(({ minutes }) => minutes)).toEqual([10, 10])
  })

  it('has pages of one range, which skip and repeat nothing while time goes on [API-63]', async () => {
    await miss(...Array.from({ length: 7 }, (_, at) => [-80 + at * 10, -75 + at * 10, 'late'] as const))
    const seen: string[] = []
    let page = await read('limit=2')
    for (;;) {
      seen.push(...page.gaps.map(({ from }) => from))
      expect(page.missing_minutes).toBe(35)
      if (page.next_cursor === null) break
      http.clock.advance(1)
      const next = await read(`limit=2&cursor=${page.next_cursor}`)
      expect([next.from, next.until]).toEqual([page.from, page.until])
      page = next
    }
    expect(seen).toEqual([...new Set(seen)].sort())
    expect(seen).toHaveLength(7)
  })

  it('rejects a cursor of another game, or beside another range than that of its list [API-63]', async () => {
    await miss([-80, -75, 'late'], [-60, -50, 'late'])
    const first = await read('limit=1')
    const again = `cursor=${first.next_cursor}`
    for (const query of [again, `${again}&from=${first.from}`, `${again}&from=${first.from}&to=${first.until}`])
      expect((await read(query)).gaps).toHaveLength(1)
    for (const path of [`${game.id}/gaps?${again}&from=2026-01-01`, `${game.id}/gaps?${again}&to=2026-01-02`]) {
      const answer = await http.ask(`/games/${path}`)
      expectRejection(answer, 400, 'INVALID_PARAMETERS')
      expect(answer.text).toContain('another game or range')
    }
    const other = `gaps-${game.id + 1}${(first.next_cursor ?? '').replace(/^gaps-\d+/, '')}`
    expectRejection(await http.ask(`/games/${game.id}/gaps?cursor=${other}`), 400, 'INVALID_PARAMETERS')
  })

  it.each([
    ['from=2027-01-01', 'future'],
    ['from=2020-01-01', '732 days'],
    ['cursor=after-1', 'cursor must be'],
    ['limit=0', '1 to 1000'],
    ['reason=late', 'no parameter reason'],
  ])('rejects ?%s', async (query, said) => {
    const answer = await http.ask(`/games/${game.id}/gaps?${query}`)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain(said)
  })
})
