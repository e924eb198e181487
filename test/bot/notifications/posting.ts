// Example facts of each kind of notification, and the real renderer and sender that post them.
import { onTestFinished, vi } from 'vitest'
import { openConnection } from '../../../src/bot/client.js'
import { gatewayPlaces } from '../../../src/bot/messaging/places.js'
import { PostThrottle } from '../../../src/bot/messaging/post-throttle.js'
import { createSender } from '../../../src/bot/notifications/sender.js'
import { DAY_MINUTES, HOUR_MINUTES, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import type { AlertFacts, Facts, ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import { idempotencyKeyOf } from '../../../src/domain/notifications/notification.js'
import type { Address, PostResult } from '../../../src/domain/notifications/sender.js'
import { createRenderer } from '../../../src/messages/notifications/render.js'
import { sharedPainter } from '../../support/start-app.js'
import { MINUTE_NOW } from '../people.js'
import { type BotFixture, CHANNEL } from '../scene.js'

export const ROLE = '200000000000000099'
const HOUR_AGO = MINUTE_NOW - HOUR_MINUTES
const MIDNIGHT = MINUTE_NOW - (MINUTE_NOW % DAY_MINUTES)

const alert: AlertFacts = {
  kind: 'alert',
  ruleId: 1,
  metric: 'ccu',
  condition: { is: 'below', value: 1_000 },
  value: 812,
  threshold: 1_000,
  baseline: null,
  readings: 3,
  since: MINUTE_NOW - 3,
  roleId: ROLE,
  platformWide: false,
}

const card: ReportCardFacts = {
  kind: 'report_card',
  stage: '24h',
  updatedAt: MINUTE_NOW - DAY_MINUTES,
  newer: [MINUTE_NOW - 600],
  players: { before: 1_000, after: 1_210.4 },
  likesPerThousandVisits: { before: 2.5, after: 3.1 },
  favoritesPerThousandVisits: { before: 4.02, after: 3.9 },
  outcome: 'more',
  reason: null,
  effect: { change: 0.19, low: 0.11, high: 0.28 },
  observed: 0.21,
  market: 0.02,
  beganBefore: false,
  line: null,
  coverage: { before: 1, after: 0.98 },
}

/** Example facts by a name that says what they show. */
export const SOME_FACTS = {
  milestone: {
    kind: 'milestone',
    crossings: [
      {
        ...{ metric: 'visits', rung: 1_000_000, count: 1_000_234, between: null },
        next: { kind: 'expected', earliest: 200, latest: 500 },
      },
    ],
  },
  milestones: {
    kind: 'milestone',
    crossings: [
      { metric: 'visits', rung: 1_000_000, count: 2_300_000, between: { from: HOUR_AGO - 300, until: HOUR_AGO } },
      { metric: 'visits', rung: 2_000_000, count: 2_300_000, between: { from: HOUR_AGO - 300, until: HOUR_AGO } },
      {
        ...{ metric: 'likes', rung: 5_000, count: 5_001, between: null },
        next: { kind: 'expected', earliest: 20, latest: 31 },
      },
    ],
  },
  record: { kind: 'record', ccu: 12_345, previous: 11_800, at: MINUTE_NOW - 40, market: 0.12 },
  oldRecord: { kind: 'record', ccu: 12_345, previous: 11_800 },
  alert,
  alertChanged: {
    ...alert,
    condition: { is: 'changed', by: -30, unit: 'percent' },
    value: 640,
    threshold: 700,
    baseline: 1_000,
    platformWide: true,
    roleId: null,
  },
  alertRatio: {
    ...alert,
    metric: 'like_ratio',
    condition: { is: 'above', value: 0.9 },
    value: 0.913,
    threshold: 0.9,
    readings: 1,
  },
  alertRank: { ...alert, metric: 'rank', condition: { is: 'above', value: 5 }, value: 7, threshold: 5, roleId: null },
  recovery: { ...alert, kind: 'recovery', value: 1_400, since: HOUR_AGO, platformWide: null },
  platformDrop: {
    kind: 'platform_drop',
    since: MINUTE_NOW - 5,
    universes: 50,
    fell: 44,
    medianDrop: 0.62,
    gameIds: [1],
  },
  reportHour: {
    ...card,
    stage: '1h',
    updatedAt: HOUR_AGO,
    newer: [],
    outcome: 'cannot_tell',
    reason: 'too few players',
    likesPerThousandVisits: { before: null, after: null },
  },
  reportDay: card,
  reportWeek: {
    ...card,
    stage: '7d',
    updatedAt: MINUTE_NOW - WEEK_MINUTES,
    newer: [],
    outcome: 'fewer',
    effect: { change: -0.12, low: -0.2, high: -0.03 },
    market: null,
    coverage: { before: 1, after: 1 },
  },
  digestDay: {
    kind: 'digest',
    period: 'daily',
    isMerged: false,
    from: MIDNIGHT - DAY_MINUTES,
    until: MIDNIGHT,
    timeZone: 'Europe/Berlin',
    players: { before: 1_000, after: 1_100 },
    peak: { ccu: 1_499, at: MIDNIGHT - 400 },
    bestHour: 19,
    visits: { before: 20_000, after: 23_456 },
    favorites: { before: 100, after: 90 },
    likes: { before: 0, after: -3 },
    likeRatio: { before: 0.912, after: 0.911 },
    happened: {
      events: [
        { kind: 'update', at: MIDNIGHT - 1_200, change: 0.12 },
        { kind: 'update', at: MIDNIGHT - 1_100, change: null },
        { kind: 'incident', at: MIDNIGHT - 900, what: 'no_data', until: MIDNIGHT - 800 },
        { kind: 'incident', at: MIDNIGHT - 700, what: 'hidden', until: null },
        { kind: 'record', at: MIDNIGHT - 400, ccu: 1_499 },
        { kind: 'milestone', at: MIDNIGHT - 300, metric: 'visits', rung: 1_000_000 },
        { kind: 'alert', at: MIDNIGHT - 200, metric: 'ccu' },
        { kind: 'market_fall', at: MIDNIGHT - 100, drop: 0.4 },
      ],
      more: 3,
    },
    market: 0.034,
    coverage: { before: 1, after: 0.994 },
  },
  digestEmpty: {
    kind: 'digest',
    period: 'weekly',
    isMerged: true,
    from: MIDNIGHT - 60 * DAY_MINUTES,
    until: MIDNIGHT - 53 * DAY_MINUTES,
    timeZone: 'UTC',
    players: { before: null, after: null },
    peak: null,
    bestHour: null,
    visits: { before: null, after: null },
    favorites: { before: null, after: null },
    likes: { before: null, after: null },
    likeRatio: { before: null, after: null },
    coverage: { before: 0, after: 0 },
  },
  hidden: { kind: 'status', what: 'hidden', since: HOUR_AGO, until: null, reason: null },
  gone: { kind: 'status', what: 'gone', since: HOUR_AGO, until: null, reason: null },
  back: { kind: 'status', what: 'back', since: HOUR_AGO, until: MINUTE_NOW, reason: null },
  noData: { kind: 'status', what: 'no_data', since: HOUR_AGO, until: null, reason: 'platform error' },
  dataBack: { kind: 'status', what: 'data_back', since: HOUR_AGO, until: MINUTE_NOW, reason: 'not running' },
  ownerPaused: {
    kind: 'owner',
    what: 'channel_paused',
    channelId: CHANNEL,
    reason: 'The channel is gone.',
    notificationId: 7,
  },
  ownerUncertain: {
    kind: 'owner',
    what: 'uncertain',
    channelId: CHANNEL,
    reason: 'I may not read.',
    notificationId: 7,
  },
} as const satisfies Record<string, Facts>

export interface KeyedPostResult {
  readonly key: string
  readonly result: PostResult
}

export interface TestSender {
  post(game: Game, facts: Facts, address: Address): Promise<KeyedPostResult>
}

const never = new AbortController().signal

/** Renders and posts as the delivery does, with a login of its own beside that of the bot. */
export async function openSender({ app, account, double }: BotFixture): Promise<TestSender> {
  const connection = openConnection(double.apiUrl)
  const painter = sharedPainter
  onTestFinished(async () => {
    await connection.abandon()
  })
  await connection.client.login(double.token)
  await vi.waitFor(
    () => {
      if (!connection.client.isReady()) throw new Error('not ready')
    },
    { timeout: 60_000 },
  )
  const { client } = connection
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const readIcon = (universeId: number) => app.services.icons.ofUniverse(universeId, 'large')
  const readLine = app.services.chartSeries.readWindow
  const render = createRenderer({ readLine, paint: painter.paint, readIcon, log })
  const places = gatewayPlaces(() => (client.isReady() ? client : undefined))
  const sender = createSender({ places, pace: new PostThrottle() })
  let id = 0
  return {
    post: async (game, facts, address) => {
      id += 1
      const notification = { id, occurredAt: MINUTE_NOW }
      const key = idempotencyKeyOf(notification)
      const destination = await sender.open(address)
      if ('result' in destination) return { key, result: destination }
      const about = { notification, facts, game, account, namedGames: [game], format: destination.format }
      const content = await render({ ...about, language: 'en-US', timeZone: 'UTC' })
      return { key, result: await destination.post(content, key, never) }
    },
  }
}
