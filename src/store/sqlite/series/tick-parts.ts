// Divides a tick of thousands of universes into parts of a few milliseconds. Each universe with something to write about its gaps is
// in one part, with all that the tick says of it, because its gaps follow from its samples and its schedule.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Tick } from '../../../domain/ports/series.js'
import type { ScheduleChange } from '../../../domain/rules/schedule.js'
import type { UniverseFacts } from '../../../domain/universe.js'

/** Universes whose gaps, schedules or facts change; those of one part take one to seven milliseconds, by what is imported in their gaps. */
const MAX_PART_UNIVERSES = 25

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

/** A tick of so many universes is written at once, whatever changes. */
const MAX_SMALL_UNIVERSES = 25

export const isSmall = ({ samples, gaps, schedules, facts }: Tick): boolean =>
  Math.max(samples.length, gaps.length, schedules.length, facts.length) <= MAX_SMALL_UNIVERSES

/** At least one part; where it is one, it is the whole tick. `withGaps`: the universes whose gaps may change. */
export async function tickParts(tick: Tick, withGaps: ReadonlySet<number>): Promise<readonly TickPart[]> {
  const { samples, gaps, schedules, facts } = tick
  const changed = new Set(withGaps)
  for (const { universeId } of schedules) changed.add(universeId)
  for (const { id } of facts) changed.add(id)
  if (changed.size <= MAX_PART_UNIVERSES) return [wholeTick(tick)]
  await yieldToEventLoop()
  const parts = Array.from({ length: Math.ceil(changed.size / MAX_PART_UNIVERSES) }, newPart)
  const partOf = new Map<number, GrowingPart>()
  let count = 0
  for (const id of [...changed].sort((a, b) => a - b)) {
    const part = parts[Math.floor(count++ / MAX_PART_UNIVERSES)] ?? newPart()
    partOf.set(id, part)
    if (withGaps.has(id)) part.universes.push(id)
  }
  await yieldToEventLoop()
  for (const schedule of schedules) partOf.get(schedule.universeId)?.schedules.push(schedule)
  for (const one of facts) partOf.get(one.id)?.facts.push(one)
  for (const gap of gaps) partOf.get(gap.universeId)?.gaps.push(gap)
  await yieldToEventLoop()
  for (const sample of samples) if (withGaps.has(sample.universeId)) partOf.get(sample.universeId)?.samples.push(sample)
  return parts
}

const newPart = () => ({
  samples: [] as Tick['samples'][number][],
  gaps: [] as Tick['gaps'][number][],
  schedules: [] as ScheduleChange[],
  facts: [] as UniverseFacts[],
  universes: [] as number[],
})
type GrowingPart = ReturnType<typeof newPart>
