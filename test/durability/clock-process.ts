// A process whose clock is set while it ticks, compacts and thins out, in simulated time. It prints `at` each true minute, and
// `stored` for each tick with all samples. Arguments: the file of the database, the true minute of the start, the games, a seed.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CompositionRoot, compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { DAY_MINUTES, MINUTE_MS } from '../../src/domain/clock.js'
import { startSimulator } from '../../src/simulator/simulator.js'
import { unit } from '../../src/simulator/world/hash.js'
import { installSimulatedTime } from '../support/simulated-time.js'

/** Longer than any plan keeps every sample: a clock that is believed then thins out everything. */
const YEARS_AHEAD = 3 * 365 * DAY_MINUTES
const RIGHT_TICKS = 8
const WRONG_TICKS = 8
/** More than the platform's clock may differ, with room for the answer. */
const MIN_OFFSET = 10
const MAX_TURNS = 12

interface ClockLife {
  readonly root: CompositionRoot
  /** Lets a minute pass and ticks. */
  tick(): Promise<void>
  /** Sets the clock this many minutes ahead of the true time. */
  set(minutes: number): void
  setReachable(isReachable: boolean): void
  maintain(): Promise<void>
  /** In [0, 1), from the seed. */
  chance(): number
}

type ClockCase = (life: ClockLife) => Promise<void>

const some = ({ chance }: ClockLife, most: number): number => MIN_OFFSET + Math.floor(chance() * most)

async function ticks({ tick }: ClockLife, count: number): Promise<void> {
  for (let done = 0; done < count; done++) await tick()
}

/** Sets the clock after some turns of the work. */
async function jumpDuringMaintenance(life: ClockLife, minutes: number): Promise<void> {
  const maintained = life.maintain()
  for (let turns = Math.floor(life.chance() * MAX_TURNS); turns > 0; turns--) await nextTurn()
  life.set(minutes)
  await maintained
}

const CASES: readonly ClockCase[] = [
  async function setBack(life) {
    life.set(-some(life, 10 * DAY_MINUTES))
    await ticks(life, WRONG_TICKS)
    await life.maintain()
  },
  async function setAhead(life) {
    life.set(some(life, 10 * DAY_MINUTES))
    await ticks(life, WRONG_TICKS)
    await life.maintain()
  },
  async function unknown(life) {
    life.setReachable(false)
    life.set((life.chance() < 0.5 ? 1 : -1) * some(life, 300))
    await ticks(life, WRONG_TICKS)
    await life.maintain()
    life.set(0)
    await ticks(life, 1)
  },
  async function jumpWhileCompacting(life) {
    await jumpDuringMaintenance(life, (life.chance() < 0.5 ? 1 : -1) * some(life, 2 * DAY_MINUTES))
    await ticks(life, WRONG_TICKS)
    await life.maintain()
  },
  async function jumpWhileThinning(life) {
    await jumpDuringMaintenance(life, YEARS_AHEAD)
    await ticks(life, WRONG_TICKS)
    await life.maintain()
  },
]

async function openLife(file: string, first: number, games: number, seed: number): Promise<ClockLife> {
  const time = installSimulatedTime()
  let [offset, draws] = [0, 0]
  const trueNow = (): number => first * MINUTE_MS + time.now()
  const clock = { now: () => trueNow() + offset * MINUTE_MS, monotonic: () => time.now() }
  const truth = { now: trueNow, monotonic: () => time.now() }
  const simulator = await startSimulator({ port: 0, seed: 3, games, clock: truth, rateLimits: 'off' })
  const config = readConfig({ DATABASE_URL: `file:${file}`, PLATFORM_URL: simulator.url, LOG_LEVEL: 'silent' })
  const root = await compose(config, clock)
  if ((await root.store.accounts.list()).length === 0) {
    const account = await root.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
    for (const { universeId } of simulator.world.games)
      await time.during(root.services.games.add(account, { universeId }))
  }
  const stop = new AbortController().signal
  return {
    root,
    tick: async () => {
      const minute = Math.floor(trueNow() / MINUTE_MS) + 1
      await time.until((minute - first) * MINUTE_MS)
      process.stdout.write(`at ${minute}\n`)
      const report = await time.during(root.services.sampleTick({ stop }))
      if (report.sampled === games && report.isStored) process.stdout.write(`stored ${report.minute}\n`)
    },
    set: (minutes) => {
      offset = minutes
    },
    setReachable: (isReachable) => {
      simulator.settings.intercept = isReachable ? undefined : () => ({ reset: true })
    },
    maintain: () => time.during(root.store.series.maintain(stop)),
    chance: () => unit(seed, ++draws, 9),
  }
}

const [file, first, games, seed] = process.argv.slice(2)
if (file !== undefined && seed !== undefined) {
  const life = await openLife(file, Number(first), Number(games), Number(seed))
  // Every other process starts with a clock that is wrong, which nothing has confirmed yet.
  if (Number(seed) % 2 === 1) await ticks(life, RIGHT_TICKS)
  await CASES[Math.floor(life.chance() * CASES.length)]?.(life)
  life.setReachable(true)
  life.set(0)
  await ticks(life, RIGHT_TICKS)
  await life.maintain()
  await life.root.close()
  process.exit(0)
}
