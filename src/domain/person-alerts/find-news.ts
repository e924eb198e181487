// What the minutes of a window mean for the alerts of single people. It reads no clock, so that after a crash the same
// minutes give the same news.
import { DAY_MINUTES, type Minute, minuteOf } from '../clock.js'
import { minuteAtWall, wallDay, wallOf } from '../rules/wall-clock.js'
import type { Block } from '../sample.js'
import type { UniverseEvent } from '../universe.js'
import type { FoundNews, PersonAlert, PersonAlertNews, PersonAlertTrigger, ReachedNumber } from './person-alert.js'

/** A window of one game's history. */
export interface NewsWindow {
  /** The minutes `from` ≤ m < `until`. */
  readonly from: Minute
  readonly until: Minute
  readonly samples: Block
  readonly events: readonly UniverseEvent[]
  readonly milestones: readonly { readonly minute: Minute; readonly reached: readonly ReachedNumber[] }[]
  /** The samples of the minutes `from` ≤ m < `until`, not limited to the window's beginning. */
  readonly history: (from: Minute, until: Minute) => Promise<Block>
}

type NewsEntry = Omit<FoundNews, 'alert'>
type TriggerKind<On extends PersonAlertTrigger['on']> = Extract<PersonAlertTrigger, { readonly on: On }>

/** The news for the alert in its order; nothing from before it was made counts. */
export async function findNews(alert: PersonAlert, window: NewsWindow): Promise<FoundNews[]> {
  const from = Math.max(window.from, minuteOf(alert.createdAt) + 1)
  if (from >= window.until) return []
  const found = await newsOf(alert.trigger, { ...window, from })
  return found.map((one) => ({ alert, ...one }))
}

async function newsOf(trigger: PersonAlertTrigger, window: NewsWindow): Promise<readonly NewsEntry[]> {
  switch (trigger.on) {
    case 'number':
      return atNumber(trigger, window)
    case 'milestone':
      return atMilestone(window)
    case 'update':
      return atUpdates(window)
    case 'daily':
      return daily(trigger, window)
  }
}

function atNumber({ players, direction }: TriggerKind<'number'>, { from, samples }: NewsWindow): NewsEntry[] {
  const isReached = (ccu: number): boolean => (direction === 'up' ? ccu >= players : ccu <= players)
  const row = samples.columns.ccu.findIndex((ccu, index) => (samples.minutes[index] ?? 0) >= from && isReached(ccu))
  const [minute, ccu] = [samples.minutes[row], samples.columns.ccu[row]]
  if (minute === undefined || ccu === undefined) return []
  return [{ minute, news: { on: 'number', players, direction, ccu }, isLast: true }]
}

function atMilestone({ from, milestones }: NewsWindow): NewsEntry[] {
  const first = milestones.find(({ minute }) => minute >= from)
  if (first === undefined) return []
  return [{ minute: first.minute, news: { on: 'milestone', reached: first.reached }, isLast: true }]
}

const atUpdates = ({ from, events, samples }: NewsWindow): NewsEntry[] =>
  events
    .filter(({ what, minute }) => what === 'published' && minute >= from)
    .map(({ minute }) => ({ minute, news: { on: 'update', ccu: playersAt(samples, minute) }, isLast: false }))

/** The last count up to the minute; null if there is none. */
function playersAt({ minutes, columns }: Block, at: Minute): number | null {
  const row = minutes.findLastIndex((minute, index) => minute <= at && !Number.isNaN(columns.ccu[index]))
  return columns.ccu[row] ?? null
}

async function daily({ minuteOfDay, timeZone }: TriggerKind<'daily'>, { from, until, history }: NewsWindow) {
  const found: NewsEntry[] = []
  const [firstDay, lastDay] = [wallDay(wallOf(from, timeZone)), wallDay(wallOf(until - 1, timeZone))]
  for (let day = firstDay; day <= lastDay; day++) {
    const minute = minuteAtWall(day * DAY_MINUTES + minuteOfDay, timeZone)
    if (minute < from || minute >= until) continue
    const news = dayNews(await history(minute + 1 - DAY_MINUTES, minute + 1))
    if (news) found.push({ minute, news, isLast: false })
  }
  return found
}

function dayNews({ columns }: Block): PersonAlertNews | undefined {
  const counts = columns.ccu.filter((value) => !Number.isNaN(value))
  const ccu = counts.at(-1)
  if (ccu === undefined) return undefined
  const visits = columns.visits.filter((value) => !Number.isNaN(value))
  const [first, last] = [visits.at(0), visits.at(-1)]
  const added = first === undefined || last === undefined || visits.length < 2 ? null : last - first
  return { on: 'daily', ccu, peak: Math.max(...counts), low: Math.min(...counts), visits: added }
}
