// The labels of the time axis: at round times of the zone, in the reader's language, as many as fit.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, msOf } from '../domain/clock.js'
import { dateFormat, minuteAtWall, wallDay, wallOf } from '../domain/rules/wall-clock.js'
import { widthOf } from './text.js'

export interface TimeTick {
  readonly at: Minute
  readonly label: string
}

export interface TimeAxis {
  readonly from: Minute
  readonly until: Minute
  readonly timeZone: string
  readonly locale: string
  /** Pixels from `from` to `until`. */
  readonly room: number
  /** Pixels by which a label may extend beyond the end. */
  readonly overhang: number
  readonly size: number
}

const AXIS_LABEL_GAP = 14
/** Weeks begin on Monday, and 1970-01-05 was one. */
const FIRST_MONDAY_INDEX = 4
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 1200]

type TickStep = { readonly minutes: number } | { readonly months: number }
const STEPS: readonly TickStep[] = [
  ...[1, 5, 10, 15, 30].map((minutes) => ({ minutes })),
  ...[1, 2, 3, 4, 6, 12].map((hours) => ({ minutes: hours * HOUR_MINUTES })),
  ...[1, 2, 7, 14].map((days) => ({ minutes: days * DAY_MINUTES })),
  ...MONTHS.map((months) => ({ months })),
]

/** Uses the finest step whose labels fit; if none has, as many labels of a coarse step as fit. */
export function timeTicks(axis: TimeAxis): TimeTick[] {
  let densest: TimeTick[] = []
  for (const step of STEPS) {
    if (minLabelCount(step, axis) > axis.room / (2 * axis.size)) continue
    const ticks = ticksAt(step, axis).filter((tick) => sidesOf(tick, axis)[1] <= axis.room + axis.overhang)
    if (ticks.length > 0 && fits(ticks, axis)) return ticks
    if (ticks.length > 0) densest = ticks
  }
  return ticksThatFit(densest, axis)
}

/** For example six days without a Monday on a narrow picture: daily labels do not fit and weekly ones do not exist. */
function ticksThatFit(ticks: readonly TimeTick[], axis: TimeAxis): TimeTick[] {
  const fittingTicks: TimeTick[] = []
  for (const tick of ticks) if (fits([...fittingTicks, tick], axis)) fittingTicks.push(tick)
  return fittingTicks
}

/** A lower bound that avoids formatting thousands of dates that do not fit. */
const minLabelCount = (step: TickStep, { from, until }: TimeAxis): number =>
  (until - from) / ('months' in step ? step.months * 31 * DAY_MINUTES : step.minutes) - 1

function ticksAt(step: TickStep, axis: TimeAxis): TimeTick[] {
  const { from, until, timeZone } = axis
  const ticks: TimeTick[] = []
  const end = wallOf(until, timeZone)
  for (let wall = roundUp(wallOf(from, timeZone), step); wall <= end; wall = nextWall(wall, step)) {
    const at = minuteAtWall(wall, timeZone)
    // When the clock goes back, one local time occurs twice.
    if (at >= from && at < until && at > (ticks.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) {
      ticks.push({ at, label: labelOf(at, wall, step, axis) })
    }
  }
  return ticks
}

function roundUp(wall: Minute, step: TickStep): Minute {
  if ('months' in step) {
    const date = new Date(msOf(wall))
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    const first = monthStart(Math.floor(month / step.months) * step.months)
    return first >= wall ? first : nextWall(first, step)
  }
  const offset = step.minutes % (7 * DAY_MINUTES) === 0 ? FIRST_MONDAY_INDEX * DAY_MINUTES : 0
  return Math.ceil((wall - offset) / step.minutes) * step.minutes + offset
}

function nextWall(wall: Minute, step: TickStep): Minute {
  if ('minutes' in step) return wall + step.minutes
  const date = new Date(msOf(wall))
  return monthStart(date.getUTCFullYear() * 12 + date.getUTCMonth() + step.months)
}

const monthStart = (month: number): Minute => Date.UTC(Math.floor(month / 12), month % 12) / 60_000

function labelOf(at: Minute, wall: Minute, step: TickStep, { timeZone, locale }: TimeAxis): string {
  const write = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { timeZone, ...options }).format(msOf(at))
  if ('months' in step) {
    const isJanuary = new Date(msOf(wall)).getUTCMonth() === 0
    return isJanuary || step.months >= 12 ? write({ year: 'numeric' }) : write({ month: 'short' })
  }
  // Midnight is written as a date, because the day of the month alone would read as an hour.
  if (wall % DAY_MINUTES === 0) return write({ month: 'short', day: 'numeric' })
  const isTwelveHours = dateFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
  const isWhole = step.minutes % HOUR_MINUTES === 0
  if (isTwelveHours) return write(isWhole ? { hour: 'numeric' } : { hour: 'numeric', minute: '2-digit' })
  return write({ hour: '2-digit', minute: '2-digit' })
}

function fits(ticks: readonly TimeTick[], axis: TimeAxis): boolean {
  let end = Number.NEGATIVE_INFINITY
  return ticks.every((tick) => {
    const [left, right] = sidesOf(tick, axis)
    const isFree = left >= end + AXIS_LABEL_GAP
    end = right
    return isFree
  })
}

/** Pixels from the left end of the axis. */
function sidesOf({ at, label }: TimeTick, { from, until, room, size }: TimeAxis): [number, number] {
  const x = ((at - from) / (until - from)) * room
  const half = widthOf(label, size) / 2
  return [x - half, x + half]
}

interface RangeTitle extends Omit<TimeAxis, 'room' | 'overhang' | 'size'> {
  /** The minute of the reader: the times of its year are written without the year. */
  readonly now?: Minute | undefined
}

/** The range for a title, including its end. */
export function rangeLabel({ from, until, timeZone, locale, now }: RangeTitle): string {
  const isShort = until - from <= 2 * DAY_MINUTES
  const yearOf = (minute: Minute): number => new Date(msOf(wallOf(minute, timeZone))).getUTCFullYear()
  const [firstYear, lastYear] = [yearOf(from), yearOf(until - 1)]
  const time: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }
  const date: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' }
  const isWholeDays = [from, until].every((minute) => wallOf(minute, timeZone) % DAY_MINUTES === 0)
  const last = wallDay(wallOf(until, timeZone)) === wallDay(wallOf(until - 1, timeZone)) ? until : until - 1
  const written = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { timeZone, ...options }).formatRangeToParts(msOf(from), msOf(Math.max(from, last)))
  if (!isShort || isWholeDays) return joined(written(date))
  if (firstYear === lastYear && now !== undefined && firstYear === yearOf(now)) return joined(written(time))
  const withYears = written({ ...time, year: 'numeric' })
  if (firstYear !== lastYear || wallDay(wallOf(from, timeZone)) === wallDay(wallOf(last, timeZone)))
    return joined(withYears)
  // The same year is written once, so that the title of a small picture stays on one line.
  const dash = withYears.filter(({ source }) => source === 'shared')
  const half = (options: Intl.DateTimeFormatOptions, minute: Minute) =>
    dateFormat(locale, { timeZone, ...options }).formatToParts(msOf(minute))
  return joined([...half(time, from), ...dash, ...half({ ...time, year: 'numeric' }, last)])
}

/** Browsers and servers write other spaces around the dash. */
const joined = (parts: readonly { readonly value: string }[]): string =>
  parts
    .map(({ value }) => value)
    .join('')
    .replaceAll('\u2009', ' ')

/** The UTC offset of a time zone, as charts show it: for example `UTC+2`; undefined if it changes within the range. */
export function offsetLabel(from: Minute, until: Minute, timeZone: string): string | undefined {
  const offset = wallOf(from, timeZone) - from
  if (wallOf(until, timeZone) - until !== offset) return undefined
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const sign = offset < 0 ? '\u2212' : '+'
  return `UTC${offset === 0 ? '' : `${sign}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`}`
}
