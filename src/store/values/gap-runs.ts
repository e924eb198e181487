// Runs of adjacent gaps, and the event that a run of an hour or more is. A gap that was found in parts, with one reason after
// another, is one event.
import type { Minute } from '../../domain/clock.js'
import { type EventDraft, MIN_GAP_EVENT_MINUTES } from '../../domain/events/event.js'
import type { Gap, GapReason } from '../../domain/gap.js'

export interface GapRun {
  readonly from: Minute
  readonly until: Minute
  readonly reasons: readonly GapReason[]
}

/** Finds the gaps of one universe that touch a minute. */
export interface GapNeighbors {
  /** The gap that ends at the minute. */
  before(minute: Minute): Gap | undefined
  /** The gap that begins at the minute. */
  after(minute: Minute): Gap | undefined
}

/** The whole runs that these gaps of one universe belong to. `gaps`: those that touch a span, ascending. */
export function gapRunsOf(gaps: readonly Gap[], { before, after }: GapNeighbors): GapRun[] {
  const runs: GapRun[] = []
  for (const gap of gaps) {
    const run = runs.at(-1)
    if (run?.until === gap.from) runs[runs.length - 1] = joined(run, gap)
    else runs.push(runOf(gap))
  }
  // The others end within the span, or begin in it.
  const first = runs.shift()
  if (first !== undefined) runs.unshift(extendedBack(first, before))
  const last = runs.pop()
  if (last !== undefined) runs.push(extendedOn(last, after))
  return runs
}

function extendedBack(run: GapRun, before: GapNeighbors['before']): GapRun {
  let whole = run
  for (let gap = before(whole.from); gap !== undefined; gap = before(whole.from)) whole = joined(runOf(gap), whole)
  return whole
}

function extendedOn(run: GapRun, after: GapNeighbors['after']): GapRun {
  let whole = run
  for (let gap = after(whole.until); gap !== undefined; gap = after(whole.until)) whole = joined(whole, gap)
  return whole
}

const runOf = ({ from, until, reason }: Gap): GapRun => ({ from, until, reasons: [reason] })

const joined = (run: GapRun, next: GapRun | Gap): GapRun => ({
  from: run.from,
  until: next.until,
  reasons: [...new Set([...run.reasons, ...('reasons' in next ? next.reasons : [next.reason])])],
})

/** Undefined where the run is too short. `minute` is the last one that is accounted for. */
export function gapEventOf(
  universeId: number,
  { from, until, reasons }: GapRun,
  minute: Minute,
): EventDraft | undefined {
  if (until - from < MIN_GAP_EVENT_MINUTES) return undefined
  // A stop lasts a minute at most, so it explains no gap of an hour unless it is the only reason.
  const lasting = reasons.filter((reason) => reason !== 'stopping')
  const [only = reasons[0] ?? null, ...others] = lasting
  return {
    universeId,
    accountId: null,
    kind: 'gap',
    subject: `${universeId}:${from}`,
    start: from,
    end: until > minute ? null : until,
    cause: others.length === 0 ? only : null,
    facts: { kind: 'gap', reasons },
    uncertainty: 0,
  }
}
