// Uses what the process remembers of the universes of a call in place of their rows, once their versions are known to be the same.
import type { RememberedWeeks } from '../week-memory.js'
import type { LoadedRollup } from '../week-rows.js'
import type { UniverseRows, Workspace } from '../workspace.js'
import type { WeekRequest } from './row-requests.js'

/** Returns whether all that the call relied on was true. What was not is forgotten. */
export function recallWeeks(workspace: Workspace): boolean {
  const { memory } = workspace
  if (memory === undefined) return true
  let isTrue = true
  for (const [universeId, weeks] of workspace.remembered) {
    const universe = workspace.of(universeId)
    if (isCurrent(weeks, universe)) take(weeks, universe)
    else {
      memory.forget(universeId)
      isTrue = false
    }
  }
  return isTrue
}

/** An older program does not write versions; what it compacts has another range. */
const isCurrent = ({ version, entry }: RememberedWeeks, universe: UniverseRows): boolean =>
  version === universe.version &&
  entry.number === universe.entry?.number &&
  entry.first === universe.entry.first &&
  entry.last === universe.entry.last

function take(weeks: RememberedWeeks, universe: UniverseRows): void {
  universe.cadences = weeks.cadences
  for (const [week, segment] of weeks.segments) if (!universe.segments.has(week)) universe.segments.set(week, segment)
  for (const [week, rollup] of weeks.rollups) if (!universe.rollups.has(week)) universe.rollups.set(week, rollup)
}

/** Must be called after a read of committed rows that succeeded. */
export function rememberWeeks(workspace: Workspace): void {
  const { memory } = workspace
  if (memory === undefined || !workspace.hasLoaded('base') || !workspace.hasLoaded('weeks')) return
  for (const universe of workspace.universes.values()) {
    const { universeId, version, entry, cadences } = universe
    const known = workspace.remembered.get(universeId)
    if (version === undefined || entry === undefined) continue
    if (known !== undefined && !hasMore(universe, known)) memory.touch(universeId)
    else
      memory.remember(universeId, {
        ...{ version, entry, cadences },
        segments: new Map([...universe.segments].map(([week, { size }]) => [week, { size, data: undefined }])),
        rollups: new Map([...universe.rollups].map(([week, rollup]) => [week, withResults(rollup)])),
      })
  }
}

const hasMore = ({ rollups }: UniverseRows, known: RememberedWeeks): boolean =>
  [...rollups].some(([week, { data }]) => data !== undefined && known.rollups.get(week)?.data === undefined)

const withResults = (rollup: LoadedRollup): LoadedRollup =>
  rollup.data instanceof Buffer && rollup.decoded === undefined ? { ...rollup, decoded: new Map() } : rollup

/** Whether the rollups of all these weeks are remembered. */
export const remembersRollups = (workspace: Workspace, { universeId, from, until }: WeekRequest): boolean => {
  const weeks = workspace.remembered.get(universeId)
  if (weeks === undefined) return false
  for (const [week, { data }] of weeks.rollups) if (data === undefined && week >= from && week <= until) return false
  return true
}
