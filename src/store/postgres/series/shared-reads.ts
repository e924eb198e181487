// Reads that begin in the same turn of the event loop, and need the same rows of different universes, share one snapshot: one
// statement for each table, instead of one for each table and universe. A summary of all games of an account is such a case. A shared
// read belongs to the request of none of its callers; each caller waits for it on behalf of its own request.
import { AsyncResource } from 'node:async_hooks'
import { createTurns } from '../../values/turns.js'
import type { CallScope, RowRequest } from './loading/row-requests.js'

/** Reads in one snapshot. */
const BATCH_SIZE = 100

type ReadInParts<Call> = <T>(scope: CallScope, work: (call: Call) => Promise<T>) => Promise<T>

interface WaitingRead<Call> {
  readonly scope: CallScope
  /** Runs in the snapshot of the group, and returns what gives the caller its result. The caller does not learn of a rejection. */
  attempt(call: Call): Promise<() => void>
  /** Runs in a snapshot of its own. */
  alone(): void
}

export interface SharingRules {
  /** False where the read belongs to a transaction of its caller. */
  canShare(): boolean
  /** Waits on behalf of the request of the caller. */
  waitFor<T>(work: () => Promise<T>): Promise<T>
}

/** Must be called outside of any request. */
export function sharedReads<Call>(
  readInParts: ReadInParts<Call>,
  { canShare, waitFor }: SharingRules,
): ReadInParts<Call> {
  const groups = new Map<string, WaitingRead<Call>[]>()
  const startAll = AsyncResource.bind((): void => {
    const waiting = [...groups.values()]
    groups.clear()
    for (const reads of waiting)
      for (let from = 0; from < reads.length; from += BATCH_SIZE) void start(reads.slice(from, from + BATCH_SIZE))
  })
  const start = async (reads: readonly WaitingRead<Call>[]): Promise<void> => {
    if (reads.length === 1) return reads[0]?.alone()
    const left = new Set(reads)
    const scope = {
      universeIds: [...new Set(reads.flatMap(({ scope }) => scope.universeIds))],
      needs: reads.flatMap(({ scope }) => scope.needs ?? []),
      isUsuallyEnough: reads.every(({ scope }) => scope.isUsuallyEnough === true),
    }
    const answers: (() => void)[] = []
    const turn = createTurns()
    const runAll = async (call: Call): Promise<void> => {
      for (const read of left) {
        answers.push(await read.attempt(call))
        left.delete(read)
        await turn()
      }
    }
    // What failed in the snapshot of all fails or succeeds for itself.
    await readInParts(scope, runAll).catch(() => undefined)
    // In few turns, so that what their callers read next is shared again.
    for (const answer of answers) {
      answer()
      await turn()
    }
    for (const read of left) read.alone()
  }

  return <T>(scope: CallScope, work: (call: Call) => Promise<T>): Promise<T> => {
    if (!canShare() || !isSmall(scope)) return readInParts(scope, work)
    const inGroup = (): Promise<T> =>
      new Promise((resolve, reject) => {
        const read: WaitingRead<Call> = {
          scope,
          attempt: async (call) => {
            const result = await work(call)
            return () => resolve(result)
          },
          alone: () => void readInParts(scope, work).then(resolve, reject),
        }
        const key = keyOf(scope.needs ?? [])
        const group = groups.get(key)
        if (group !== undefined) return void group.push(read)
        if (groups.size === 0) setImmediate(startAll)
        groups.set(key, [read])
      })
    return waitFor(inGroup)
  }
}

/** The samples of many weeks of many universes would take too much memory. */
const isSmall = ({ universeIds, needs = [] }: CallScope): boolean =>
  universeIds.length === 1 && needs.every((need) => need.what !== 'segments' || need.from === need.until)

/** The same for all universes. */
const keyOf = (needs: readonly RowRequest[]): string =>
  JSON.stringify(needs, (name, value: unknown) => (name === 'universeId' ? undefined : value))
