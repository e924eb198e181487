// The evaluator of records: a CCU higher than ever before, notified at most once a day and only after a week of
// history.
import { DAY_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { NotificationDraft } from '../notification.js'

interface RecordState {
  readonly ccu: number
  /** When the last record was notified. */
  readonly toldAt: Minute | null
}

export const record: Evaluator<RecordState> = {
  name: 'record',
  isAlwaysEvaluated: true,
  async evaluate(context, state): Promise<Evaluation<RecordState>> {
    const known = state === undefined || context.isResumed ? await context.history.peakBefore(context.from) : undefined
    let highest: RecordState = {
      ccu: Math.max(state?.ccu ?? -1, known ?? -1),
      toldAt: state?.toldAt ?? null,
    }
    const notifications: NotificationDraft[] = []
    const { minutes, columns } = context.samples
    for (let row = 0; row < minutes.length; row++) {
      const [minute, ccu] = [minutes[row] ?? 0, columns.ccu[row] ?? 0]
      if (ccu <= highest.ccu) continue
      const previous = await previousRecord(context, highest, minute)
      const isNews = previous !== undefined && ccu > previous
      if (isNews) notifications.push(draft(context, { minute, ccu, previous }))
      highest = { ccu: Math.max(ccu, previous ?? 0), toldAt: isNews ? minute : highest.toldAt }
    }
    return { notifications, state: highest }
  },
}

/** The CCU that must be exceeded; undefined if it is too early for a record or too soon after the last one. */
async function previousRecord(
  { history }: EvaluationContext,
  highest: RecordState,
  minute: Minute,
): Promise<number | undefined> {
  if (highest.toldAt !== null && minute - highest.toldAt < DAY_MINUTES) return undefined
  const first = await history.firstMinute()
  if (first === undefined || minute - first < WEEK_MINUTES) return undefined
  // Read from the store, because older history may have been imported meanwhile.
  const peak = await history.peakBefore(minute)
  return peak === undefined ? undefined : Math.max(peak, highest.ccu)
}

const draft = (
  { game }: EvaluationContext,
  { minute, ccu, previous }: { readonly minute: Minute; readonly ccu: number; readonly previous: number },
): NotificationDraft => ({
  gameId: game.id,
  accountId: game.accountId,
  kind: 'record',
  subject: `ccu:${ccu}`,
  occurredAt: minute,
  facts: { kind: 'record', ccu, previous },
})
