// Writes a past for pages to show: players in a daily wave with a gap, and counters that grow.
import { type Minute, minuteOf } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { emptyBlock, type Measurements } from '../../../src/domain/sample.js'
import { NOON } from '../../support/start-app.js'
import type { TestHttp } from '../../support/start-http.js'

export const NOW = minuteOf(NOON)
const DAYS = 9
const STEP = 5

/** Writes a sample every five minutes for nine days up to noon, except for six hours four days before. */
export async function writeWave(web: TestHttp, universeId: number, players = 1_000): Promise<void> {
  const hole = [NOW - 4 * 1_440, NOW - 4 * 1_440 + 360] as const
  const isIn = (minute: Minute) => minute < hole[0] || minute >= hole[1]
  const minutes = Array.from({ length: (DAYS * 1_440) / STEP }, (_, row) => NOW - row * STEP)
    .reverse()
    .filter(isIn)
  const block = emptyBlock(universeId, minutes.length)
  minutes.forEach((minute, row) => {
    const age = NOW - minute
    const ccu = Math.round(players * (1 + 0.5 * Math.sin(minute / 230)))
    const values: Partial<Measurements> = {
      ccu,
      visits: 1_050_000 - age * 10,
      favorites: 5_000 - age / 10,
      likes: 900,
      dislikes: 100,
    }
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = Math.round(values[name] ?? Number.NaN)
  })
  await web.store.series.importBlock(block)
}
