// Divides a tick of thousands of universes into parts of a few milliseconds. Each universe with something to write about its gaps is
// in one part, with all that the tick says of it, because its gaps follow from its samples and its schedule.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { WEEK_MINUTES } from '../../../domain/clock.js'
import type { Gap } from '../../../domain/gap.js'
import type { Tick } from '../../../domain/ports/series.js'
import type { ScheduleChange } from '../../../domain/rules/schedule.js'
import type { UniverseFacts } from '../../../domain/universe.js'

/** Universes whose gaps, schedules or facts change; those of one part take one to seven milliseconds. */
const MAX_PART_UNIVERSES = 25
/** Weeks that the gaps of a part touch: of each of them a segment may be read. */
const MAX_PART_WEEKS = 50

export interface TickPart extends Pick<Tick, 'samples' | 'gaps'> {
  readonly schedules: readonly ScheduleChange[]
  readonly facts: readonly UniverseFacts[]
  /** Those whose gaps may change; undefined: all. */
  readonly universes: readonly number[] | undefined
}

export const wholeTick = ({ samples, gaps, schedules, facts }: Tick): TickPart => ({
  ...{ samples, gaps, schedules, facts },
  universes: undefined,
})

/** Such a tick is written at once, whatever else changes. */
export const isSmall = ({ samples, gaps, schedules, facts }: Tick): boolean =>
  gaps.length === 0 && Math.max(samples.length, schedules.length, facts.length) <= MAX_PART_UNIVERSES

/** At least one part; where it is one, it is the whole tick. `withGaps`: the universes whose gaps may change. */
export async function tickParts(tick: Tick, withGaps: ReadonlySet<number>): Promise<readonly TickPart[]> {
  const { samples, gaps, schedules, facts } = tick
  const changed = new Set(withGaps)
  for (const { universeId } of schedules) changed.add(universeId)
  for (const { id } of facts) changed.add(id)
  const groups = [...groupsOf(changed, weeksOf(gaps))]
  if (groups.length <= 1) return [wholeTick(tick)]
  await yieldToEventLoop()
  const parts: GrowingPart[] = []
  const partOf = new Map<number, GrowingPart>()
  for (const group of groups) {
    const part = { ...newPart(), universes: group.filter((id) => withGaps.has(id)) }
    parts.push(part)
    for (const id of group) partOf.set(id, part)
  }
  await yieldToEventLoop()
  for (const schedule of schedules) partOf.get(schedule.universeId)?.schedules.push(schedule)
  for (const one of facts) partOf.get(one.id)?.facts.push(one)
  for (const gap of gaps) partOf.get(gap.universeId)?.gaps.push(gap)
  await yieldToEventLoop()
  for (const sample of samples) if (withGaps.has(sample.universeId)) partOf.get(sample.universeId)?.samples.push(sample)
  return parts
}

/** Groups of universes, ascending: each has few universes and few weeks, or is one universe. */
function* groupsOf(universeIds: ReadonlySet<number>, weeks: ReadonlyMap<number, number>): Generator<number[]> {
  let [group, groupWeeks]: [number[], number] = [[], 0]
  for (const id of [...universeIds].sort((a, b) => a - b)) {
    const more = weeks.get(id) ?? 0
    const isFull = group.length === MAX_PART_UNIVERSES || groupWeeks + more > MAX_PART_WEEKS
    if (group.length > 0 && isFull) {
      yield group
      group = []
      groupWeeks = 0
    }
    group.push(id)
    groupWeeks += more
  }
  if (group.length > 0) yield group
}

/** How many weeks the gaps of each universe touch, or one more. */
function weeksOf(gaps: readonly Gap[]): Map<number, number> {
  const weeks = new Map<number, number>()
  for (const { universeId, from, until } of gaps)
    weeks.set(universeId, (weeks.get(universeId) ?? 0) + Math.ceil((until - from) / WEEK_MINUTES) + 1)
  return weeks
}

const newPart = () => ({
  samples: [] as Tick['samples'][number][],
  gaps: [] as Tick['gaps'][number][],
  schedules: [] as ScheduleChange[],
  facts: [] as UniverseFacts[],
  universes: [] as number[],
})
type GrowingPart = ReturnType<typeof newPart>
