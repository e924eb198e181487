// Notifications, their routes and alert rules as rows of tables, the same in each storage engine.
import type { EffectOutcome } from '../../../domain/insights/effect/effect-facts.js'
import type { Facts, ReportCardFacts } from '../../../domain/notifications/facts.js'
import {
  expiryOf,
  type Notification,
  type NotificationContinuation,
  type NotificationDraft,
} from '../../../domain/notifications/notification.js'
import type { DeliveryOutcome } from '../../../domain/notifications/outbox.js'
import type {
  DigestPlan,
  NotificationRoute,
  QuietHours,
  RoutedKind,
  Rule,
  RuleCondition,
} from '../../../domain/notifications/settings.js'

/** No index covers failed notifications, because few fail. */
export const MAX_SEARCHED = 50_000

/** JSON in `facts`. */
export interface NotificationRow
  extends Omit<Notification, 'facts' | 'follows' | 'fixedChannelId' | 'personAlertId'>,
    Required<Pick<NotificationDraft, 'fixedChannelId' | 'personAlertId'>> {
  readonly facts: string
  readonly followsAs: NotificationContinuation['as'] | null
  readonly followsSubject: string | null
}

/** A report card from before the usual had one model: its result was compared with the mean of the weeks before. */
interface EarlierReportCard extends Omit<ReportCardFacts, 'outcome' | 'reason'> {
  readonly verdict: 'better' | 'worse' | 'same' | 'unknown'
  readonly unknownBecause: ReportCardFacts['reason']
}

const OUTCOMES: Readonly<Record<EarlierReportCard['verdict'], EffectOutcome>> = {
  better: 'more',
  worse: 'fewer',
  same: 'no_clear_change',
  unknown: 'cannot_tell',
}

/** Facts as earlier versions stored them, in the form of today. */
function currentFacts(stored: Facts | EarlierReportCard): Facts {
  if (!('verdict' in stored)) return stored
  const { verdict, unknownBecause, ...rest } = stored
  const unknown = { effect: null, observed: null, market: null, beganBefore: false, line: null }
  return { ...rest, ...unknown, outcome: OUTCOMES[verdict], reason: unknownBecause }
}

/** Facts need no validation: only evaluations and deliveries write them, and the compiler checks their type. */
export const toNotification = ({ followsAs, followsSubject, ...row }: NotificationRow): Notification => ({
  ...row,
  facts: currentFacts(JSON.parse(row.facts) as Facts),
  ...(followsAs === null || followsSubject === null ? {} : { follows: { as: followsAs, subject: followsSubject } }),
})

/** Undefined where nothing is to be stored. `hasOriginal`: what the draft follows is stored. */
export function rowOfDraft(draft: NotificationDraft, createdAt: number, hasOriginal: boolean) {
  const { follows, facts, fixedChannelId = null, personAlertId = null, ...rest } = draft
  // Nothing is changed that was not posted. The end of what was never reported, for example because the game was hidden
  // when it was added, is news of its own.
  if (follows && !hasOriginal && (follows.as === 'edit' || rest.kind !== 'status')) return undefined
  const followed = hasOriginal ? follows : undefined
  return {
    ...{ ...rest, fixedChannelId, personAlertId, createdAt },
    facts: JSON.stringify(facts),
    expiresAt: expiryOf(draft, createdAt),
    followsAs: followed?.as ?? null,
    followsSubject: followed?.subject ?? null,
    ...({ state: 'pending', attempts: 0, nextAttemptAt: 0 } as const),
  }
}

/** Only an attempt that will be repeated has a next time and may be uncertain. */
export function changesOf(outcome: DeliveryOutcome): Partial<NotificationRow> {
  const claim = { state: outcome.state, claimedAt: null }
  if (outcome.state === 'sent') return { ...claim, messageId: outcome.messageId, reason: null, uncertainSince: null }
  if (outcome.state !== 'pending') return { ...claim, reason: outcome.reason }
  const { reason, nextAttemptAt, uncertainSince } = outcome
  return { ...claim, reason, nextAttemptAt, uncertainSince }
}

/** JSON in `digest` and `quietHours`; null where nothing was chosen. */
interface RouteRow {
  readonly gameId: number
  readonly kind: RoutedKind
  readonly channelId: string | null
  readonly enabled: boolean
  readonly digest: string | null
  readonly roleId: string | null
  readonly quietHours: string | null
  readonly mutedUntil: number | null
  readonly isPublished: boolean
  readonly inThreads: boolean
}

/** JSON in `condition` and `quietHours`; `minutes` is null in rules that count readings. */
interface RuleRow extends Omit<Rule, 'condition' | 'quietHours' | 'minutes' | 'isPaused'> {
  readonly condition: string
  readonly quietHours: string | null
  readonly minutes: number | null
  readonly isPaused: boolean
}

export const routeColumns = ({ gameId, kind, channelId, enabled, digest, ...more }: NotificationRoute): RouteRow => ({
  ...{ gameId, kind, channelId, enabled },
  digest: digest && JSON.stringify(digest),
  roleId: more.roleId ?? null,
  quietHours: more.quietHours ? JSON.stringify(more.quietHours) : null,
  mutedUntil: more.mutedUntil ?? null,
  isPublished: more.isPublished ?? false,
  inThreads: more.inThreads ?? false,
})

/** What was not chosen is left out. */
export const toRoute = ({ gameId, kind, channelId, enabled, digest, ...row }: RouteRow): NotificationRoute => ({
  ...{ gameId, kind, channelId, enabled },
  digest: digest === null ? null : (JSON.parse(digest) as DigestPlan),
  ...(row.roleId === null ? {} : { roleId: row.roleId }),
  ...(row.quietHours === null ? {} : { quietHours: JSON.parse(row.quietHours) as QuietHours }),
  ...(row.mutedUntil === null ? {} : { mutedUntil: row.mutedUntil }),
  ...(row.isPublished ? { isPublished: true } : {}),
  ...(row.inThreads ? { inThreads: true } : {}),
})

export const ruleJson = ({ condition, quietHours }: Pick<Rule, 'condition' | 'quietHours'>) => ({
  condition: JSON.stringify(condition),
  quietHours: quietHours && JSON.stringify(quietHours),
})

export const toRule = ({ condition, quietHours, minutes, isPaused, ...row }: RuleRow): Rule => ({
  ...row,
  ...(minutes === null ? {} : { minutes }),
  ...(isPaused ? { isPaused } : {}),
  condition: JSON.parse(condition) as RuleCondition,
  quietHours: quietHours === null ? null : (JSON.parse(quietHours) as QuietHours),
})
