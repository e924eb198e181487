// Sorts indexes of thousands of contenders in steps, between which a caller may do something else: short runs are sorted, then merged.
type Compare = (a: number, b: number) => number

/** Indexes in a run, and merged in a step; either takes about a millisecond where the code is not compiled yet. */
const RUN_SIZE = 500

/** Sorts in place; equal ones keep their order. */
export function* sortInSteps(indexes: Uint32Array, compare: Compare): Generator<void, Uint32Array> {
  for (let from = 0; from < indexes.length; from += RUN_SIZE) {
    indexes.subarray(from, from + RUN_SIZE).sort(compare)
    yield
  }
  let sorted: Uint32Array = indexes
  let room: Uint32Array = new Uint32Array(indexes.length)
  for (let size = RUN_SIZE; size < indexes.length; size *= 2) {
    yield* mergeRuns(sorted, room, { size, compare })
    ;[sorted, room] = [room, sorted]
  }
  return sorted
}

/** Merges each two runs of `size` into one. */
function* mergeRuns(
  from: Uint32Array,
  to: Uint32Array,
  { size, compare }: { readonly size: number; readonly compare: Compare },
): Generator<void> {
  for (let start = 0; start < from.length; start += 2 * size) {
    const middle = Math.min(start + size, from.length)
    const end = Math.min(start + 2 * size, from.length)
    let [left, right] = [start, middle]
    for (let place = start; place < end; place++) {
      const takesLeft = left < middle && (right >= end || compare(from[left] as number, from[right] as number) <= 0)
      to[place] = from[takesLeft ? left++ : right++] as number
      if (place % RUN_SIZE === RUN_SIZE - 1) yield
    }
  }
}
