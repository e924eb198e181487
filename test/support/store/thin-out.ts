// Writes old history into the database of a command-line test bench and applies retention to it, as the service does.
import { join } from 'node:path'
import { type Minute, minuteOf, systemClock, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Sample } from '../../../src/domain/sample.js'
import { openStore } from '../../../src/store/open-store.js'
import { blockOf, readSamples, sample } from '../../store/contract/support.js'
import type { CliTestBench } from '../cli/run-cli.js'

/** Weeks ago: the free plan shows one sample an hour or a day of these weeks. */
const FIRST_WEEK = 8
const LAST_WEEK = 4
const EVERY_MINUTES = 10

export const oldWeek = (weeksAgo: number): Minute =>
  (Math.floor(minuteOf(systemClock.now()) / WEEK_MINUTES) - weeksAgo) * WEEK_MINUTES

/** The samples of the weeks that retention thins out. */
export const oldSamples = (universeId: number): Sample[] => {
  const [from, until] = [oldWeek(FIRST_WEEK), oldWeek(LAST_WEEK - 1)]
  return Array.from({ length: (until - from) / EVERY_MINUTES }, (_, index) =>
    sample(universeId, from + index * EVERY_MINUTES, 10 + (index % 90)),
  )
}

export const OLD_WEEKS = FIRST_WEEK - LAST_WEEK + 1

/** The week of the last sample is never thinned out. */
export async function importOld(bench: CliTestBench, ...universes: readonly number[]): Promise<void> {
  const { series } = (await bench.beside()).store
  for (const id of universes) {
    await series.importBlock(blockOf(id, oldSamples(id)))
    await series.importBlock(blockOf(id, [sample(id, oldWeek(0))]))
  }
}

/** Thins out with a store whose clock state is `correct`, after closing the one of `bench.beside`. */
export async function thinOut(bench: CliTestBench): Promise<void> {
  await bench.leave()
  const file = `file:${join(bench.folder, 'headcount.db')}`
  const store = await openStore(file, { clock: systemClock, clockState: () => 'correct' })
  await store.series.maintain().finally(() => store.close())
}

export const readOld = async (bench: CliTestBench, universeId: number): Promise<Sample[]> =>
  readSamples((await bench.beside()).store, universeId, oldWeek(FIRST_WEEK), oldWeek(LAST_WEEK - 1))
