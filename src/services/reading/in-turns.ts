// Works on long lists one part at a time, so that other requests run between the parts: maps them, groups them, or takes steps.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Milliseconds after which a part ends, however few items it has. */
const MAX_PART_MS = 4

/** Returns the result of each item, in order. `size`: the maximum number of items between two turns of the event loop. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  size: number,
  map: (item: Item, index: number) => Result,
): Promise<Awaited<Result>[]> {
  const found: Awaited<Result>[] = []
  let [inPart, began] = [0, performance.now()]
  for (const [index, item] of items.entries()) {
    if (inPart++ >= size || performance.now() - began > MAX_PART_MS) {
      await yieldToEventLoop()
      inPart = 1
      began = performance.now()
    }
    const result = map(item, index)
    // Most results are there already, and then an await would cost more than the item.
    found.push(result instanceof Promise ? await result : (result as Awaited<Result>))
  }
  return found
}

/** As `mapInTurns`, where `map` waits for a server: `size` of them wait together. */
export async function mapTogether<Item, Result>(
  items: readonly Item[],
  size: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const found: Result[] = []
  for (let from = 0; from < items.length; from += size)
    found.push(...(await Promise.all(items.slice(from, from + size).map(map))))
  return found
}

/** Items between two turns, where their reads wait for no server. */
const TURN_READ_COUNT = 10

/** Reads something of each item, `readsAtOnce` of them together where a server is waited for, else in turns. Returns the results in order. */
export const mapReads = <Item, Result>(
  items: readonly Item[],
  readsAtOnce: number,
  read: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> =>
  readsAtOnce > 1 ? mapTogether(items, readsAtOnce, read) : mapInTurns(items, TURN_READ_COUNT, read)

/** Groups of at most `size` items, in order, in each of which no two items have the same key. */
export function* groupsOfDifferent<Item>(
  items: readonly Item[],
  size: number,
  keyOf: (item: Item) => unknown,
): Generator<readonly Item[]> {
  let group: Item[] = []
  let keys = new Set<unknown>()
  for (const item of items) {
    const key = keyOf(item)
    if (group.length > 0 && (group.length >= size || keys.has(key))) {
      yield group
      group = []
      keys = new Set()
    }
    group.push(item)
    keys.add(key)
  }
  if (group.length > 0) yield group
}

/** Like `Promise.all`, but nothing runs any more when it rejects. */
export async function settledAll<Result>(running: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(running)
  return Promise.all(running)
}

/** Takes the steps of a computation, with turns of the event loop between them. Returns its result. */
export async function stepInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - began <= MAX_PART_MS) continue
    await yieldToEventLoop()
    began = performance.now()
  }
}
