// Goes through long lists a part at a time, so that others take their turn between the parts.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Answers the result of each item, in order. `size`: how many items are mapped between two turns of the event loop. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  size: number,
  map: (item: Item, index: number) => Result,
): Promise<Awaited<Result>[]> {
  const found: Awaited<Result>[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % size === 0) await yieldToEventLoop()
    const result = map(item, index)
    // Waiting for what is there already would cost more than most items.
    found.push(result instanceof Promise ? await result : (result as Awaited<Result>))
  }
  return found
}
