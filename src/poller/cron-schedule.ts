// Evaluates POLL_CRON with node-cron, always in UTC. Only the parser of node-cron is used: its scheduler waits with one
// timer for an absolute time, so setting the clock back would prolong that wait.
import cron from 'node-cron'
import { DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute, msOf } from '../domain/clock.js'
import type { TickSchedule } from '../domain/time/tick-schedule.js'

const MAX_DAYS_AHEAD = 366

/** Throws an error for an expression that node-cron cannot parse. */
export function cronSchedule(expression: string): TickSchedule {
  const { second: seconds, minute: minutes, hour: hours } = sorted(cron.parse(expression))
  const task = cron.createTask(expression, () => undefined, { timezone: 'UTC' })
  const isDue = (minute: Minute): boolean => task.match(new Date(msOf(minute) + (seconds[0] ?? 0) * 1_000))
  const timesOfDay = hours.flatMap((hour) => minutes.map((minute) => hour * HOUR_MINUTES + minute))
  return {
    seconds,
    isDue,
    dueAfter(after, count) {
      const due: Minute[] = []
      for (let day = dayOf(after); day <= dayOf(after) + MAX_DAYS_AHEAD && due.length < count; day++) {
        // The date fields match a day as a whole, and node-cron is slow, so one check per day skips days that do not
        // match.
        if (!isDue(day * DAY_MINUTES + (timesOfDay[0] ?? 0))) continue
        due.push(...timesOfDay.map((time) => day * DAY_MINUTES + time).filter((minute) => minute > after))
      }
      return due.slice(0, count)
    },
  }
}

const sorted = ({ second, minute, hour }: Pick<ReturnType<typeof cron.parse>, 'second' | 'minute' | 'hour'>) => ({
  second: second.toSorted((a, b) => a - b),
  minute: minute.toSorted((a, b) => a - b),
  hour: hour.toSorted((a, b) => a - b),
})
