// A fall of the whole platform where fewer than three games with players are tracked: the games of the charts show it.
import { expect, test } from 'vitest'
import type { HistoryEvent } from '../../../src/domain/events/event.js'
import { marketLink } from '../../../src/domain/insights/market/market-link.js'
import { DEFAULT_RULE } from '../../../src/domain/notifications/settings.js'
import type { MarketCount } from '../../../src/domain/ports/market.js'
import { addGame } from '../../store/contract/support.js'
import { openScene, START } from '../months/simulated.js'

const BEGINS = START + 6 * 60 + 3
const ENDS = BEGINS + 47
const CHARTS = [101, 102, 103, 104, 105]

interface FallOptions {
  /** The usual players of the tracked games, by universe. */
  readonly tracked?: ReadonlyMap<number, number>
  /** How many of them are hidden at a minute; the first ones are. */
  readonly hidden?: (minute: number) => number
  /** How many of them have the share of players; by default all do. */
  readonly falling?: number
  /** A tracked game that is one of the charts. */
  readonly member?: number
  /** The first game has an alert at fewer players than this. */
  readonly alertBelow?: number
}

const ONE_GAME: ReadonlyMap<number, number> = new Map([[5, 400]])

/** At each minute the share of their players that the tracked games and those of the charts have. */
async function fallOf(
  shareAt: (minute: number) => { readonly own: number; readonly charts: number | null },
  { tracked = ONE_GAME, hidden = () => 0, falling = tracked.size, member, alertBelow }: FallOptions = {},
) {
  const scene = await openScene({ market: 'charts' })
  await scene.switchOn('status')
  if (alertBelow !== undefined) {
    const condition = { is: 'below', value: alertBelow } as const
    await scene.switchOn('alert')
    await scene.store.rules.add({
      ...DEFAULT_RULE,
      condition,
      minutes: null,
      readings: 1,
      gameId: scene.game.id,
      createdAt: 0,
    })
  }
  for (const universeId of tracked.keys())
    if (universeId !== 5) await addGame(scene.store, scene.game.accountId, universeId, { createdAt: 0 })
  let before: MarketCount | undefined
  for (let minute = START + 5 * 60; minute <= START + 8 * 60; minute++) {
    const { own, charts } = shareAt(minute)
    const shown = [...tracked].map(([id, players], index) => {
      const ccu = Math.round(players * (index < falling ? own : 1))
      return [id, index < hidden(minute) ? 'hidden' : { ccu }] as const
    })
    await scene.tick(minute, new Map(shown))
    // As in the service, the charts are counted after a tick, and it may be evaluated before.
    await scene.evaluate()
    if (charts === null) continue
    const counts = new Map(CHARTS.map((id) => [id, Math.round(100 * id * charts)]))
    if (member !== undefined) counts.set(member, Math.round((tracked.get(member) ?? 0) * own))
    const now = { minute, counts }
    await scene.store.market.record('charts', marketLink(before, now), counts)
    before = now
  }
  const query = { universeIds: [5], accountId: null, kinds: ['market_fall'], limit: 10 } as const
  const events: readonly HistoryEvent[] = await scene.store.eventLog.newest(query)
  const all = (await scene.store.outbox.list({ limit: 100 })).reverse()
  const posts = all.filter(({ kind }) => kind === 'platform_drop')
  return { events, posts, all: all.filter(({ follows }) => follows?.as !== 'edit') }
}

const isFallen = (minute: number): boolean => minute >= BEGINS && minute < ENDS

test('a fall of the charts is reported once, with its end, to an account of one game [INSIGHTS-51, INSIGHTS-53, INSIGHTS-54]', async () => {
  const { events, posts } = await fallOf((minute) =>
    isFallen(minute) ? { own: 0.4, charts: 0.5 } : { own: 1, charts: 1 },
  )
  expect(events).toHaveLength(1)
  const [event] = events
  expect(event).toMatchObject({
    cause: 'platform',
    facts: { kind: 'market_fall', affected: 0, universes: 0, universeIds: [5] },
  })
  expect(Math.abs((event?.start ?? 0) - BEGINS)).toBeLessThanOrEqual(2)
  expect(Math.abs((event?.end ?? 0) - ENDS)).toBeLessThanOrEqual(15)
  expect(posts.map(({ follows }) => follows?.as ?? 'post')).toEqual(['post', 'edit', 'reply'])
  expect((posts[0]?.occurredAt ?? 0) - BEGINS).toBeLessThanOrEqual(15)
  expect(posts[0]?.facts).toMatchObject({ kind: 'platform_drop', medianDrop: expect.closeTo(0.5, 1) })
})

test('a fall of the one tracked game alone is none of the platform [INSIGHTS-51]', async () => {
  const { events, posts } = await fallOf((minute) => ({ own: isFallen(minute) ? 0.1 : 1, charts: 1 }))
  expect([events, posts]).toEqual([[], []])
})

test('a fall of the charts is reported where the tracked games have too few players to compare [INSIGHTS-51]', async () => {
  const tracked = new Map([5, 6, 7, 8].map((id) => [id, 6]))
  const { events, posts } = await fallOf((minute) => ({ own: 1, charts: isFallen(minute) ? 0.5 : 1 }), { tracked })
  expect(events).toHaveLength(1)
  expect(events[0]?.facts).toMatchObject({ kind: 'market_fall', affected: 0, universes: 0, universeIds: [] })
  expect(events[0]?.end).not.toBeNull()
  expect(posts.map(({ follows }) => follows?.as ?? 'post')).toEqual(['post', 'edit', 'reply'])
})

test('three tracked games with players that do not fall count more than the charts [INSIGHTS-51]', async () => {
  const tracked = new Map([5, 6, 7].map((id) => [id, 400]))
  const { events, posts } = await fallOf((minute) => ({ own: 1, charts: isFallen(minute) ? 0.5 : 1 }), { tracked })
  expect([events, posts]).toEqual([[], []])
})

test('a few players who leave small games at once are no fall of the platform [INSIGHTS-51]', async () => {
  const tracked = new Map([5, 6, 7, 8].map((id) => [id, 6]))
  const { events, posts } = await fallOf((minute) => ({ own: isFallen(minute) ? 0.5 : 1, charts: 1 }), { tracked })
  expect([events, posts]).toEqual([[], []])
})

const tracked = (count: number) => new Map(Array.from({ length: count }, (_, index) => [5 + index, 400]))

test('a fall of the charts that half of the tracked games share is one of the platform [INSIGHTS-51]', async () => {
  const { events, posts } = await fallOf(
    (minute) => (isFallen(minute) ? { own: 0.4, charts: 0.4 } : { own: 1, charts: 1 }),
    { tracked: tracked(4), falling: 2 },
  )
  expect(events).toHaveLength(1)
  expect(posts.map(({ follows }) => follows?.as ?? 'post')).toEqual(['post', 'edit', 'reply'])
})

test('games that are hidden while the charts fall are reported once, as the platform [INSIGHTS-51, INSIGHTS-53]', async () => {
  const { all } = await fallOf((minute) => ({ own: 1, charts: isFallen(minute) ? 0.1 : 1 }), {
    tracked: tracked(4),
    hidden: (minute) => (isFallen(minute) ? 2 : 0),
  })
  expect(all.map(({ kind, follows }) => [kind, follows?.as])).toEqual([
    ['platform_incident', undefined],
    ['platform_incident', 'reply'],
  ])
})

test('one of ten games that is hidden while the charts are not counted is hidden alone [INSIGHTS-51]', async () => {
  const { all } = await fallOf((minute) => ({ own: 1, charts: isFallen(minute) ? null : 1 }), {
    tracked: tracked(10),
    hidden: (minute) => (isFallen(minute) ? 1 : 0),
  })
  expect(all.map(({ kind }) => kind)).toEqual(['status', 'status'])
})

test('a large game of the charts that falls alone is no fall of the platform [INSIGHTS-51]', async () => {
  for (const others of [[5], [5, 6]]) {
    const tracked = new Map([[7, 40_000], ...others.map((id) => [id, 400] as const)])
    const { events, posts } = await fallOf((minute) => ({ own: isFallen(minute) ? 0.05 : 1, charts: 1 }), {
      tracked,
      falling: 1,
      member: 7,
    })
    expect([events, posts]).toEqual([[], []])
  }
})

test('a fall of a game beside that of the charts is reported once, as the platform, and not as an alert [INSIGHTS-55]', async () => {
  const fallen = (minute: number) => (isFallen(minute) ? { own: 0.4, charts: 0.5 } : { own: 1, charts: 1 })
  const alone = await fallOf(fallen, { alertBelow: 300 })
  const oneOfFour = await fallOf(fallen, { tracked: tracked(4), falling: 1, alertBelow: 300 })
  for (const { all, events } of [alone, oneOfFour]) {
    expect(events).toHaveLength(1)
    expect(all.map(({ kind, follows }) => [kind, follows?.as])).toEqual([
      ['platform_drop', undefined],
      ['platform_drop', 'reply'],
    ])
  }
})

test('an alert of a game that falls much farther than the charts says that they fell, too [INSIGHTS-55]', async () => {
  const { all } = await fallOf((minute) => (isFallen(minute) ? { own: 0.1, charts: 0.6 } : { own: 1, charts: 1 }), {
    alertBelow: 300,
  })
  const alert = all.find(({ kind }) => kind === 'alert')
  expect(alert?.facts).toMatchObject({ platformWide: true })
})

test('an alert of a game that falls while the charts do not says so [INSIGHTS-55]', async () => {
  const { all } = await fallOf((minute) => ({ own: isFallen(minute) ? 0.4 : 1, charts: 1 }), { alertBelow: 300 })
  expect(all.map(({ kind }) => kind)).toEqual(['alert', 'recovery'])
  expect(all[0]?.facts).toMatchObject({ platformWide: false, since: BEGINS })
  expect((all[0]?.occurredAt ?? 0) - BEGINS).toBeLessThanOrEqual(3)
})
