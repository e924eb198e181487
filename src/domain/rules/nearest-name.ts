// Finds the name that somebody probably meant.

/** A longer text is no misspelled name. */
const MAX_LENGTH = 40
/** In single letters that are added, left out, replaced or swapped: at most one in three. */
const MAX_DISTANCE_SHARE = 1 / 3

/** The name with the fewest differences, the first of equals; undefined if none is near. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  if (text === '' || text.length > MAX_LENGTH) return undefined
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of names) {
    const distance = distanceOf(text.toLowerCase(), name.toLowerCase())
    const allowed = Math.max(1, Math.floor(Math.max(text.length, name.length) * MAX_DISTANCE_SHARE))
    if (distance <= allowed && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance }
  }
  return best?.name
}

/** The optimal string alignment distance. */
function distanceOf(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const costs = [(last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + Number(!isSame)]
      if (isSwapped) costs.push((before[column - 2] ?? 0) + 1)
      next.push(Math.min(...costs))
    }
    ;[before, last] = [last, next]
  }
  return last[b.length] ?? 0
}
