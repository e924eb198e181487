// An alert rule: what a person asked to be told of, about one game.

export const ALERT_METRICS = ['ccu', 'visits_a_day', 'favorites', 'likes', 'like_ratio', 'rank'] as const
export type AlertMetric = (typeof ALERT_METRICS)[number]

/** `changed`: by at least so much against the same hour last week, either way; with `by` below 0, falls alone. */
export type RuleCondition =
  | { readonly is: 'above' | 'below'; readonly value: number }
  | { readonly is: 'changed'; readonly by: number; readonly unit: 'value' | 'percent' }

/** Minutes of the local day, 0 … 1439; a night goes over midnight. */
export interface QuietHours {
  readonly from: number
  readonly until: number
  /** IANA name. */
  readonly timeZone: string
}

export interface RuleDraft {
  readonly gameId: number
  readonly metric: AlertMetric
  readonly condition: RuleCondition
  /** So many readings in a row, at least 1. */
  readonly readings: number
  readonly cooldownMinutes: number
  readonly quietHours: QuietHours | null
  /** Mentioned with the alert. */
  readonly roleId: string | null
  readonly createdAt: number
}

export interface Rule extends RuleDraft {
  readonly id: number
}
