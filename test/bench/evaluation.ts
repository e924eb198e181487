// What evaluating a tick costs with 500 games, a rule each, while the ticks go on: in CPU time, the ticks' own not counted.

import { join } from 'node:path'
import { DAY_MINUTES, minuteOf } from '../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import { emptyBlock, type Sample } from '../../src/domain/sample.js'
import { createEvaluateTicks } from '../../src/services/notifications/evaluate-ticks.js'
import { openStore } from '../../src/store/open-store.js'
import { addedValues } from '../store/contract/support.js'
import { type Benchmark, inFolder } from './bench.js'
import { quantile } from './measure.js'
import type { Report } from './report.js'
import { TurnClock } from './turn-clock.js'

const NOW = minuteOf(Date.UTC(2026, 5, 17, 12, 34))
const STUDIO = { name: 'Bench', plan: 'enterprise', status: 'active', trialEndsAt: null, formerPlan: null } as const
const FIRST = 5_000_000_000
const RECORD_TICKS = 10
const MAX_TURN_MS = 20

export const benchEvaluation: Benchmark = (report, { quick }) =>
  inFolder((folder) => evaluateIn({ folder, games: quick ? 100 : 500, spacing: 1 }, report), {
    inMemory: true,
  })

/** As many games as the poller asks for in a tick, with an hourly past, because only its hourly means are read. */
export const benchManyRules: Benchmark = (report, { quick }) =>
  inFolder((folder) => evaluateIn({ folder, games: quick ? 900 : 9_000, spacing: 60 }, report), {
    inMemory: true,
  })

interface EvaluatedPast {
  readonly folder: string
  readonly games: number
  /** Minutes between two samples of the past. */
  readonly spacing: number
}

async function evaluateIn({ folder, games, spacing }: EvaluatedPast, report: Report): Promise<void> {
  let now = NOW
  const clock = { now: () => now * 60_000, monotonic: () => now * 60_000 }
  const store = await openStore(`file:${join(folder, 'evaluated.db')}`, { clock })
  const account = await store.accounts.create({ ...STUDIO, createdAt: 0 })
  for (let index = 0; index < games; index++) {
    const universe = {
      id: FIRST + index,
      name: `Game ${index}`,
      rootPlaceId: 1,
      updatedAt: 1,
      condition: 'shown' as const,
    }
    const draft = { accountId: account.id, universe, channelId: '112233445566778899', createdAt: 0, maxGames: games }
    const added = await store.games.add(draft)
    if (added.outcome === 'full') throw new Error('There is no room for the games of the bench.')
    const gameId = added.game.id
    const digest = { every: 'day', weekday: 1, at: 9 * 60, timeZone: 'Europe/Berlin' } as const
    for (const kind of ['alert', 'report_card', 'digest', 'status'] as const)
      await store.routes.put({
        gameId,
        kind,
        channelId: null,
        enabled: true,
        digest: kind === 'digest' ? digest : null,
      })
    await store.rules.add({ ...DEFAULT_RULE, gameId, createdAt: 0 })
    await writePast(store, universe.id, { spacing })
  }
  const evaluateTicks = createEvaluateTicks({ store, clock, plans: DEFAULT_PLANS })
  const turns = new TurnClock()
  const longestTurns: number[] = []
  /** The turns are measured in ticks of their own, because measuring them takes processor time. */
  const tick = async (factor: number, areTurnsMeasured = false): Promise<number> => {
    now++
    const samples = Array.from({ length: games }, (_, index) => sampleAt(FIRST + index, now, factor))
    await store.series.recordTick({
      minute: now,
      samples,
      gaps: [],
      facts: [],
      schedules: [],
      cursor: { minute: now, clockWasWrong: false },
    })
    const before = process.cpuUsage()
    if (areTurnsMeasured) turns.start()
    const { errors } = await evaluateTicks({ stop: new AbortController().signal })
    if (areTurnsMeasured) longestTurns.push(turns.stop())
    for (const error of errors) throw error
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  const ticks = async (count: number, factor: number): Promise<number[]> => {
    const costs: number[] = []
    for (let done = 0; done < count; done++) costs.push(await tick(factor))
    return costs
  }
  const first = await ticks(1, 1)
  await ticks(10, 1)
  const usual = await ticks(60, 1)
  const down = await ticks(30, 0.3)
  // Every game breaks its record in each tick, so a state of each is written.
  for (let rise = 1; rise <= RECORD_TICKS; rise++) await tick(1 + rise, true)
  store.close()
  report.add({
    figure: `evaluating a tick of ${games} games, a rule each: CPU, p50`,
    value: quantile(usual, 0.5),
    unit: 'ms',
  })
  report.add({ figure: 'the same, p95', value: quantile(usual, 0.95), unit: 'ms' })
  report.add({ figure: 'the same right after the start', value: first[0] ?? Number.NaN, unit: 'ms' })
  report.add({ figure: 'the same while the whole platform is down', value: quantile(down, 0.5), unit: 'ms' })
  report.add({
    figure: 'longest turn of the event loop while every game breaks its record, p50 of ticks',
    value: quantile(longestTurns, 0.5),
    unit: 'ms',
    goal: MAX_TURN_MS,
  })
  report.add({
    figure: 'the same in the longest of them',
    value: Math.max(...longestTurns),
    unit: 'ms',
    goal: MAX_TURN_MS,
  })
  report.add({ figure: 'resident memory after it', value: process.memoryUsage.rss() / 2 ** 20, unit: 'MiB' })
}

const sampleAt = (universeId: number, minute: number, factor: number): Sample => {
  const ccu = Math.round(
    factor * (1_000 + (universeId % 97) * 10 + 400 * Math.sin((minute / DAY_MINUTES) * 2 * Math.PI)),
  )
  return {
    universeId,
    minute,
    ccu,
    visits: minute * 50,
    favorites: minute,
    likes: minute,
    dislikes: 1_000,
    ...addedValues(null),
  }
}

interface PastOptions {
  readonly days?: number
  readonly spacing?: number
}

async function writePast(
  store: Awaited<ReturnType<typeof openStore>>,
  universeId: number,
  { days = 8, spacing = 1 }: PastOptions = {},
): Promise<void> {
  const from = Math.floor((NOW - days * DAY_MINUTES) / DAY_MINUTES) * DAY_MINUTES
  for (let start = from; start <= NOW; start += DAY_MINUTES) {
    const length = Math.ceil(Math.min(DAY_MINUTES, NOW + 1 - start) / spacing)
    const block = emptyBlock(universeId, length)
    for (let row = 0; row < length; row++) {
      const sample = sampleAt(universeId, start + row * spacing, 1)
      block.minutes[row] = sample.minute
      for (const name of MEASURE_NAMES) block.columns[name][row] = sample[name] ?? Number.NaN
    }
    await store.series.importBlock(block)
  }
}
