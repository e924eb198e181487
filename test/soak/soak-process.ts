// A program that lives through days of simulated time with hundreds of games and rare faults, and prints what came of it.
// Arguments: the seed, the days, the games, the minutes between two ticks. Needs --expose-gc. SIGTERM ends it after the day.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHeapCodeStatistics } from 'node:v8'
import { type CompositionRoot, compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { DAY_MINUTES, MINUTE_MS, type Minute, minuteOf } from '../../src/domain/clock.js'
import type { DeliveryRun } from '../../src/services/notifications/deliver.js'
import { REALISTIC, type SimulatorHandle, startSimulator } from '../../src/simulator/simulator.js'
import { unit } from '../../src/simulator/world/hash.js'
import { installSimulatedTime } from '../support/simulated-time.js'
import { digestsOf } from './digests.js'
import { SoakFaults } from './faults.js'
import { openRecorder, type Recorder } from './recorder.js'
import type { DayMemory, SoakReport } from './soak-report.js'

interface SoakPlan {
  readonly seed: number
  readonly days: number
  readonly games: number
  readonly interval: number
}

const START = Date.UTC(2026, 5, 17)
const CHANNELS = 10
const FULL_DAYS = 30
/** Of so many games, so that there are posts each day. */
const DAILY_DIGESTS = 5
const MAINTENANCE_MINUTE = 2
/** The faults use 1 to 4. */
const JITTER_PURPOSE = 5

const time = installSimulatedTime()
const clock = { now: () => START + time.now(), monotonic: () => time.now() }
const stop = new AbortController().signal
const [seed = 0, days = 0, games = 0, interval = 0] = process.argv.slice(2).map(Number)
// Pauses before retries are random, and part of what happens: in both lives they are the same at the same moment.
Math.random = () => unit(seed, Math.floor(time.now()), JITTER_PURPOSE)

interface Soak extends CompositionRoot {
  readonly simulator: SimulatorHandle
  readonly ids: readonly number[]
  readonly recorder: Recorder
  readonly deliver: DeliveryRun
}

async function start({ seed, games, interval }: SoakPlan, faults: SoakFaults, folder: string): Promise<Soak> {
  const simulator = await startSimulator({ port: 0, seed, games, clock, rateLimits: 'off', ...REALISTIC })
  const config = readConfig({
    DATABASE_URL: `file:${join(folder, 'headcount.db')}`,
    PLATFORM_URL: simulator.url,
    LOG_LEVEL: 'silent',
  })
  const enterprise = { ...config.plans.enterprise, intervalMinutes: interval, fullDays: FULL_DAYS }
  const composed = await compose({ ...config, plans: { ...config.plans, enterprise } }, clock)
  const account = await composed.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  const ids = simulator.world.games.map(({ universeId }) => universeId)
  for (const [index, universeId] of ids.entries()) {
    const channel = `${100_200_300 + (index % CHANNELS)}`
    const { game } = await time.during(composed.services.games.add(account, { universeId }, channel))
    for (const kind of ['alert', 'report_card', 'status'] as const)
      await composed.store.routes.put({ gameId: game.id, kind, channelId: null, enabled: true, digest: null })
    if (index < DAILY_DIGESTS)
      await composed.store.routes.put({
        gameId: game.id,
        kind: 'digest',
        channelId: null,
        enabled: true,
        digest: { every: 'day', weekday: 1, at: 9 * 60, timeZone: 'America/New_York' },
      })
  }
  const recorder = openRecorder(faults, clock)
  const deliver = composed.createDelivery({
    sender: recorder.sender,
    painter: { paint: async () => Buffer.alloc(0) },
  })
  simulator.settings.intercept = faults.ofCall
  return { ...composed, simulator, ids, recorder, deliver }
}

/** What the poller does at a minute: a tick, and beside it everything that follows the ticks. */
async function tick({ services, store, simulator, deliver }: Soak, minute: Minute): Promise<void> {
  await time.during(services.sampleTick({ stop }))
  await time.during(services.countMarket({ stop }))
  const { errors } = await time.during(services.evaluateTicks({ stop }))
  for (const error of errors) throw error
  await time.during(services.scheduledPosts.postDue(stop))
  await time.during(deliver(stop))
  if (minute % 60 < MAINTENANCE_MINUTE) await time.during(store.series.maintain(stop))
  simulator.requests.length = 0
}

/** After a forced collection. */
function readMemory(): DayMemory {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const { code_and_metadata_size: machineCode, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
  return { heap: heapUsed, code: machineCode + bytecode, buffers: arrayBuffers }
}

async function live(plan: SoakPlan): Promise<SoakReport> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-soak-'))
  const faults = new SoakFaults(plan.seed)
  const soak = await start(plan, faults, folder)
  const first = Math.ceil((minuteOf(clock.now()) + 1) / 60) * 60
  let isStopping = false
  process.once('SIGTERM', () => {
    isStopping = true
  })
  const memoryByDay: DayMemory[] = []
  const costByDay: number[] = []
  for (let day = 0; day < plan.days && !isStopping; day++) {
    const before = process.cpuUsage()
    for (let offset = 0; offset < DAY_MINUTES; offset += plan.interval) {
      const minute = first + day * DAY_MINUTES + offset
      await time.until(minute * MINUTE_MS - START)
      faults.begin(minute)
      await tick(soak, minute)
    }
    const { user, system } = process.cpuUsage(before)
    costByDay.push(Math.round((user + system) / 1_000))
    const memory = readMemory()
    memoryByDay.push(memory)
    process.stderr.write(`day ${day + 1}: ${costByDay.at(-1)} ms, ${JSON.stringify(memory)}\n`)
  }
  const span = { from: first, until: first + memoryByDay.length * DAY_MINUTES }
  const digests = await digestsOf(soak, span, plan.interval)
  const { messages, state } = soak.recorder
  const report = { ...digests, posts: messages.size, repeatedPosts: state.repeated, faults: faults.counts }
  await soak.close()
  await soak.simulator.close()
  await rm(folder, { recursive: true })
  return { ...report, memoryByDay, costByDay }
}

process.stdout.write(JSON.stringify(await live({ seed, days, games, interval })))
