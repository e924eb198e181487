// Facts as earlier versions stored them, in the form of today.
import type { EffectOutcome } from '../insights/update-effect.js'
import type { Facts, ReportCardFacts } from './facts.js'

/** Until the usual had one model, a report card had a verdict against the mean of the weeks before. */
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

export function currentFacts(stored: Facts | EarlierReportCard): Facts {
  if (!('verdict' in stored)) return stored
  const { verdict, unknownBecause, ...rest } = stored
  const unknown = { effect: null, observed: null, market: null, beganBefore: false, line: null }
  return { ...rest, ...unknown, outcome: OUTCOMES[verdict], reason: unknownBecause }
}
