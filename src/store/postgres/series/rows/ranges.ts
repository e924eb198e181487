// Implements the rows that belong to ranges of minutes on a workspace: schedules, cadences of imports, and gaps.
import type { Minute } from '../../../../domain/clock.js'
import type { Gap } from '../../../../domain/gap.js'
import type { GapRows } from '../../../../series/gaps/gaps.js'
import type { CadenceRows } from '../../../../series/tables/import-cadences.js'
import type { ScheduleChangeRows } from '../../../../series/tables/schedules.js'
import { MissingRows } from '../loading/row-requests.js'
import type { ChangedTable, UniverseRows, Workspace } from '../workspace.js'
import type { CurrentWorkspace } from './weeks.js'

type RangeList = 'schedules' | 'cadences' | 'gaps'

/** Replaces a list as a whole, so that it is undone as a whole. */
function setList<List extends RangeList>(
  workspace: Workspace,
  universe: UniverseRows,
  list: List,
  rows: UniverseRows[List],
  change: { readonly table: ChangedTable; readonly key: number },
): void {
  const before = universe[list]
  universe[list] = rows
  workspace.change({
    ...change,
    universe,
    undo: () => {
      universe[list] = before
    },
  })
}

export const scheduleRows = (current: CurrentWorkspace): ScheduleChangeRows => ({
  put(schedule) {
    const universe = current().of(schedule.universeId, 'base')
    const others = universe.schedules.filter(({ since }) => since !== schedule.since)
    const rows = [...others, schedule].sort((a, b) => a.since - b.since)
    setList(current(), universe, 'schedules', rows, { table: 'schedule', key: schedule.since })
  },
  between(universeId, from, until) {
    const { schedules } = current().of(universeId, 'base')
    const first = schedules.findLast(({ since }) => since <= from)?.since ?? from
    return schedules.filter(({ since }) => since >= first && since < until)
  },
})

export const cadenceRows = (current: CurrentWorkspace): CadenceRows => ({
  between: (universeId, from, until) =>
    current()
      .of(universeId, 'base')
      .cadences.filter((span) => span.from < until && span.until > from),
  before: (universeId, minute) =>
    current()
      .of(universeId, 'base')
      .cadences.findLast(({ until }) => until <= minute),
  remove(universeId, from) {
    const universe = current().of(universeId, 'base')
    const rows = universe.cadences.filter((span) => span.from !== from)
    setList(current(), universe, 'cadences', rows, { table: 'cadence', key: from })
  },
  put(universeId, span) {
    const universe = current().of(universeId, 'base')
    const others = universe.cadences.filter(({ from }) => from !== span.from)
    const rows = [...others, span].sort((a, b) => a.from - b.from)
    setList(current(), universe, 'cadences', rows, { table: 'cadence', key: span.from })
  },
})

export function gapRows(current: CurrentWorkspace): GapRows {
  const require = (from: Minute): void => {
    if (current().gapsFrom > from) throw new MissingRows({ what: 'gaps', from })
  }
  return {
    since(minute) {
      require(minute)
      return [...current().universes.values()]
        .sort((a, b) => a.universeId - b.universeId)
        .flatMap(({ gaps }) => gaps.filter(({ until }) => until >= minute))
    },
    hasAfter(minute) {
      require(minute)
      return [...current().universes.values()].some(({ gaps }) => gaps.some(({ until }) => until > minute))
    },
    between(universeId, from, until) {
      require(from)
      return current()
        .of(universeId)
        .gaps.filter((gap) => gap.until > from && gap.from < until)
    },
    put(gap) {
      const universe = current().of(gap.universeId)
      const others = universe.gaps.filter(({ from }) => from !== gap.from)
      const rows: readonly Gap[] = [...others, gap].sort((a, b) => a.from - b.from)
      setList(current(), universe, 'gaps', rows, { table: 'gap', key: gap.from })
    },
    remove(universeId, from) {
      const universe = current().of(universeId)
      const rows = universe.gaps.filter((gap) => gap.from !== from)
      setList(current(), universe, 'gaps', rows, { table: 'gap', key: from })
    },
  }
}

/** The gaps that overlap these minutes or touch them. */
export function adjacentGaps(workspace: Workspace, universeId: number, from: Minute, until: Minute): readonly Gap[] {
  if (workspace.gapsFrom > from) throw new MissingRows({ what: 'gaps', from })
  return workspace.of(universeId).gaps.filter((gap) => gap.until >= from && gap.from <= until)
}

/** The gap that begins at this minute. */
export function gapAfter(workspace: Workspace, universeId: number, minute: Minute): Gap | undefined {
  if (workspace.gapsFrom > minute) throw new MissingRows({ what: 'gaps', from: minute })
  return workspace.of(universeId).gaps.find(({ from }) => from === minute)
}

/** The gap that ends at this minute. */
export function gapBefore(workspace: Workspace, universeId: number, minute: Minute): Gap | undefined {
  if (workspace.gapsFrom > minute) throw new MissingRows({ what: 'gaps', from: minute })
  return workspace.of(universeId).gaps.findLast((gap) => gap.until === minute && gap.from < minute)
}
