// Finds the name that somebody probably meant: another word for it, a misspelling, or its beginning.

/** A longer text is no misspelled name. */
const MAX_LENGTH = 40
/** In single letters that are added, left out, replaced or swapped: at most one in three. */
const MAX_DISTANCE_SHARE = 1 / 3
/** One letter of a name of two letters is half of it. */
const MIN_MISSPELLED_LENGTH = 3
const MIN_PREFIX_LENGTH = 3

/** Names that mean the same. Other endpoints, commands and services use them. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['ccu', 'players', 'player', 'playing', 'online', 'concurrent'],
  ['like_ratio', 'rating', 'ratio'],
  ['change', 'growth'],
  ['start_date', 'from', 'start', 'since', 'begin'],
  ['end_date', 'to', 'until', 'end'],
  ['tz', 'timezone', 'time_zone', 'zone'],
  ['1m', 'minute', '60s'],
  ['1h', 'hour', 'hourly', '60m'],
  ['1d', 'day', 'daily', '24h'],
  ['1w', 'week', 'weekly', '7d'],
  ['market_fall', 'market', 'platform'],
]

/** The name with the fewest differences, the first of equals; undefined if none is near. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  if (text === '' || text.length > MAX_LENGTH) return undefined
  return synonymOf(text, names) ?? misspelled(text, names) ?? onlyNameBeginningWith(text, names)
}

function synonymOf(text: string, names: readonly string[]): string | undefined {
  if (names.includes(text)) return text
  const group = SYNONYMS.find((words) => words.includes(text.toLowerCase()))
  return names.find((name) => group?.includes(name))
}

/** The only name that begins with the text. */
function onlyNameBeginningWith(text: string, names: readonly string[]): string | undefined {
  if (text.length < MIN_PREFIX_LENGTH) return undefined
  const found = names.filter((name) => name.toLowerCase().startsWith(text.toLowerCase()))
  return found.length === 1 ? found[0] : undefined
}

function misspelled(text: string, names: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of names) {
    const distance = distanceOf(text.toLowerCase(), name.toLowerCase())
    const length = Math.max(text.length, name.length)
    const allowed = length < MIN_MISSPELLED_LENGTH ? 0 : Math.floor(length * MAX_DISTANCE_SHARE)
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
