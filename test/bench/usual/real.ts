// The real series of test/bench/players, by family.

import { readFile } from 'node:fs/promises'
import { DAY_HOURS } from '../../../src/domain/clock.js'
import type { HourlySeries } from '../../../src/domain/insights/usual/hourly-means.js'
import type { Scenario } from './scores.js'

export interface Family {
  readonly name: string
  readonly scenarios: readonly Scenario[]
}

/** How many days at the end are scored, by the beginning of the names. */
const FAMILIES = [
  { name: 'OSRS', prefix: 'osrs', days: 14 },
  { name: 'Steam', prefix: 'steam', days: 8 },
  { name: 'Roblox, small', prefix: 'looped', days: 7 },
] as const

export async function realFamilies(): Promise<Family[]> {
  const text = await readFile(new URL('../players/hourly.csv', import.meta.url), 'utf8')
  const lines = text.trimEnd().split('\n')
  return FAMILIES.map(({ name, prefix, days }) => ({
    name,
    scenarios: lines
      .filter((line) => line.startsWith(prefix))
      .map((line) => ({ series: seriesOf(line), hours: days * DAY_HOURS })),
  }))
}

function seriesOf(line: string): HourlySeries {
  const [, first = '0', ...cells] = line.split(',')
  const values = cells.map((cell) => (cell === '' ? Number.NaN : Number(cell)))
  const since = Number(first)
  return { since, until: since + values.length, at: (hour) => values[hour - since] ?? Number.NaN }
}
