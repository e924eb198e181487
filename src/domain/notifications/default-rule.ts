// The rule that somebody gets who says no more than "alert me".
import type { RuleDraft } from './rule.js'

/**
 * Half of the players of the same hour last week are gone, for ten readings. In the week after a big update (up to 90 % more players) the
 * usual crowd is 47 % below that of the week before: half is the least that no such week reaches.
 */
export const DEFAULT_RULE = {
  metric: 'ccu',
  condition: { is: 'changed', by: -50, unit: 'percent' },
  readings: 10,
  cooldownMinutes: 360,
  quietHours: null,
  roleId: null,
} as const satisfies Omit<RuleDraft, 'gameId' | 'createdAt'>
