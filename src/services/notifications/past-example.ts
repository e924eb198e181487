// The last time that something happened to a game that a kind of notification reports: the facts of a sample, which
// shows the game's own past and no invented numbers; and posting one from the browser.
import { randomUUID } from 'node:crypto'
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import { digest, dueUntil } from '../../domain/notifications/evaluators/digest.js'
import type { Facts } from '../../domain/notifications/facts.js'
import type { Content, ContentRenderer, NotificationSender } from '../../domain/notifications/sender.js'
import {
  channelOf,
  DEFAULT_RULE,
  type DigestPlan,
  digestOf,
  firstKind,
  type NotificationChoice,
  type NotificationRoute,
  type RoutedKind,
  type RuleDraft,
} from '../../domain/notifications/settings.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { MarketMode } from '../insights/count-market.js'
import { createMarketHistory } from '../insights/market-history.js'
import { createUsualHistory } from '../insights/usual-history.js'
import { createListEvents } from '../reading/events/list-events.js'
import { createMilestonesReached } from '../reading/game/milestones-reached.js'
import type { createUpdateReports } from '../reading/updates/update-reports.js'
import { readWindow } from './history.js'
import { chartCountsOf, createPlayerCountReader } from './platform-references.js'
import type { createPreviewRule } from './preview-rule.js'

export interface PastExample {
  readonly facts: Facts
  /** When the notification would have been sent. */
  readonly occurredAt: Minute
}

/** What the sample should show; a rule or a plan that is not set yet gets its default. */
export interface PastExampleQuery {
  readonly kind: Exclude<RoutedKind, 'record'>
  readonly rule: Omit<RuleDraft, 'gameId' | 'createdAt'>
  readonly digest: DigestPlan
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly market: MarketMode
  readonly previewRule: ReturnType<typeof createPreviewRule>
  readonly updateReports: ReturnType<typeof createUpdateReports>
}

const ALERT_DAYS = 30
const MAX_NAME_LENGTH = 80
/** The number of newest updates of which one may have a report. An update younger than a day has none yet. */
const MAX_PAST_UPDATES = 3

export function createPastExample({ store, clock, plans, market, previewRule, updateReports }: Deps) {
  const listEvents = createListEvents({ store })
  const milestonesReached = createMilestonesReached({ store, clock, plans })
  const marketHistory = createMarketHistory({ store, clock, market })
  const usual = createUsualHistory(store)
  const now = (): Minute => minuteOf(clock.now())

  const milestone = async (account: Account, game: Game): Promise<PastExample | undefined> => {
    const latest = (await store.series.latest([game.universeId])).get(game.universeId)
    const [last] = latest ? await milestonesReached({ account, game }, latest) : []
    if (last === undefined) return undefined
    const { counter, value, at } = last
    const crossing = { metric: counter, rung: value, count: value, between: null }
    return { facts: { kind: 'milestone', crossings: [crossing] }, occurredAt: at }
  }

  /** The mention is left out, so that a sample pings nobody. */
  const alert = async (account: Account, game: Game, { rule }: PastExampleQuery): Promise<PastExample | undefined> => {
    const { alerts } = await previewRule(account, game, rule, ALERT_DAYS)
    const last = alerts.at(-1)
    return last && { facts: { ...last.facts, roleId: null }, occurredAt: last.at }
  }

  const reportCard = async (account: Account, game: Game): Promise<PastExample | undefined> => {
    const { updates } = await updateReports.list(account, game, { limit: MAX_PAST_UPDATES })
    const stages = updates.flatMap((update) => update.stages)
    const known = stages.find(({ card }) => card !== undefined)
    return known?.card && { facts: known.card, occurredAt: known.dueAt }
  }

  /** Of a game alone: an incident of the platform has a message of its own. */
  const status = async (account: Account, game: Game): Promise<PastExample | undefined> => {
    const reader = { account, game, isOwn: true }
    const { events } = await listEvents.newest(reader, { kinds: ['incident'] })
    for (const { facts, start, end } of events) {
      // A fall of players is reported by alerts.
      if (facts.kind !== 'incident' || facts.type === 'fall') continue
      const what = facts.type === 'silent' ? 'no_data' : facts.type
      return { facts: { kind: 'status', what, since: start, until: end, reason: null }, occurredAt: start }
    }
    return undefined
  }

  /** Evaluates the day at whose beginning the digest was due, as the evaluation would have done. */
  const lastDigest = async (
    account: Account,
    game: Game,
    { digest: plan }: PastExampleQuery,
  ): Promise<PastExample | undefined> => {
    const from = dueUntil(plan, now())
    const until = Math.min(now() + 1, from + DAY_MINUTES)
    const excluded = await store.expectedSpans.ofGame(game.id)
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const window = await readWindow(store, { game, interval, from, until, usual, excluded })
    const route: NotificationRoute = { gameId: game.id, kind: 'digest', channelId: null, enabled: true, digest: plan }
    const playerCounts = createPlayerCountReader(store).forWindow()
    const { notifications } = await digest.evaluate(
      {
        ...window,
        events: [],
        isResumed: false,
        route,
        rules: [],
        peers: [game],
        serverOf: () => null,
        universes: [game.universeId],
        playerCounts,
        charts: chartCountsOf(marketHistory, playerCounts, { universeId: game.universeId, end: until }),
        markets: (first, end) => marketHistory({ leavingOut: game.universeId, from: first, until: end }),
        pastEvents: async () => [],
      },
      undefined,
    )
    const [sent] = notifications
    return sent && { facts: sent.facts, occurredAt: sent.occurredAt }
  }

  const READERS = { milestone, alert, report_card: reportCard, status, digest: lastDigest }

  /** Undefined if nothing of the kind ever happened, or it is not known. */
  return (account: Account, game: Game, query: PastExampleQuery): Promise<PastExample | undefined> =>
    READERS[query.kind](account, game, query)
}

/** How a sample is rendered and posted. The code that starts the bot sets it. */
export interface SampleOutlet {
  /** Undefined while the bot is off. */
  sender: () => NotificationSender | undefined
  /** Renders like a delivery, and labels the content as a sample. */
  render: ContentRenderer | undefined
  /** What is posted for a game whose past has no example of this kind. The name of the game is escaped in it. */
  nothingYet(choice: NotificationChoice, game: Game, language: string): Content
}

interface SampleDeps {
  readonly store: Store
  readonly pastExample: ReturnType<typeof createPastExample>
  readonly outlet: SampleOutlet
}

interface SampleQuery {
  readonly account: Account
  readonly game: Game
  readonly choice: NotificationChoice
}

/** For whom a sample is rendered. */
export type SampleAudience = Pick<Parameters<ContentRenderer>[0], 'language' | 'timeZone' | 'format'>

export interface SampleContent {
  readonly content: Content
  /** Under which it is posted, if it is. It names no notification. */
  readonly key: string
  /** Whether the game's past had something to show. */
  readonly isExample: boolean
}

/** Renders a sample as the real ones are rendered. Nothing is stored. */
function sampleRendering({ store, pastExample, outlet }: SampleDeps) {
  return async ({ account, game, choice }: SampleQuery, reader: SampleAudience): Promise<SampleContent> => {
    const kind = firstKind(choice)
    const route = (await store.routes.ofGame(game.id)).find((one) => one.kind === kind)
    const [rule = DEFAULT_RULE] = await store.rules.ofGame(game.id)
    const { timeZone, format, language } = reader
    const digest = route?.digest ?? digestOf({ every: null, weekday: null, at: null, timeZone })
    const key = `hc-sample-${randomUUID().replaceAll('-', '').slice(0, 14)}`
    const example = outlet.render && (await pastExample(account, game, { kind, rule, digest }))
    if (!outlet.render || !example) {
      const namedGame = { ...game, name: format.name(game.name, MAX_NAME_LENGTH) }
      return { content: outlet.nothingYet(choice, namedGame, language), key, isExample: false }
    }
    const { occurredAt, facts } = example
    const about = { notification: { id: 0, occurredAt }, facts, game, account, namedGames: [] }
    return { content: await outlet.render({ ...about, ...reader }), key, isExample: true }
  }
}

/**
 * `render` is for the bot, which posts the sample or shows it by itself. `post` is for the browser: it posts to the channel of
 * the real ones through their sender, and a paused channel resumes.
 */
export function createSamples({ store, pastExample, outlet }: SampleDeps) {
  const render = sampleRendering({ store, pastExample, outlet })
  const open = async (account: Account, channelId: string) => {
    const destination = await outlet.sender()?.open({ channelId })
    if (destination === undefined) throw rejection('UNAVAILABLE', { name: 'bot not connected', facts: {} })
    if ('result' in destination)
      throw rejection('INVALID_PARAMETERS', { name: 'post rejected', facts: { reason: destination.reason } })
    const link = destination.guildId === null ? undefined : await store.guilds.byId(destination.guildId)
    if (link?.accountId !== account.id) throw rejection('INVALID_PARAMETERS', { name: 'server not linked', facts: {} })
    const chosen = await store.guildSettings.of(link.guildId)
    const language = chosen.language ?? destination.language ?? 'en-US'
    return { destination, language, timeZone: chosen.timeZone ?? 'UTC' }
  }

  const post = async (query: SampleQuery): Promise<Pick<SampleContent, 'isExample'>> => {
    const { account, game, choice } = query
    const kind = firstKind(choice)
    const route = (await store.routes.ofGame(game.id)).find((one) => one.kind === kind)
    const channelId = channelOf(kind, game, { channelId: route?.channelId ?? null, enabled: true })
    if (channelId === undefined) throw rejection('INVALID_PARAMETERS', { name: 'no channel', facts: {} })
    const { destination, language, timeZone } = await open(account, channelId)
    const { content, key, isExample } = await render(query, { language, timeZone, format: destination.format })
    const posted = await destination.post(content, key, new AbortController().signal)
    if (posted.result !== 'sent')
      throw rejection('UPSTREAM_ERROR', { name: 'post rejected', facts: { reason: posted.reason } })
    await store.routes.resume(channelId)
    return { isExample }
  }

  return { render, post }
}
