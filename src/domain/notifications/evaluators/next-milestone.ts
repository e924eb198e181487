// When the milestone after the one that was passed will probably be reached, from stored history alone.
import { dayOf, type Minute } from '../../clock.js'
import { type Arrival, arrivalOf } from '../../insights/arrival.js'
import { closingsOf, dailyGains, GAIN_DAYS, GAIN_MINUTES, lastHours } from '../../insights/recent-gains.js'
import { nextMilestone } from '../../rules/milestones.js'
import type { EvaluationContext } from '../evaluator.js'
import type { MilestoneCrossing } from '../facts.js'

/** `minute`: of the sample that showed the crossing; nothing later is read. */
export async function nextArrival(
  { game, history }: Pick<EvaluationContext, 'game' | 'history'>,
  { metric, count, minute }: Pick<MilestoneCrossing, 'metric' | 'count'> & { readonly minute: Minute },
): Promise<Arrival> {
  const today = dayOf(minute)
  // Whole days only, so the answer does not depend on where the evaluated window ends.
  const days = await history.days({ start: today - GAIN_DAYS, end: today - 1 })
  const block = await history.samples(game.universeId, minute - GAIN_MINUTES, minute + 1)
  const gains = { days: dailyGains(closingsOf(days, metric)), hours: lastHours(block, metric) }
  return arrivalOf(nextMilestone(count) - count, gains)
}
