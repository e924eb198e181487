// Step 5 of 7, rendering: from a claimed notification to its content, with one renderer per kind. It changes nothing:
// a crash here leaves the notification claimed, and the next delivery renders it again.

import { altText } from '../../charts/alt-text.js'
import type { BoardInput } from '../../charts/board/board-input.js'
import type { ChartInput } from '../../charts/chart-input.js'
import type { Account } from '../../domain/account.js'
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Metric } from '../../domain/measures.js'
import type { Facts, NotificationKind, OwnerFacts, PersonAlertFacts } from '../../domain/notifications/facts.js'
import type { ChartImage, Content, ContentRenderer, ContentTone } from '../../domain/notifications/sender.js'
import { type BatchFacts, firstKind, type NotificationChoice } from '../../domain/notifications/settings.js'
import type { Log } from '../../domain/ports/events.js'
import type { Span } from '../../domain/rules/span.js'
import { catalogFor } from '../catalog.js'
import { newsText } from '../person-alert-text.js'
import { scheduledPost } from '../scheduled-post-text.js'
import { alert, rulesMoved } from './alert.js'
import {
  type BoardRequest,
  type ChartRequest,
  gameName,
  type NotificationChartLine,
  type RenderContext,
  type RenderedNotification,
  type Renderer,
  readChart,
} from './rendering.js'
import { digest, milestone, record, reportCard } from './reports.js'
import { platformFall, platformIncident, status } from './status.js'

export interface RendererDeps {
  /** Reads at the resolution that the account's plan allows. */
  readonly readLine: (
    of: { readonly account: Account; readonly game: Game },
    metric: Metric,
    span: Span,
  ) => Promise<NotificationChartLine>
  readonly paint: (input: ChartInput | BoardInput) => Promise<Buffer>
  /** The icon of a game as WebP, if it has one. */
  readonly readIcon: (universeId: number, size: 'small' | 'large') => Promise<Uint8Array | undefined>
  readonly log: Log
}

export function createRenderer({ readLine, paint, readIcon, log }: RendererDeps): ContentRenderer {
  /** A notification without its chart is better than none. */
  const draw = async (request: ChartRequest, rendering: RenderContext): Promise<ChartImage | undefined> => {
    try {
      const input = await readChart(request, rendering, (metric, span) => readLine(rendering, metric, span))
      return input && { png: await paint(input), alt: altText(input, rendering.catalog.charts.alt) }
    } catch (error) {
      log.warn({ notification: rendering.notification.id, err: error }, 'The chart of a notification was not drawn.')
      return undefined
    }
  }
  const drawBoard = async ({ rows, alt, ...board }: BoardRequest, { notification }: RenderContext) => {
    try {
      const iconOf = (id: number | undefined) => (id === undefined ? undefined : readIcon(id, 'small'))
      const withIcons = await Promise.all(
        rows.map(async ({ universeId, ...row }) => ({ ...row, icon: await iconOf(universeId) })),
      )
      return { png: await paint({ ...board, kind: 'board', rows: withIcons, theme: 'dark' }), alt }
    } catch (error) {
      log.warn({ notification: notification.id, err: error }, 'The list of games of a post was not drawn.')
      return undefined
    }
  }
  return async (request) => {
    const rendering = { ...request, catalog: catalogFor(request.language) }
    const { lines, chart: chartLine, board, ...rendered } = textOf(rendering)
    const chart = chartLine ? await draw(chartLine, rendering) : board && (await drawBoard(board, rendering))
    const { catalog, facts, game } = rendering
    const text = { ...rendered, text: lines.join('\n'), signature: catalog.notifications.by }
    const about = {
      kind: facts.kind,
      tone: toneOf(facts),
      locale: catalog.locale,
      ...(isAboutGame(facts) && { gameId: game.id }),
    }
    const icon = isAboutGame(facts) ? await readIcon(game.universeId, 'large') : undefined
    return {
      ...text,
      ...about,
      ...(chart && { chart }),
      ...(icon && { icon }),
      ...(facts.kind === 'batch' && { roleIds: facts.roleIds }),
    }
  }
}

/** Kinds about the platform, an account or several games: the game of such a notification only decides where it is posted. */
const KINDS_WITHOUT_GAME: readonly NotificationKind[] = [
  'platform_drop',
  'platform_incident',
  'rules_moved',
  'owner',
  'scheduled_post',
  'batch',
]

const isAboutGame = ({ kind }: Facts): boolean => !KINDS_WITHOUT_GAME.includes(kind)

/** The kind of the facts selects the renderer, which the compiler cannot follow through the table. */
function textOf(rendering: RenderContext): RenderedNotification {
  const render = RENDERERS[rendering.facts.kind] as Renderer<Facts>
  return render(rendering)
}

/** Renders private messages to the owners of an account about its notifications. */
const owner: Renderer<OwnerFacts> = (rendering) => {
  const { facts, format, catalog } = rendering
  const { uncertain, paused } = catalog.notifications.owner
  const write = facts.what === 'uncertain' ? uncertain : paused
  return { lines: [write(gameName(rendering), format.channel(facts.channelId), facts.reason)] }
}

/** DISCORD-40: a direct message to one person, or the post that says that such messages do not arrive. */
const personAlert: Renderer<PersonAlertFacts> = (rendering) => {
  const { facts, format, notification, catalog } = rendering
  const { occurredAt: at } = notification
  const about = { name: gameName(rendering), when: format.time(msOf(at)) }
  const text = newsText(facts.news, about, catalog)
  if (facts.news.on === 'closed' || facts.news.on === 'milestone') return text
  return { ...text, chart: { metric: 'ccu', span: { from: at + 1 - DAY_MINUTES, until: at + 1 } } }
}

/** CHAT-7 allows 4,096 characters. */
const MAX_BATCH_LENGTH = 3_800

/** DISCORD-35: one line for each, as many as fit. */
const batch: Renderer<BatchFacts> = (rendering) => {
  const { format, entries = [], catalog } = rendering
  const text = catalog.notifications.batch
  const lines: string[] = []
  for (const { notification, game } of entries) {
    const { title, lines: body } = textOf({ ...rendering, notification, game, facts: notification.facts })
    const line = text.line(format.time(msOf(notification.occurredAt)), title ?? body[0] ?? '')
    if (lines.join('\n').length + line.length > MAX_BATCH_LENGTH) break
    lines.push(line)
  }
  const more = entries.length - lines.length
  const last = more > 0 ? [text.more(catalog.number(more))] : []
  return { title: text.title(entries.length), lines: [...lines, ...last] }
}

/** A new kind adds one line here. */
const RENDERERS: { readonly [Kind in NotificationKind]: Renderer<Extract<Facts, { kind: Kind }>> } = {
  milestone,
  record,
  alert,
  recovery: alert,
  platform_drop: platformFall,
  report_card: reportCard,
  digest,
  status,
  rules_moved: rulesMoved,
  platform_incident: platformIncident,
  owner,
  person_alert: personAlert,
  scheduled_post: scheduledPost,
  batch,
}

/** Whether it is good news, bad news or neither, for the color of the message. */
function toneOf(facts: Facts): ContentTone {
  switch (facts.kind) {
    case 'milestone':
    case 'record':
    case 'recovery':
      return 'good'
    case 'alert':
      return isRise(facts.condition) ? 'good' : 'bad'
    case 'platform_drop':
    case 'platform_incident':
      return facts.isEnd ? 'good' : 'bad'
    case 'status':
      return facts.what === 'back' || facts.what === 'data_back' ? 'good' : 'bad'
    case 'report_card':
      return facts.outcome === 'more' ? 'good' : facts.outcome === 'fewer' ? 'bad' : 'neutral'
    case 'owner':
      return 'bad'
    case 'person_alert':
    case 'scheduled_post':
    case 'batch':
    case 'digest':
    case 'rules_moved':
      return 'neutral'
  }
}

type AlertCondition = Extract<Facts, { kind: 'alert' | 'recovery' }>['condition']

const isRise = (condition: AlertCondition): boolean =>
  condition.is === 'above' || ('by' in condition && condition.by > 0)

/** Renders samples: like notifications, with a label in the title. */
export const sampleRenderer =
  (render: ContentRenderer): ContentRenderer =>
  async (request) => {
    const content = await render(request)
    return { ...content, title: `${catalogFor(request.language).notify.sample}: ${content.title ?? ''}` }
  }

/** The sample of a game to which nothing of the kind has happened yet. */
export function nothingYet(choice: NotificationChoice, { id, name }: Game, language: string): Content {
  const catalog = catalogFor(language)
  const { notify, notifications } = catalog
  const title = `${notify.sample}: ${notify.kinds[choice]}`
  const about = { kind: firstKind(choice), tone: 'neutral', locale: catalog.locale, gameId: id } as const
  return { title, text: notify.nothingYet(name), signature: notifications.by, ...about }
}
