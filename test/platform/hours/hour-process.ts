// A program that lives an hour of simulated time with a faulty platform, and prints what came of it. Arguments: the seed, the
// minutes, and the one kind of faults or `mixed`.
import dns from 'node:dns'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompositionRoot, compose } from '../../../src/compose.js'
import { readConfig } from '../../../src/config.js'
import { MINUTE_MS, minuteOf } from '../../../src/domain/clock.js'
import { type SimulatorHandle, startSimulator } from '../../../src/simulator/simulator.js'
import { installSimulatedTime } from '../../support/simulated-time.js'
import { accountOf } from './account.js'
import { CallCount, LIMIT_FACTOR, LOWER_LIMIT_FACTOR } from './call-count.js'
import { type FaultKind, faultOf, type HourPlan, isFaultKind, kindsAt } from './fault-plan.js'
import type { HourReport } from './hour-report.js'

const START = Date.UTC(2026, 5, 17, 12)
const GAMES = 120
const HIDDEN_GAMES = 3
const MINUTES_OF_30_DAYS = 30 * 1_440
const HIDDEN_SHARE = 0.05
const SLOW_ANSWER_MS = 2_500

const time = installSimulatedTime()
const clock = { now: () => START + time.now(), monotonic: () => time.now() }
const stop = new AbortController().signal

interface FaultyHour extends CompositionRoot {
  readonly simulator: SimulatorHandle
  readonly ids: readonly number[]
}

async function start(folder: string): Promise<FaultyHour> {
  const simulator = await startSimulator({ port: 0, seed: 5, games: GAMES, clock, rateLimits: 'off' })
  const config = readConfig({
    DATABASE_URL: `file:${join(folder, 'headcount.db')}`,
    PLATFORM_URL: `http://localhost:${simulator.port}/{service}`,
    LOG_LEVEL: 'silent',
  })
  const composed = await compose(config, clock)
  const account = await composed.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  const ids = simulator.world.games.map(({ universeId }) => universeId)
  for (const universeId of ids) await time.during(composed.services.games.add(account, { universeId }))
  simulator.settings.rateLimits = LIMIT_FACTOR
  simulator.requests.length = 0
  return { ...composed, simulator, ids }
}

/** Lets the platform fail as the plan says, from the minute on that it is given. */
function letFail({ simulator, ids }: FaultyHour, { seed }: HourPlan, elsewhere: string) {
  const { settings, hidden } = simulator
  const count = new CallCount(clock)
  const lookup = dns.lookup
  let kinds: readonly FaultKind[] = []
  let calls = 0
  Object.assign(dns, {
    lookup: (...given: Parameters<typeof lookup>) => {
      if (!kinds.includes('no DNS')) return lookup(...given)
      const answer = given.at(-1) as unknown as (error: Error) => void
      process.nextTick(answer, Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
    },
  })
  settings.intercept = (request) => {
    const fault = faultOf(request, { kinds, seed, call: calls++, elsewhere })
    count.note(request, fault)
    return fault
  }
  return {
    count,
    begin(chosen: readonly FaultKind[]): void {
      kinds = chosen
      settings.latencyMs = kinds.includes('latency') ? SLOW_ANSWER_MS : 0
      settings.rateLimits = kinds.includes('lower limits') ? LOWER_LIMIT_FACTOR : LIMIT_FACTOR
      count.begin(settings.rateLimits)
      const isHiding = kinds.includes('hidden games')
      settings.gamePlaceholderMinutes = isHiding ? HIDDEN_SHARE * MINUTES_OF_30_DAYS : 0
      hidden.clear()
      if (isHiding) for (const id of ids.slice(0, HIDDEN_GAMES)) hidden.add(id)
    },
  }
}

async function live(plan: HourPlan): Promise<HourReport> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-hour-'))
  const redirected: string[] = []
  const elsewhere = createServer((request, response) => {
    redirected.push(`${request.method} ${request.url}`)
    response.end('{"data":[]}')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const bound = elsewhere.address()
  const hour = await start(folder)
  const faults = letFail(hour, plan, `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`)
  const first = minuteOf(clock.now()) + 1
  const minutes: HourReport['minutes'] = []
  for (let minute = 0; minute < plan.minutes; minute++) {
    await time.until((first + minute) * MINUTE_MS - START)
    const kinds = kindsAt(plan, minute)
    faults.begin(kinds)
    await time.during(hour.services.sampleTick({ stop }))
    await time.during(hour.services.countMarket({ stop }))
    const { platform } = await hour.services.checkHealth()
    minutes.push({ kinds: [...kinds], platform })
  }
  const span = { from: first, until: first + plan.minutes }
  const accounted = await accountOf(hour, span)
  await hour.close()
  await hour.simulator.close()
  elsewhere.close()
  await rm(folder, { recursive: true })
  return { minutes, redirected, ...accounted, ...faults.count.report(hour.simulator.requests, span) }
}

const [seed, minutes, kind] = process.argv.slice(2)
if (seed !== undefined && kind !== undefined) {
  const only = isFaultKind(kind) ? kind : undefined
  process.stdout.write(JSON.stringify(await live({ seed: Number(seed), minutes: Number(minutes), only })))
}
