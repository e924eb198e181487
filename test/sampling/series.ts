// Reads what the store has of a universe.
import type { Gap } from '../../src/domain/gap.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { toNullable } from '../../src/domain/sample.js'
import type { TestApp } from '../support/start-app.js'

export interface SeenSample {
  readonly minute: number
  readonly ccu: number | null
  readonly [measure: string]: number | null
}

const FOREVER = 2 ** 31 - 1

export async function samplesOf(app: Pick<TestApp, 'store'>, universeId: number): Promise<SeenSample[]> {
  const seen: SeenSample[] = []
  for await (const block of app.store.series.blocks(universeId, 0, FOREVER)) {
    block.minutes.forEach((minute, row) => {
      const values = MEASURE_NAMES.map((name) => [name, toNullable(block.columns[name][row])])
      seen.push({ minute, ccu: null, ...Object.fromEntries(values) })
    })
  }
  return seen
}

export const gapsOf = (app: Pick<TestApp, 'store'>, universeId: number): Promise<Gap[]> =>
  app.store.series.gaps(universeId, 0, FOREVER)

/** Creates an account that tracks the games with these indexes in the simulator. */
export async function track(
  app: TestApp,
  {
    plan = 'enterprise',
    games = [0],
    name = `Studio ${plan}`,
  }: { plan?: 'free' | 'premium' | 'enterprise'; games?: readonly number[]; name?: string } = {},
): Promise<number[]> {
  const account = await app.services.accounts.create({ name, plan })
  const ids = games.map((index) => app.simulator.world.games[index]?.universeId ?? 0)
  for (const universeId of ids) await app.services.games.add(account, { universeId })
  return ids
}
