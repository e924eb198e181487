// Bounds the memory that objects take which nobody uses anymore.
import { setFlagsFromString } from 'node:v8'

/** By how many percent the heap may grow, from what is in use, before unused objects are collected. */
const MAX_HEAP_GROWTH_PERCENT = 50

/**
 * Node 20 collects the objects that have lived for a while only when the heap has grown to a few times what is in use: under
 * load, with 150 MB in use, at 500 MB (`npm run bench -- overload`). Node 24 collects them about as early as this by itself.
 * It holds for the whole process, so only a program may call it, at its beginning.
 */
export function collectGarbageEarlier(): void {
  setFlagsFromString(`--heap-growing-percent=${MAX_HEAP_GROWTH_PERCENT}`)
}
