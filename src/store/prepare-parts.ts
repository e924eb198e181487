// Makes the parts of a store that are otherwise made when they are used first. A service does it before it listens: to prepare the
// statements of all parts takes tens of milliseconds, most of it in code that is new, and its first ticks, evaluations and requests use
// several parts in one turn of the event loop. A command uses few of them and does not wait for the others.
import type { Store } from '../domain/ports/store.js'

export function prepareParts(store: Store): void {
  for (const part of Object.values(store)) if (isPart(part)) makeNow(part)
}

const isPart = (part: unknown): part is object => typeof part === 'object' && part !== null

/** Whatever asks a part for its properties makes it. */
const makeNow = (part: object): void => {
  Reflect.ownKeys(part)
}
