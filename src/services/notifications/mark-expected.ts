// Marks spans of a game's past as expected: an event, a test, a planned restart. They are no part of later usuals.
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../domain/clock.js'
import { invalid, notFound } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { ExpectedSpan } from '../../domain/insights/usual/expected-span.js'
import type { Facts } from '../../domain/notifications/facts.js'
import type { Notification } from '../../domain/notifications/notification.js'
import type { Store } from '../../domain/ports/store.js'
import type { Span } from '../../domain/rules/span.js'

const MAX_SPANS = 200
/** A longer one would leave nothing to compare with. */
const MAX_LENGTH_MINUTES = 14 * DAY_MINUTES
const MAX_NOTE_LENGTH = 200
/** An alert without a recovery is taken to last this long, or until now. */
const OPEN_LENGTH_MINUTES = 6 * HOUR_MINUTES
const REPORT_LENGTHS = { '1h': HOUR_MINUTES, '24h': DAY_MINUTES, '7d': WEEK_MINUTES } as const
/** How many notifications are searched for those that have a span. */
const MAX_SEARCHED_NOTIFICATIONS = 200

export interface ExpectedEvent {
  readonly notification: Notification
  readonly span: Span
}

export function createMarkExpected({ store, clock }: { store: Store; clock: Clock }) {
  const { expectedSpans, outbox } = store

  const mark = async (game: Game, { from, until }: Span, note = ''): Promise<ExpectedSpan> => {
    if (!(from < until)) throw invalid('The end is after the beginning.')
    if (until - from > MAX_LENGTH_MINUTES) throw invalid('It lasts at most 14 days.')
    if (from > minuteOf(clock.now()) + MAX_LENGTH_MINUTES) throw invalid('It begins within the next 14 days.')
    if (note.length > MAX_NOTE_LENGTH) throw invalid(`The note has at most ${MAX_NOTE_LENGTH} characters.`)
    if ((await expectedSpans.ofGame(game.id)).length >= MAX_SPANS)
      throw invalid(`A game has at most ${MAX_SPANS} expected times. Remove one first.`)
    return expectedSpans.add({ gameId: game.id, from, until, note, createdAt: clock.now() })
  }

  /** The alerts and reports of the account's games that can be marked, newest first. */
  const events = async (account: Account): Promise<ExpectedEvent[]> => {
    const found = await outbox.list({ accountId: account.id, limit: MAX_SEARCHED_NOTIFICATIONS })
    return found.flatMap((notification) => {
      const span = spanOf(notification, minuteOf(clock.now()))
      return span === undefined ? [] : [{ notification, span }]
    })
  }

  return {
    mark,
    events,
    list: (game: Game): Promise<ExpectedSpan[]> => expectedSpans.ofGame(game.id),
    markEvent: async (account: Account, notificationId: number, note = ''): Promise<ExpectedSpan> => {
      const event = (await events(account)).find(({ notification }) => notification.id === notificationId)
      const game = event && (await store.games.byId(event.notification.gameId))
      if (!event || game?.accountId !== account.id) throw notFound('This event is not there any more.')
      return mark(game, event.span, note)
    },
    remove: async (game: Game, id: number): Promise<void> => {
      if (!(await expectedSpans.remove(game.id, id))) throw notFound('This time is not there any more.')
    },
  }
}

/** The span that a notification is about; undefined if it is about none. */
function spanOf({ facts, occurredAt }: { facts: Facts; occurredAt: Minute }, now: Minute): Span | undefined {
  switch (facts.kind) {
    case 'alert':
      return { from: facts.since, until: Math.max(occurredAt + 1, Math.min(now, facts.since + OPEN_LENGTH_MINUTES)) }
    case 'recovery':
      return { from: facts.since, until: occurredAt + 1 }
    case 'report_card':
      return { from: facts.updatedAt, until: facts.updatedAt + REPORT_LENGTHS[facts.stage] }
    default:
      return undefined
  }
}
