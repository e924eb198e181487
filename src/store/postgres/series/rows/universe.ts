// Implements the rows that a universe has once on a workspace: its entry in the directory, the first samples of its last hours,
// and what retention removed of it.
import type {
  CorrectTime,
  RemovedBudget,
  RemovedRows,
  RestoredWeeks,
} from '../../../../series/removal/removed-segments.js'
import type { HourSampleRows } from '../../../../series/tables/hour-samples.js'
import { type Directory, numberOfKey, weekOfKey } from '../../../../series/tables/keys.js'
import { MissingRows } from '../loading/row-requests.js'
import type { LoadedRemoval, UniverseRows } from '../workspace.js'
import { type CurrentWorkspace, missingSegment, restore } from './weeks.js'

export const directoryRows = (current: CurrentWorkspace): Directory => ({
  find: (universeId) => current().of(universeId, 'base').entry,
  all() {
    current().require('base')
    return [...current().universes.values()].flatMap(({ entry }) => entry ?? [])
  },
  // A server checks its indexes by itself.
  hidden: () => [],
  hiddenAmong: () => ({ hidden: [], last: undefined }),
  widen(universeId, first, last) {
    const workspace = current()
    const universe = workspace.of(universeId, 'base')
    const before = universe.entry
    const number = before?.number ?? workspace.numbers.pop()
    if (number === undefined) throw new MissingRows({ what: 'number' })
    workspace.setEntry(universe, {
      number,
      universeId,
      first: Math.min(first, before?.first ?? first),
      last: Math.max(last, before?.last ?? last),
    })
    const undo = (): void => {
      workspace.setEntry(universe, before)
      if (before === undefined) workspace.numbers.push(number)
    }
    workspace.change({ table: 'series', universe, key: 0, undo })
    return number
  },
})

export function hourSampleRows(current: CurrentWorkspace): HourSampleRows {
  const set = (universe: UniverseRows, hours: UniverseRows['hours']): void => {
    const before = universe.hours
    universe.hours = hours
    const undo = (): void => {
      universe.hours = before
    }
    current().change({ table: 'hours', universe, key: 0, undo })
  }
  return {
    read: (number) => current().ofNumber(number, 'hours').hours,
    put: (number, since, data) => set(current().ofNumber(number, 'hours'), [since, data]),
    drop: (number) => set(current().ofNumber(number, 'hours'), undefined),
    isUnreadable: (_error): _error is Error => false,
  }
}

/** Rows that are not stored yet have negative ids. */
export function removedRows(current: CurrentWorkspace): RemovedRows {
  let lastId = 0
  const all = (): UniverseRows[] => {
    current().require('removed')
    return [...current().universes.values()]
  }
  const set = (universe: UniverseRows, removed: readonly LoadedRemoval[], key: number): void => {
    const before = universe.removed
    universe.removed = removed
    const undo = (): void => {
      universe.removed = before
    }
    current().change({ table: 'removed', universe, key, undo })
  }
  const add = (universeId: number, row: Omit<LoadedRemoval, 'id'>): void => {
    const universe = current().of(universeId, 'removed')
    lastId--
    set(universe, [...universe.removed, { ...row, id: lastId }], lastId)
  }
  return {
    copy({ universeId, ...row }, key) {
      const data = current().ofNumber(numberOfKey(key), 'weeks').segments.get(weekOfKey(key))?.data
      if (data === undefined) throw missingSegment(universeId, weekOfKey(key))
      add(universeId, { ...row, data })
    },
    insert({ universeId, ...row }, data) {
      const { removed } = current().of(universeId, 'removed')
      if (!removed.some((one) => one.week === row.week && one.data.equals(data))) add(universeId, { ...row, data })
    },
    headers: ({ universeId, week }) =>
      current()
        .of(universeId, 'removed')
        .removed.filter((one) => one.week === week)
        .map(({ id, slot, samples }) => ({ id, slot, samples })),
    data: (id) => all().flatMap(({ removed }) => removed.find((one) => one.id === id)?.data ?? [])[0],
    drop(id) {
      for (const universe of all())
        if (universe.removed.some((one) => one.id === id))
          set(
            universe,
            universe.removed.filter((one) => one.id !== id),
            id,
          )
    },
    isUnreadable: (_error): _error is Error => false,
  }
}

export const correctTimeRow = (current: CurrentWorkspace): Pick<CorrectTime, 'ms'> => ({
  ms() {
    current().require('removal')
    return current().removal.correctMs
  },
})

/** The bytes that are taken are those of the rows that the call adds. */
export function removedBudget(current: CurrentWorkspace, maxRemovedBytes: number): Pick<RemovedBudget, 'take'> {
  return {
    take(bytes) {
      current().require('removal')
      current().require('removed')
      const added = [...current().universes.values()].flatMap(({ removed }) => removed.filter(({ id }) => id < 0))
      const addedBytes = added.reduce((sum, { data }) => sum + data.length, 0)
      return current().removal.usedBytes + addedBytes + bytes <= maxRemovedBytes
    },
  }
}

export const restoredWeekRows = (current: CurrentWorkspace): Pick<RestoredWeeks, 'has' | 'add'> => ({
  has: ({ universeId, week }) => current().of(universeId, 'restored').restored.has(week),
  add({ universeId, week }) {
    const universe = current().of(universeId, 'restored')
    current().require('removal')
    const before = universe.restored.get(week)
    universe.restored.set(week, current().removal.correctMs)
    const undo = (): void => restore(universe.restored, week, before)
    current().change({ table: 'restored', universe, key: week, undo })
  },
})
