// Finds which facts of universes changed: a new name, publication, condition or creator. In steps.
import type { GapReason } from '../../domain/gap.js'
import type { UniverseReading } from '../../domain/ports/platform.js'
import type { Condition, UniverseFacts } from '../../domain/universe.js'
import { PLAN_STEP_SIZE, type PlannedUniverse } from './plan-tick.js'

export function* changedFacts(
  due: readonly PlannedUniverse[],
  outcome: { readonly read: readonly UniverseReading[]; readonly missing: ReadonlyMap<number, GapReason> },
): Generator<void, UniverseFacts[]> {
  const factsOf = factsInOrder(outcome.read)
  const changed: UniverseFacts[] = []
  for (const [index, { universe }] of due.entries()) {
    if (index % PLAN_STEP_SIZE === PLAN_STEP_SIZE - 1) yield
    const facts = factsOf(universe.id)
    // Nearly all are as they were, and are not copied.
    if (facts !== undefined && !differs(universe, facts)) continue
    const next = facts ? merged(universe, facts) : { ...universe, ...conditionOf(outcome.missing.get(universe.id)) }
    if (differs(universe, next)) changed.push(next)
  }
  return changed
}

/** Most readings come in the order in which the universes are due, so that they are found without an index of all of them. */
function factsInOrder(read: readonly UniverseReading[]): (id: number) => UniverseFacts | undefined {
  let next = 0
  let byId: ReadonlyMap<number, UniverseFacts> | undefined
  return (id) => {
    const facts = read[next]?.facts
    if (facts?.id === id) {
      next++
      return facts
    }
    byId ??= new Map(read.map((reading) => [reading.facts.id, reading.facts]))
    return byId.get(id)
  }
}

/** A field that the platform omitted keeps its last known value. */
const merged = (known: UniverseFacts, seen: UniverseFacts): UniverseFacts => ({
  id: known.id,
  name: seen.name === '' ? known.name : seen.name,
  rootPlaceId: seen.rootPlaceId === 0 ? known.rootPlaceId : seen.rootPlaceId,
  updatedAt: seen.updatedAt ?? known.updatedAt,
  condition: seen.condition,
  creator: seen.creator ?? known.creator ?? null,
})

const conditionOf = (reason: GapReason | undefined): { condition?: Condition } =>
  reason === 'hidden' || reason === 'gone' ? { condition: reason } : {}

const differs = (a: UniverseFacts, b: UniverseFacts): boolean =>
  a.name !== b.name ||
  a.rootPlaceId !== b.rootPlaceId ||
  a.updatedAt !== b.updatedAt ||
  a.condition !== b.condition ||
  a.creator?.id !== b.creator?.id ||
  a.creator?.kind !== b.creator?.kind ||
  a.creator?.name !== b.creator?.name
