// The past that the demo writes: what of it arises in the store, whatever day it is written on.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CompositionRoot, compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import type { DemoAccount } from '../../src/demo/account.js'
import { GAMES, ROLES, type Story, storyUntil, worldStoryOf } from '../../src/demo/story.js'
import { StoryClock } from '../../src/demo/story-clock.js'
import { findStoryEvents } from '../../src/demo/story-events.js'
import { welcome } from '../../src/demo/welcome.js'
import { writeStory } from '../../src/demo/write-story.js'
import { DAY_MINUTES, type Minute, minuteOf } from '../../src/domain/clock.js'
import type { EventKind } from '../../src/domain/events/event-facts.js'
import type { Notification } from '../../src/domain/notifications/notification.js'
import { startSimulator } from '../../src/simulator/simulator.js'
import { rounds } from '../support/test-run.js'

interface WrittenStory {
  readonly story: Story
  readonly demo: DemoAccount
  readonly composed: CompositionRoot
  readonly notifications: readonly Notification[]
  close(): Promise<void>
}

async function write(now: Minute): Promise<WrittenStory> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-story-'))
  const story = storyUntil(now)
  const clock = new StoryClock(story.from)
  const world = { seed: 7, games: GAMES, newest: story.newest, isVaried: true, story: worldStoryOf(story) }
  const simulator = await startSimulator({ port: 0, ...world, clock, rateLimits: 'off' })
  const database = `file:${join(folder, 'headcount.db')}`
  const composed = await compose(readConfig({ DATABASE_URL: database, PLATFORM_URL: simulator.url }), clock)
  const { services, store } = composed
  const demo = await writeStory({ services, store, simulator, clock, progress: () => undefined }, story)
  return {
    story,
    demo,
    composed,
    notifications: (await store.outbox.list({ limit: 1_000 })).reverse(),
    close: async () => {
      await composed.close()
      await simulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** In a holiday of the platform; another one in no holiday, with another offset from midnight. */
const DATES = [Date.UTC(2027, 0, 4, 22, 5), Date.UTC(2026, 9, 7, 3, 17)].slice(0, rounds({ short: 1, long: 2 }))

describe.each(DATES)('a story written at %d', (now) => {
  let written: WrittenStory
  beforeAll(async () => {
    written = await write(minuteOf(now))
  }, 180_000)
  afterAll(() => written.close())

  const gameOf = (role: keyof typeof ROLES) => {
    const game = written.demo.games.get(ROLES[role])
    if (!game) throw new Error('The story has no such game.')
    return game
  }
  const eventsOf = async (role: keyof typeof ROLES, kinds?: readonly EventKind[]) => {
    const { composed, demo } = written
    const viewer = { account: demo.account, game: gameOf(role), isOwn: true }
    return (await composed.services.listEvents.newest(viewer, { kinds, limit: 500 })).events
  }
  const of = (kind: Notification['kind'], role?: keyof typeof ROLES) =>
    written.notifications.filter((one) => one.kind === kind && (role === undefined || one.gameId === gameOf(role).id))

  it('has gaps with their reasons', async () => {
    const { story, composed } = written
    const reasons = async (role: keyof typeof ROLES) => {
      const gaps = await composed.store.series.gaps(gameOf(role).universeId, story.from, story.until)
      return gaps.map(({ reason, from, until }) => [reason, until - from])
    }
    const common = [
      ['not running', 180],
      ['late', 1],
      ['platform error', 40],
    ]
    expect(await reasons('updated')).toEqual(common)
    expect(await reasons('hidden')).toEqual([...common, ['hidden', 92]])
    // No game has time without samples that has no reason.
    for (const { universeId } of written.demo.games.values()) {
      const gaps = await composed.store.series.gaps(universeId, story.from, story.until)
      let next = story.from
      for await (const { minutes } of composed.store.series.blocks(universeId, story.from, story.until))
        for (const minute of minutes) {
          for (; next < minute; next++) expect(gaps.some(({ from, until }) => from <= next && next < until)).toBe(true)
          next = minute + 1
        }
      expect(gaps.map(({ reason }) => reason)).toEqual(
        expect.arrayContaining(['not running', 'late', 'platform error']),
      )
    }
  })

  it('has an event for the time without Headcount, of every game', async () => {
    const { composed, demo } = written
    for (const game of demo.games.values()) {
      const viewer = { account: demo.account, game, isOwn: true }
      const { events } = await composed.services.listEvents.newest(viewer, { kinds: ['gap'], limit: 50 })
      expect(events.filter(({ cause, start, end }) => cause === 'not running' && end === start + 180)).toHaveLength(1)
    }
  })

  it('has a text with the times of its events, the requests that show them and how to sign in again', async () => {
    const { composed, demo, story } = written
    const found = await findStoryEvents(composed.services, demo)
    const [fall] = await eventsOf('failing', ['market_fall'])
    expect(found.fall).toEqual({ from: fall?.start, until: fall?.end })
    expect((fall?.start ?? 0) - story.platformFall.from).toBeGreaterThanOrEqual(0)
    expect((fall?.start ?? 0) - story.platformFall.from).toBeLessThanOrEqual(2)
    expect(found.hidden?.from).toBe(story.missing.find(({ reason }) => reason === 'hidden')?.from)
    const props = { url: 'http://127.0.0.1:1', demo, login: 'secret', story, database: 'file:/x.db', found }
    const text = welcome(props)
    expect(text).toContain(`lost players for ${(fall?.end ?? 0) - (fall?.start ?? 0)} minutes`)
    expect(text).toMatch(/games\/1\/updates\?from=/)
    expect(text).toContain('events?types=market_fall&from=')
    expect(text).toContain('events?types=incident&from=')
    expect(text).toContain(`DATABASE_URL='file:/x.db' PUBLIC_URL='http://127.0.0.1:1' npm run -s cli -- login link`)
  })

  it('has an update with an effect and one without', async () => {
    const { story, composed } = written
    const playersAround = async (role: keyof typeof ROLES, at: Minute) => {
      const { universeId } = gameOf(role)
      const mean = async (from: Minute) => {
        let [sum, count] = [0, 0]
        for await (const { columns } of composed.store.series.blocks(universeId, from, from + DAY_MINUTES))
          for (const players of columns.ccu) [sum, count] = [sum + players, count + 1]
        return sum / count
      }
      return (await mean(at + 60)) / (await mean(at - DAY_MINUTES))
    }
    const updates = async (role: keyof typeof ROLES) => (await eventsOf(role, ['update'])).map(({ start }) => start)
    expect(await updates('updated')).toEqual([story.updateWithEffect])
    expect(await updates('updatedWithoutEffect')).toEqual([story.updateWithoutEffect])
    expect(await playersAround('updated', story.updateWithEffect)).toBeGreaterThan(1.5)
    const without = await playersAround('updatedWithoutEffect', story.updateWithoutEffect)
    expect(Math.abs(without - 1)).toBeLessThan(0.2)
    expect([await updates('failing'), await updates('hidden')]).toEqual([[], []])
  })

  it('says that the one update brought players and the other did not, with what Roblox as a whole did', async () => {
    const reports = (role: keyof typeof ROLES) =>
      of('report_card', role).flatMap(({ facts }) => (facts.kind === 'report_card' ? [facts] : []))
    const [withEffect, without] = [reports('updated'), reports('updatedWithoutEffect')]
    expect(withEffect.map(({ stage, outcome }) => [stage, outcome])).toEqual([
      ['1h', 'more'],
      ['24h', 'more'],
      ['7d', 'more'],
    ])
    for (const { effect } of withEffect) expect(effect?.low).toBeGreaterThan(0)
    expect(without.map(({ stage, outcome }) => [stage, outcome])).toEqual([
      ['1h', 'no_clear_change'],
      ['24h', 'no_clear_change'],
      ['7d', 'no_clear_change'],
    ])
    for (const { market } of [...withEffect, ...without]) expect(market).toEqual(expect.any(Number))
  })

  it('has a fall of the platform, and reports it once', () => {
    const { platformFall } = written.story
    // The later ones continue the first message.
    const drops = of('platform_drop').filter(({ follows }) => follows === undefined)
    expect(drops).toHaveLength(1)
    expect(drops[0]?.occurredAt).toBeGreaterThanOrEqual(platformFall.from)
    expect(drops[0]?.occurredAt).toBeLessThan(platformFall.to)
  })

  it('has an outage of the platform, reported once for all games', () => {
    const outages = of('platform_incident').filter(({ follows, facts }) => {
      return follows === undefined && facts.kind === 'platform_incident' && facts.cause === 'platform'
    })
    expect(outages).toHaveLength(1)
    expect(of('status').some(({ facts }) => facts.kind === 'status' && facts.what === 'no_data')).toBe(false)
  })

  it('has one game that was hidden, and back', () => {
    const posts = of('status', 'hidden').filter(({ follows }) => follows?.as !== 'edit')
    const what = posts.flatMap(({ facts }) => (facts.kind === 'status' ? [facts.what] : []))
    expect(what.filter((one) => one === 'hidden' || one === 'back')).toEqual(['hidden', 'back'])
    for (const role of ['updated', 'failing'] as const)
      expect(of('status', role).some(({ facts }) => facts.kind === 'status' && facts.what === 'hidden')).toBe(false)
  })

  it('has an alert of the game whose servers failed in the last day, and its recovery', () => {
    const { until, serverFailure } = written.story
    const { from, to } = serverFailure
    expect(from).toBeGreaterThan(until - DAY_MINUTES)
    const alerts = of('alert', 'failing')
    expect(alerts.some(({ occurredAt }) => occurredAt >= from && occurredAt < to)).toBe(true)
    expect(of('recovery', 'failing').some(({ occurredAt }) => occurredAt >= from)).toBe(true)
  })

  it('has how Roblox as a whole was doing [INSIGHTS-24]', async () => {
    const { story, composed } = written
    const { from, to } = story.platformFall
    const fall = await composed.services.market.over({ from, until: to }, { until: to })
    expect(fall.kind === 'known' && fall.change).toBeLessThan(-0.1)
  })

  it('shows each part of it in the list of events and on the page of its game', async () => {
    const { story } = written
    const kinds = async (role: keyof typeof ROLES) => new Set((await eventsOf(role)).map(({ kind }) => kind))
    // Whether its counters pass a round number depends on the day.
    expect([...(await kinds('updated'))]).toEqual(
      expect.arrayContaining(['update', 'incident', 'market_fall', 'gap', 'record']),
    )
    expect(await eventsOf('failing', ['alert'])).toMatchObject([
      { kind: 'alert', cause: 'game', end: expect.any(Number), facts: { metric: 'ccu' } },
    ])
    expect(await eventsOf('hidden', ['incident'])).toContainEqual(
      expect.objectContaining({ cause: 'game', facts: expect.objectContaining({ type: 'hidden' }) }),
    )
    expect(await eventsOf('failing', ['market_fall'])).toHaveLength(1)
    expect((await eventsOf('launched', ['milestone'])).length).toBeGreaterThan(5)
    const { composed, demo } = written
    const viewer = { account: demo.account, game: gameOf('failing'), isOwn: true }
    const shown = await composed.services.gameEvents(viewer, { from: story.from, until: story.until })
    expect(shown.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['incident', 'market_fall', 'alert']))
  })

  it('has records, and milestones of the game that was launched', () => {
    // In a holiday of the platform the record may be from before the update.
    expect(of('record', 'updated').length).toBeGreaterThan(0)
    expect(of('milestone', 'launched').length).toBeGreaterThan(5)
  })

  it('has nothing that waits to be sent', () => {
    expect(new Set(written.notifications.map(({ state }) => state))).toEqual(new Set(['sent']))
  })

  it('has a member, revenue and the usage of the key', async () => {
    const { demo, composed, story } = written
    const { services, store } = composed
    expect(await services.members.list(demo.account)).toMatchObject([{ role: 'viewer' }])
    const range = { start: Math.floor(story.from / DAY_MINUTES), end: Math.floor(story.until / DAY_MINUTES) - 1 }
    expect((await store.revenue.between(gameOf('updated').id, range)).size).toBe(30)
    const { requests, keys } = await services.reportUsage(demo.account)
    expect(requests.last30Days).toBeGreaterThan(1_000)
    expect(keys).toMatchObject([{ name: 'demo' }])
  })
})
