// Runs retention once per UTC day: thins the samples that nobody reads any more, one universe in each transaction.
import { dayOf, minuteOf } from '../../../../domain/clock.js'
import { weekStart } from '../../../../series/tables/keys.js'
import type { LogFailure } from '../../../values/maintenance-steps.js'
import { createTurns } from '../../../values/turns.js'
import { isUnreachable } from '../../changes/availability.js'
import type { WritingCall } from '../calls.js'
import type { RowRequest } from '../loading/row-requests.js'
import { type DueWeekDeps, dueWeeks } from './due-weeks.js'
import { readReaderPlans } from './readers.js'

const NEEDS: readonly RowRequest[] = [
  { what: 'base' },
  { what: 'weeks' },
  { what: 'quarantine' },
  { what: 'removed' },
  { what: 'restored' },
  { what: 'removal' },
]

export function dailyThinner(deps: DueWeekDeps, failed: LogFailure): (signal?: AbortSignal) => Promise<void> {
  const { options, calls } = deps
  let doneOn = Number.NaN
  let loggedOn = Number.NaN
  /** Logs at most once a day, because the check runs every hour. */
  const logWaiting = (today: number): void => {
    if (loggedOn === today) return
    loggedOn = today
    options.log?.warn(
      { maxBytes: options.maxRemovedBytes },
      'Retention waits: REMOVED_SAMPLES_MAX_MIB has no room for more removed samples. Nothing is thinned out until some of them expire.',
    )
  }
  return async (signal) => {
    const now = options.clock.now()
    const today = dayOf(minuteOf(now))
    // A budget of zero means that the operator wants nothing to be removed.
    if (today === doneOn || options.maxRemovedBytes === 0) return
    const due = await dueWeeks(deps, now)
    for (const universeId of new Set(due.map(({ entry }) => entry.universeId))) {
      if (signal?.aborted) return
      try {
        const hasRoom = await calls.write({ universeIds: [universeId], needs: NEEDS }, (call) =>
          thinUniverse(call, deps, universeId, now),
        )
        // The next hourly run checks again whether there is room.
        if (!hasRoom) return logWaiting(today)
      } catch (error) {
        if (isUnreachable(error)) throw error
        failed(universeId, error)
      }
    }
    doneOn = today
  }
}

/** Returns whether the budget had room. */
async function thinUniverse(
  { engine, attempt, transaction }: WritingCall,
  { options }: DueWeekDeps,
  universeId: number,
  now: number,
): Promise<boolean> {
  // In the meantime an account may have been upgraded or a game added that reads every sample.
  engine.usePlans(await readReaderPlans(transaction.run, options.plans, now))
  const due = await attempt(() => {
    const entry = engine.directory.find(universeId)
    return entry === undefined ? [] : engine.retention.due(now)(entry)
  })
  const turn = createTurns()
  for (const week of due) {
    if ((await attempt(() => engine.retention.thinOut(week))) === 'no room') return false
    const [from, until] = [weekStart(week.week), weekStart(week.week + 1)]
    transaction.publish({ type: 'history rewritten', universeId, from, until })
    await turn()
  }
  return true
}
