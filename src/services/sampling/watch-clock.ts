// Logs changes of the clock's state, and moves back times that were written while the clock was ahead, once it is
// correct.
import { type Clock, isoOfMinute } from '../../domain/clock.js'
import type { Log } from '../../domain/ports/events.js'
import type { ClockRepair, Store } from '../../domain/ports/store.js'
import type { ClockCheck } from '../../domain/time/clock-check.js'
import type { TickTime } from './tick-time.js'

export interface ClockWatchDeps {
  readonly store: Store
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  readonly log: Log
}

type ClockStatus = 'correct' | 'unknown' | 'wrong' | 'held'

const statusOf = (time: TickTime, check: ClockCheck): ClockStatus => {
  if (time.source === 'none') return check.state() === 'wrong' ? 'wrong' : 'held'
  if (time.source === 'platform') return 'wrong'
  return time.isCorrect ? 'correct' : 'unknown'
}

/** Returns whether times were moved back, which makes earlier reads stale. */
export function clockWatch(ports: ClockWatchDeps) {
  const { store, clock, log } = ports
  let loggedStatus: ClockStatus = 'correct'
  // The clock of an earlier process or version may have been ahead.
  let mayHaveRunAhead = true

  return async (time: TickTime): Promise<boolean> => {
    const status = statusOf(time, ports.clockCheck)
    const cursor = await store.series.cursor()
    if (status !== loggedStatus) logStatus(ports, status, time, cursor?.minute)
    loggedStatus = status
    if (status !== 'correct') {
      mayHaveRunAhead = true
      return false
    }
    if (!mayHaveRunAhead && (cursor?.minute ?? 0) <= time.minute) return false
    const moved = await store.moveBack(clock.now())
    mayHaveRunAhead = false
    if (isNothing(moved)) return false
    const { gaps, schedules, times } = moved
    const from = moved.cursor === null ? null : isoOfMinute(moved.cursor)
    log.warn({ cursor: from, gaps, schedules, times }, 'The clocks agree: what lay in the future was moved back.')
    return true
  }
}

const isNothing = ({ cursor, gaps, schedules, times }: ClockRepair): boolean =>
  cursor === null && gaps + schedules + times === 0

function logStatus({ clockCheck, log }: ClockWatchDeps, status: ClockStatus, time: TickTime, last = 0) {
  const clock = isoOfMinute(time.minute)
  const skewSeconds = Math.round((clockCheck.skewMs() ?? 0) / 1_000)
  switch (status) {
    case 'correct':
      log.info({ clock }, "The clock agrees with the platform's again.")
      return
    case 'wrong':
      log.warn(
        { skewSeconds },
        'The clocks of this machine and of the platform differ by more than two minutes. See which one is wrong: until they agree, nothing is sampled, thinned out or deleted.',
      )
      return
    case 'unknown':
      log.warn(
        { clock },
        'The clock could not be checked for an hour, or since the start: the platform sent no time. Until it does, nothing is thinned out or deleted.',
      )
      return
    case 'held':
      log.warn(
        { clock, lastTick: isoOfMinute(last) },
        'The clock is far from the last tick and could not be checked. Until the platform sends the time, nothing is stored, thinned out or deleted.',
      )
  }
}
