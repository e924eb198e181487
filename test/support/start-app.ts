// Starts the app for a test: the real composition root on a temporary SQLite file, the simulator over HTTP, and a clock to set.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPngPainter, type PngPainter } from '../../src/charts/render-png.js'
import { type CompositionRoot, compose } from '../../src/compose.js'
import { type Config, readConfig } from '../../src/config.js'
import { MINUTE_MS } from '../../src/domain/clock.js'
import type { Plan, PlanName } from '../../src/domain/plan.js'
import type { Log } from '../../src/domain/ports/events.js'
import { plansSchema } from '../../src/plans.js'
import type { TickReport } from '../../src/services/sampling/tick-parts.js'
import { type SimulatorHandle, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js'
import { createMigratedDatabase } from './postgres/database.js'
import { newDatabase } from './store/new-database.js'

/** Wednesday noon in UTC, far from the ends of a day or month and from changes to summer time. */
export const NOON = Date.UTC(2026, 5, 17, 12, 0, 0)

export class TestClock {
  private passed = 0
  constructor(private time = NOON) {}
  now = (): number => this.time
  monotonic = (): number => this.passed
  /** Sets the wall clock, as an operator does; the monotonic clock stays. */
  set(time: number): void {
    this.time = time
  }
  /** Advances the wall clock and the monotonic clock. */
  advance(minutes: number): void {
    this.time += minutes * MINUTE_MS
    this.passed += minutes * MINUTE_MS
  }
}

export interface TestApp extends CompositionRoot {
  readonly clock: TestClock
  readonly simulator: SimulatorHandle
  readonly config: Config
  readonly databaseFile: string
  /** Runs one tick for what is due at the clock's minute. */
  tick(): Promise<TickReport>
  /** Runs `count` ticks and advances the clock by a minute after each. */
  ticks(count: number): Promise<void>
  /** Closes the app and starts it again on the same database, as a new process would. */
  restart(clock?: TestClock, log?: Log): Promise<CompositionRoot>
  stop(): Promise<void>
}

export interface TestAppOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly simulator?: Partial<SimulatorOptions>
  readonly now?: number
  /** What `data/plans.json` would change. */
  readonly plans?: Readonly<Partial<Record<PlanName, Partial<Plan>>>>
  /** Receives what the store and the services log; by default it is dropped. */
  readonly log?: Log
}

/** `TEST_ENGINE=postgres` runs the tests of the app on PostgreSQL; those that open the file of the database need SQLite. */
async function openDatabase(file: string) {
  if (process.env.TEST_ENGINE !== 'postgres') {
    await newDatabase(file)
    return { environment: { DATABASE_URL: `file:${file}` }, drop: async () => undefined }
  }
  const { url, drop } = await createMigratedDatabase()
  return { environment: { DATABASE_URL: url, SECRET_KEY: '5c'.repeat(32) }, drop }
}

export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = new TestClock(options.now)
  const folder = await mkdtemp(join(tmpdir(), 'headcount-test-'))
  const simulator = await startSimulator({
    port: 0,
    seed: 1,
    games: 12,
    clock,
    rateLimits: 'off',
    ...options.simulator,
  })
  const databaseFile = join(folder, 'headcount.db')
  const database = await openDatabase(databaseFile)
  const environment = {
    ...database.environment,
    PLATFORM_URL: simulator.url,
    LOG_LEVEL: 'silent',
    ...options.environment,
  }
  const { plans } = options
  const config = plans === undefined ? readConfig(environment) : readConfig(environment, () => plansSchema.parse(plans))
  let composed = await compose(config, clock, options.log)
  await composed.services.leases.shards.start()
  const never = new AbortController().signal
  const tick = (): Promise<TickReport> => composed.services.sampleTick({ stop: never })
  const app: TestApp = {
    ...composed,
    clock,
    simulator,
    config,
    databaseFile,
    tick,
    ticks: async (count) => {
      for (let done = 0; done < count; done++) {
        await tick()
        clock.advance(1)
      }
    },
    restart: async (anotherClock = clock, log) => {
      await composed.close()
      composed = await compose(config, anotherClock, log)
      await composed.services.leases.shards.start()
      Object.assign(app, composed)
      return composed
    },
    stop: async () => {
      await composed.close()
      await simulator.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return app
}

/**
 * One painter for all tests of a worker: its thread takes half a second to start, and each bot draws before it serves.
 * Its time limit is only for what hangs, because a busy machine draws slowly.
 */
const shared = openPngPainter({ timeoutMs: 120_000 })

let warmed: ReturnType<PngPainter['warmUp']> | undefined

/**
 * Closing it does nothing, because other tests use it; it ends with the worker. It is warmed up once: each bot asks for
 * that, and the charts that are drawn for it would be most of what the thread draws.
 */
export const sharedPainter: PngPainter = {
  paint: shared.paint,
  warmUp: () => {
    warmed ??= shared.warmUp()
    return warmed
  },
  close: async () => undefined,
}
