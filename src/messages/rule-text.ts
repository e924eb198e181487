// Describes alert rules and digests in words, and draws the past over which a rule was replayed.
import type { ChartInput, ChartLimit, ExpectedChartLine } from '../charts/chart-input.js'
import { MINUTE_MS, type Minute, WEEK_MINUTES } from '../domain/clock.js'
import type { Game } from '../domain/game.js'
import type { Metric } from '../domain/measures.js'
import { leastDistance } from '../domain/notifications/evaluators/unusual.js'
import type { AlertMetric, DigestPlan, RuleChoice } from '../domain/notifications/settings.js'
import { PERCENT } from '../domain/rounding.js'
import type { Span } from '../domain/rules/span.js'
import { zoneName } from '../domain/time/zone-name.js'
import type { MessageCatalog } from './catalog.js'
import { conditionText } from './event-text.js'
import { exactLength } from './length-text.js'
import { type ChartLineReader, readChart } from './notifications/rendering.js'

/** The metric to draw; a rank is drawn as players, from which it follows. */
export const DRAWN_METRICS = {
  ccu: 'ccu',
  visits_a_day: 'visits',
  favorites: 'favorites',
  likes: 'likes',
  like_ratio: 'like_ratio',
  rank: 'ccu',
} as const satisfies Record<AlertMetric, Metric>

/**
 * For example `Players below 1,000, 3 readings in a row, at most once in 1 hour`. `roleName` writes the role that is
 * mentioned.
 */
export function describeRule(
  rule: RuleChoice,
  catalog: MessageCatalog,
  roleName: (roleId: string) => string = (roleId) => `<@&${roleId}>`,
): string {
  const { rule: text } = catalog.notify
  const { readings, minutes = null, cooldownMinutes, quietHours, roleId } = rule
  const parts = [
    conditionText(rule, catalog),
    ...(minutes !== null && minutes > 1 ? [text.minutes(catalog.number(minutes))] : []),
    ...(minutes === null && readings > 1 ? [text.readings(catalog.number(readings))] : []),
    ...(cooldownMinutes > 0 ? [text.cooldown(exactLength(cooldownMinutes, catalog.locale))] : []),
    ...(quietHours
      ? [text.quiet(clockOf(quietHours.from, catalog), clockOf(quietHours.until, catalog), quietHours.timeZone)]
      : []),
    ...(roleId === null ? [] : [text.role(roleName(roleId))]),
  ]
  return parts.join(', ')
}

export function describeDigest({ every, weekday, at, timeZone }: DigestPlan, catalog: MessageCatalog): string {
  const { digest, weekdays } = catalog.notify
  const [time, zone] = [clockOf(at, catalog), zoneName(timeZone)]
  return every === 'day' ? digest.day(time, zone) : digest.week(weekdays[weekday - 1] ?? '', time, zone)
}

/** Formats minutes of the day as a time of day. */
export const clockOf = (minutes: number, catalog: MessageCatalog): string =>
  catalog.clockTime(minutes * MINUTE_MS, 'UTC')

interface ReplayedRule {
  readonly game: Game
  readonly rule: RuleChoice
  readonly preview: { readonly span: Span; readonly alerts: readonly { readonly at: Minute }[] }
}

interface RuleChartReaders {
  readonly readLine: ChartLineReader
  readonly readUsual: (span: Span) => Promise<Omit<ExpectedChartLine, 'name'> | undefined>
}

/** The past over which a rule was replayed, with its threshold and a mark for each alert; undefined if nothing was measured. */
export async function ruleChart(
  { game, rule, preview: { span, alerts } }: ReplayedRule,
  { catalog, timeZone }: { readonly catalog: MessageCatalog; readonly timeZone: string },
  readers: RuleChartReaders,
): Promise<ChartInput | undefined> {
  const markers = alerts.map(({ at }) => ({ at, label: catalog.notify.previewed.marker }))
  const beside = await thresholdLine(rule, span, catalog, readers)
  const request = { metric: DRAWN_METRICS[rule.metric], span, markers, ...beside }
  return readChart(request, { game, catalog, timeZone }, readers.readLine)
}

/**
 * What a value is compared with, and from where on the rule fires. Undefined where the chart shows another measure than
 * the rule, or nothing is known to compare with.
 */
async function thresholdLine(
  { metric, condition }: RuleChoice,
  span: Span,
  catalog: MessageCatalog,
  { readLine, readUsual }: RuleChartReaders,
): Promise<Pick<ChartInput, 'expected' | 'limit'>> {
  const drawn = DRAWN_METRICS[metric]
  if (drawn !== metric) return {}
  const texts = catalog.notify.previewed
  const name = texts.threshold
  if ('value' in condition) return { limit: levelLine(condition.value, span, name) }
  if (condition.is === 'unusual') {
    const usual = await readUsual(span)
    if (usual === undefined) return {}
    return {
      expected: { ...usual, name: catalog.notifications.alert.expected },
      limit: { name, minutes: usual.minutes, values: unusualLimits(usual, condition.by) },
    }
  }
  const week = { from: span.from - WEEK_MINUTES, until: span.until - WEEK_MINUTES }
  const { minutes, values } = await readLine(drawn, week)
  if (minutes.length === 0) return {}
  const limit = Float64Array.from(values, (value) =>
    condition.unit === 'percent' ? value * (1 + condition.by / PERCENT) : value + condition.by,
  )
  const none = new Float64Array(values.length).fill(Number.NaN)
  const moved = Int32Array.from(minutes, (minute) => minute + WEEK_MINUTES)
  return {
    expected: { name: texts.weekBefore, minutes: moved, values: Float64Array.from(values), low: none, high: none },
    limit: { name, minutes: moved, values: limit },
  }
}

/** A rule about both sides is drawn with the one above the usual. */
function unusualLimits({ values, low, high }: Omit<ExpectedChartLine, 'name'>, by: number): Float64Array {
  const share = Math.abs(by) / PERCENT
  return values.map((expected, index) => {
    const edge = (by < 0 ? low : high)[index] ?? Number.NaN
    const distance = leastDistance({ expected, half: Math.abs(expected - edge) }, share)
    return by < 0 ? Math.max(0, expected - distance) : expected + distance
  })
}

/** A constant value as a line. With it, the axis of the chart always includes the value. */
export const levelLine = (value: number, { from, until }: Span, name: string): ChartLimit => ({
  name,
  minutes: Int32Array.of(from, until - 1),
  values: Float64Array.of(value, value),
})
