// A notice as it might be, made from what the game shows now: for /notify test.
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import type { Facts } from '../../domain/notifications/facts.js'
import type { Rule } from '../../domain/notifications/rule.js'
import type { Latest } from '../../domain/ports/series.js'
import { nextMilestone } from '../../domain/rules/milestones.js'
import type { KindChoice } from './kinds.js'

export interface SampleOf {
  readonly minute: Minute
  readonly latest: Latest | undefined
  /** The game's first rule, if it has one. */
  readonly rule: Rule | undefined
  readonly timeZone: string
}

export function sampleFacts(kind: KindChoice, sample: SampleOf): Facts {
  const { minute, latest, timeZone } = sample
  const ccu = latest?.ccu ?? 1_000
  const nothing = { before: null, after: null }
  const coverage = { before: 1, after: 1 }
  const today = minute - (minute % DAY_MINUTES)
  switch (kind) {
    case 'milestones': {
      const rung = nextMilestone(latest?.visits ?? 0)
      return { kind: 'milestone', crossings: [{ metric: 'visits', rung, count: rung, between: null }] }
    }
    case 'alert':
      return alertFacts(sample, ccu)
    case 'report_card':
      return {
        kind: 'report_card',
        stage: '24h',
        updatedAt: minute - DAY_MINUTES,
        newer: [],
        weeks: 1,
        players: { before: ccu, after: ccu },
        likesPerThousandVisits: nothing,
        favoritesPerThousandVisits: nothing,
        verdict: 'same',
        unknownBecause: null,
        coverage,
      }
    case 'digest':
      return {
        kind: 'digest',
        period: 'daily',
        isMerged: false,
        from: today - DAY_MINUTES,
        until: today,
        timeZone,
        players: { before: ccu, after: ccu },
        peak: { ccu, at: today - HOUR_MINUTES },
        bestHour: 20,
        visits: nothing,
        favorites: nothing,
        likes: nothing,
        likeRatio: nothing,
        coverage,
      }
    case 'status':
      return { kind: 'status', what: 'no_data', since: minute - HOUR_MINUTES, until: null, reason: 'platform error' }
  }
}

/** The mention is left out: a sample calls nobody. */
function alertFacts({ minute, rule }: SampleOf, ccu: number): Facts {
  const condition = rule?.condition ?? { is: 'below', value: ccu + 1 }
  const baseline = condition.is === 'changed' ? ccu * 2 : null
  return {
    kind: 'alert',
    ruleId: rule?.id ?? 0,
    metric: rule?.metric ?? 'ccu',
    condition,
    value: rule && rule.metric !== 'ccu' && condition.is !== 'changed' ? condition.value : ccu,
    threshold: condition.is === 'changed' ? ccu * 2 : condition.value,
    baseline,
    readings: rule?.readings ?? 1,
    since: minute - (rule?.readings ?? 1),
    roleId: null,
    platformWide: null,
  }
}
