// When scheduled posts are due, also where the clocks change.
import { expect, test } from 'vitest'
import { minuteOf, msOf } from '../../../src/domain/clock.js'
import { duePosts, nextPost } from '../../../src/domain/live-updates/scheduled-post.js'

const at = (text: string) => minuteOf(Date.parse(text))
const shown = (minute: number) => new Date(msOf(minute)).toISOString().slice(0, 16)
const BERLIN = 'Europe/Berlin'
const sunday = (minute: number) => ({ topic: 'leaderboard', weekday: 7, at: minute }) as const

test('a local time stays the same over a change of the clocks, and a week has as many hours as it has [DISCORD-49]', () => {
  const [first, second, ...more] = duePosts(sunday(540), BERLIN, at('2026-03-20T00:00Z'), at('2026-03-30T00:00Z'))
  expect([first, second].map((due) => shown(due?.at ?? 0))).toEqual(['2026-03-22T08:00', '2026-03-29T07:00'])
  expect((second?.span.until ?? 0) - (second?.span.from ?? 0)).toBe(167 * 60)
  expect(more).toEqual([])
})

test('a time that is skipped is the first one after it, and one that comes twice is due once [DISCORD-49]', () => {
  const spring = duePosts(sunday(150), BERLIN, at('2026-03-28T00:00Z'), at('2026-03-30T00:00Z'))
  expect(spring.map((due) => shown(due.at))).toEqual(['2026-03-29T01:00'])
  const autumn = duePosts(sunday(150), BERLIN, at('2026-10-24T00:00Z'), at('2026-10-26T00:00Z'))
  expect(autumn.map((due) => shown(due.at))).toEqual(['2026-10-25T00:30'])
})

test('records are due on the 1st and cover the local month before [DISCORD-49]', () => {
  const records = { topic: 'records', weekday: 1, at: 540 } as const
  const [due, ...more] = duePosts(records, 'America/New_York', at('2026-03-15T00:00Z'), at('2026-04-15T00:00Z'))
  expect(more).toEqual([])
  expect(shown(due?.at ?? 0)).toBe('2026-04-01T13:00')
  expect([due?.span.from ?? 0, due?.span.until ?? 0].map(shown)).toEqual(['2026-03-01T05:00', '2026-04-01T04:00'])
  expect(shown(nextPost(records, 'UTC', at('2026-04-01T09:00Z')))).toBe('2026-05-01T09:00')
})
