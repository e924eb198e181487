// Routes and alert rules as rows of a table, the same in each storage engine.
import type {
  DigestPlan,
  NotificationRoute,
  QuietHours,
  RoutedKind,
  Rule,
  RuleCondition,
} from '../../../domain/notifications/settings.js'

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
