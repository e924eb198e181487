// A fall of the whole platform where fewer than three games are tracked: the games of the charts show it.
import { expect, test } from 'vitest'
import type { HistoryEvent } from '../../src/domain/events/event.js'
import { marketLink } from '../../src/domain/insights/market/market-link.js'
import type { MarketCount } from '../../src/domain/ports/market.js'
import { openScene, START } from './simulated.js'

const BEGINS = START + 6 * 60 + 3
const ENDS = BEGINS + 47
const CHARTS = [101, 102, 103, 104, 105]

/** One tracked game; at each minute the share of their players that it and the games of the charts have. */
async function fallOf(shareAt: (minute: number) => { readonly own: number; readonly charts: number }) {
  const scene = await openScene({ market: 'charts' })
  await scene.switchOn('status')
  let before: MarketCount | undefined
  for (let minute = START + 4 * 60; minute <= START + 9 * 60; minute++) {
    const { own, charts } = shareAt(minute)
    await scene.tick(minute, { ccu: Math.round(400 * own) })
    // As in the service, the charts are counted after a tick, and it may be evaluated before.
    await scene.evaluate()
    const counts = new Map(CHARTS.map((id) => [id, Math.round(100 * id * charts)]))
    const now = { minute, counts }
    await scene.store.market.record('charts', marketLink(before, now), counts)
    before = now
  }
  const query = { universeIds: [5], accountId: null, kinds: ['market_fall'], limit: 10 } as const
  const events: readonly HistoryEvent[] = await scene.store.eventLog.newest(query)
  const posts = (await scene.store.outbox.list({ limit: 100 })).filter(({ kind }) => kind === 'platform_drop').reverse()
  return { events, posts }
}

const isFallen = (minute: number): boolean => minute >= BEGINS && minute < ENDS

test('a fall of the charts is told once, with its end, to an account of one game [INSIGHTS-51, INSIGHTS-53]', async () => {
  const { events, posts } = await fallOf((minute) =>
    isFallen(minute) ? { own: 0.4, charts: 0.5 } : { own: 1, charts: 1 },
  )
  expect(events).toHaveLength(1)
  const [event] = events
  expect(event).toMatchObject({
    cause: 'platform',
    facts: { kind: 'market_fall', affected: 0, universes: 0, universeIds: [5] },
  })
  expect(Math.abs((event?.start ?? 0) - BEGINS)).toBeLessThanOrEqual(25)
  expect(Math.abs((event?.end ?? 0) - ENDS)).toBeLessThanOrEqual(15)
  expect(posts.map(({ follows }) => follows?.as ?? 'post')).toEqual(['post', 'edit', 'reply'])
  expect((posts[0]?.occurredAt ?? 0) - BEGINS).toBeLessThanOrEqual(15)
  expect(posts[0]?.facts).toMatchObject({ kind: 'platform_drop', medianDrop: expect.closeTo(0.5, 1) })
})

test('a fall of the one tracked game alone is none of the platform [INSIGHTS-51]', async () => {
  const { events, posts } = await fallOf((minute) => ({ own: isFallen(minute) ? 0.1 : 1, charts: 1 }))
  expect([events, posts]).toEqual([[], []])
})
