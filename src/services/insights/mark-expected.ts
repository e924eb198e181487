// Marks spans of a game's past as expected: an event, a test, a planned restart. They are no part of later usuals.
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { ExpectedSpan } from '../../domain/insights/usual/expected-span.js'
import type { Facts } from '../../domain/notifications/facts.js'
import type { Notification } from '../../domain/notifications/notification.js'
import type { Store } from '../../domain/ports/store.js'
import type { Span } from '../../domain/rules/span.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfGame } from '../audit/notes.js'

const MAX_SPANS = 200
/** A longer one would leave nothing to compare with. */
const MAX_LENGTH_MINUTES = 14 * DAY_MINUTES
const MAX_SPAN_NOTE_LENGTH = 200
/** An alert without a recovery is taken to last this long, or until now. */
const OPEN_LENGTH_MINUTES = 6 * HOUR_MINUTES
const REPORT_LENGTHS = { '1h': HOUR_MINUTES, '24h': DAY_MINUTES, '7d': WEEK_MINUTES } as const
/** How many notifications are searched for those that have a span. */
const MAX_SEARCHED_NOTIFICATIONS = 200

export interface ExpectedEvent {
  readonly notification: Notification
  readonly span: Span
}

export function createMarkExpected({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  const { expectedSpans, outbox } = store

  const mark = async (game: Game, { from, until }: Span, note = ''): Promise<ExpectedSpan> => {
    if (!(from < until)) throw rejection('INVALID_PARAMETERS', { name: 'end before beginning', facts: {} })
    if (until - from > MAX_LENGTH_MINUTES)
      throw rejection('INVALID_PARAMETERS', {
        name: 'expected too long',
        facts: { days: MAX_LENGTH_MINUTES / DAY_MINUTES },
      })
    if (from > minuteOf(clock.now()) + MAX_LENGTH_MINUTES)
      throw rejection('INVALID_PARAMETERS', {
        name: 'expected too far ahead',
        facts: { days: MAX_LENGTH_MINUTES / DAY_MINUTES },
      })
    if (note.length > MAX_SPAN_NOTE_LENGTH)
      throw rejection('INVALID_PARAMETERS', { name: 'expected note length', facts: { most: MAX_SPAN_NOTE_LENGTH } })
    if ((await expectedSpans.ofGame(game.id)).length >= MAX_SPANS)
      throw rejection('INVALID_PARAMETERS', { name: 'too many expected times', facts: { most: MAX_SPANS } })
    const draft = { gameId: game.id, from, until, note, createdAt: clock.now() }
    return audit.commit(noteOfGame('expected time added', game, note), () => expectedSpans.add(draft))
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
      const notification = await outbox.byId(notificationId)
      const span = notification && spanOf(notification, minuteOf(clock.now()))
      const game = notification && (await store.games.byId(notification.gameId))
      if (!span || game?.accountId !== account.id) throw rejection('NOT_FOUND', { name: 'unknown event', facts: {} })
      return mark(game, span, note)
    },
    remove: async (game: Game, id: number): Promise<void> => {
      const isDone = await audit.commit(
        (isRemoved: boolean) => (isRemoved ? noteOfGame('expected time removed', game, `${id}`) : undefined),
        () => expectedSpans.remove(game.id, id),
      )
      if (!isDone) throw rejection('NOT_FOUND', { name: 'unknown expected time', facts: {} })
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
