// The child process that a drill kills and deprives of disk space: the real services on the copy of the database, against a
// simulated platform.
// Its clock is set forward after each tick, so that hours pass in seconds.
import { statSync } from 'node:fs'
import { type CompositionRoot, compose } from '../compose.js'
import type { Config } from '../config.js'
import { MINUTE_MS, type Minute, minuteOf } from '../domain/clock.js'
import { intervalFor } from '../domain/rules/schedule.js'
import { type SimulatorHandle, startSimulator } from '../simulator/simulator.js'
import { countMinutes } from './count-minutes.js'
import type { DrillPhase, DrillTask, WorkerMessage } from './messages.js'

/** The simulated clock and disk. */
interface Conditions {
  /** The true time. */
  now: number
  clockAheadMs: number
  maxBytes: number
}

const send = (message: WorkerMessage): void => void process.send?.(message)

/** With it, the only network peer is the simulator, and nothing is posted. */
const drillConfig = (config: Config, file: string, platformUrl: string): Config => ({
  ...config,
  DATABASE_URL: `file:${file}`,
  PLATFORM_URL: platformUrl,
  PLATFORM_COOKIE: undefined,
  POPULARITY_URL: undefined,
  MARKET: 'off',
  BACKUP_DIR: undefined,
  DISCORD_TOKEN: undefined,
  DISCORD_CLIENT_ID: undefined,
  DISCORD_CLIENT_SECRET: undefined,
})

async function run({ config, file, firstMinute, phases, countFrom }: DrillTask<Config>): Promise<void> {
  const conditions: Conditions = { now: firstMinute * MINUTE_MS, clockAheadMs: 0, maxBytes: Number.POSITIVE_INFINITY }
  const trueClock = { now: () => conditions.now, monotonic: () => conditions.now }
  const simulator = await startSimulator({ port: 0, games: 0, clock: trueClock, rateLimits: 'off' })
  const clock = { now: () => conditions.now + conditions.clockAheadMs, monotonic: trueClock.monotonic }
  const composed = await compose(drillConfig(config, file, simulator.url), clock, undefined, {
    maxBytes: () => conditions.maxBytes,
  })
  const stepMinutes = await addGames(composed, simulator, conditions.now)
  if (stepMinutes === 0) return send({ type: 'nothing due' })
  conditions.now = Math.ceil(firstMinute / stepMinutes) * stepMinutes * MINUTE_MS
  for (const phase of phases) await runPhase(phase, { composed, conditions, file, stepMinutes })
  if (countFrom !== undefined) {
    const span = { from: countFrom, until: minuteOf(conditions.now) }
    send({ type: 'counted', minutes: await countMinutes(composed.store, span) })
  }
  await composed.close()
  await simulator.close()
  send({ type: 'done' })
}

/** Returns after how many minutes something is due again, 0 if nothing is. */
async function addGames({ store, services }: CompositionRoot, simulator: SimulatorHandle, now: number) {
  let stepMinutes = 0
  for (const { id, name, rootPlaceId, subscribers } of await store.universes.tracked()) {
    const interval = intervalFor(subscribers, services.plans, now)
    if (interval <= 0) continue
    stepMinutes = greatestDivisor(stepMinutes, interval)
    simulator.addUniverse({ universeId: id, name, placeId: rootPlaceId })
  }
  return stepMinutes
}

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

interface PhaseDeps {
  readonly composed: CompositionRoot
  readonly conditions: Conditions
  readonly file: string
  readonly stepMinutes: number
}

async function runPhase(phase: DrillPhase, { composed, conditions, file, stepMinutes }: PhaseDeps): Promise<void> {
  const { ticks, maxFailures = ticks, clockAheadMinutes = 0, isDiskFull = false } = phase
  conditions.clockAheadMs = clockAheadMinutes * MINUTE_MS
  conditions.maxBytes = isDiskFull ? statSync(file).size : Number.POSITIVE_INFINITY
  const stop = new AbortController().signal
  let failures = 0
  for (let tick = 0; tick < ticks && failures < maxFailures; tick++) {
    const minute: Minute = minuteOf(conditions.now)
    send({ type: 'begun', minute, isHit: clockAheadMinutes !== 0 })
    try {
      const { sampled } = await composed.services.sampleTick({ stop })
      send({ type: 'stored', minute, sampled })
    } catch {
      failures++
      send({ type: 'failed', minute })
    }
    conditions.now += stepMinutes * MINUTE_MS
  }
}

// The cast is safe, because the parent process is the same version of this program.
process.once('message', (task) => {
  void run(task as DrillTask<Config>)
    .catch((error: unknown) => send({ type: 'broken', cause: error instanceof Error ? error.message : String(error) }))
    .finally(() => process.disconnect?.())
})
// Without the drill, nobody would end this process.
process.once('disconnect', () => process.exit())
