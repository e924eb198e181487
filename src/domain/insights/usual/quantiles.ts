// Medians and quantiles.

/** Up to this length, an insertion sort is faster than a call of `sort`. */
const MAX_INSERTED_VALUES = 64

/**
 * The value below which the fraction of the first `count` values lies, interpolated between neighbors; NaN of an empty list.
 * `sorted` ascends.
 */
export function quantileOf(sorted: ArrayLike<number>, fraction: number, count = sorted.length): number {
  const at = fraction * (count - 1)
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  // Avoids infinity minus infinity, which is NaN.
  return below === above ? below : below + (above - below) * (at - Math.floor(at))
}

/** Sorts the list in place. NaN of an empty list. */
export function medianOf(values: number[]): number {
  if (values.length > MAX_INSERTED_VALUES) values.sort((a, b) => a - b)
  else insertionSort(values)
  return quantileOf(values, 0.5)
}

function insertionSort(values: number[]): void {
  for (let index = 1; index < values.length; index++) {
    const value = values[index] ?? 0
    let freeIndex = index
    for (; freeIndex > 0 && (values[freeIndex - 1] ?? 0) > value; freeIndex--)
      values[freeIndex] = values[freeIndex - 1] ?? 0
    values[freeIndex] = value
  }
}

/** Tukey's trimean: the median and both quartiles, the median with the weight of two. Sorts the list in place. */
export const trimeanOf = (values: number[]): number =>
  medianOf(values) / 2 + (quantileOf(values, 0.25) + quantileOf(values, 0.75)) / 4
