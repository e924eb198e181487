import { describe, expect, it } from 'vitest'
import { isoOfMinute, minuteOf } from '../../src/domain/clock.js'
import { overdueFrom } from '../../src/domain/time/tick-schedule.js'
import { cronSchedule } from '../../src/poller/cron-schedule.js'

/** A Friday. */
const at = (time: string): number => minuteOf(Date.parse(`2026-06-19T${time}:00.000Z`))
const shown = (minute: number | undefined): string | undefined =>
  minute === undefined ? undefined : isoOfMinute(minute).slice(5, 16)

describe('an expression', () => {
  it.each([
    ['* * * * *', ['06-19T16:01', '06-19T16:02', '06-19T16:03', '06-19T16:04']],
    ['*/20 * * * *', ['06-19T16:20', '06-19T16:40', '06-19T17:00', '06-19T17:20']],
    ['0,30 9-17 * * 1-5', ['06-19T16:30', '06-19T17:00', '06-19T17:30', '06-22T09:00']],
    ['@daily', ['06-20T00:00', '06-21T00:00', '06-22T00:00', '06-23T00:00']],
    ['0 0 L * *', ['06-30T00:00', '07-31T00:00', '08-31T00:00', '09-30T00:00']],
    ['15 30 12 1 1 *', ['01-01T12:30']],
    ['0 0 29 2 *', []],
  ])('%s names its next due minutes, and is overdue with the fourth', (expression, expected) => {
    const schedule = cronSchedule(expression)
    expect(schedule.dueAfter(at('16:00'), 4).map(shown)).toEqual(expected)
    expect(shown(overdueFrom(schedule, at('16:00')))).toBe(expected[3])
    for (const minute of schedule.dueAfter(at('16:00'), 4)) expect(schedule.isDue(minute)).toBe(true)
    expect(schedule.isDue(at('16:01'))).toBe(expression === '* * * * *')
  })

  it('of six fields names the seconds', () => {
    expect(cronSchedule('50,10 * * * * *').seconds).toEqual([10, 50])
    expect(cronSchedule('* * * * *').seconds).toEqual([0])
  })
})
