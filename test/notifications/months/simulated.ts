// Runs ticks with readings that a test gives for each minute, evaluates them, and returns the notifications.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Minute } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import type { GapReason } from '../../../src/domain/gap.js'
import type { RoutedKind } from '../../../src/domain/notifications/settings.js'
import { DEFAULT_PLANS, type PlanName } from '../../../src/domain/plan.js'
import type { Store } from '../../../src/domain/ports/store.js'
import type { Measurements, Sample } from '../../../src/domain/sample.js'
import type { MarketMode } from '../../../src/services/insights/count-market.js'
import { createEvaluateTicks } from '../../../src/services/notifications/evaluate-ticks.js'
import { openStore } from '../../../src/store/open-store.js'
import { addedValues, addGame, createAccount, record } from '../../store/contract/support.js'
import { newDatabase } from '../../support/store/new-database.js'

/** Midnight in UTC of a Wednesday. */
export const START: Minute = Date.UTC(2026, 5, 17) / 60_000
export const CHANNEL = '112233445566778899'

/** The values that the platform shows for a universe at a minute, or why it shows none. */
export type SimulatedReading = Partial<Measurements> | GapReason

export interface NotificationFixture {
  readonly store: Store
  readonly game: Game
  /** Runs one tick for the scene's universe, or for several. */
  tick(minute: Minute, shown: SimulatedReading | ReadonlyMap<number, SimulatedReading>): Promise<void>
  /** Evaluates what was stored and returns `kind subject` of each notification, oldest first. */
  evaluate(): Promise<string[]>
  /** The facts of the notifications, oldest first. */
  facts(): Promise<unknown[]>
  switchOn(kind: RoutedKind): Promise<void>
}

const ORDINARY: Measurements = { ccu: 50, visits: 10, favorites: 10, likes: 10, dislikes: 1, ...addedValues(10) }

export const never = new AbortController().signal

export async function openScene({
  plan = 'enterprise',
  channelId = CHANNEL,
  market = 'off',
}: {
  readonly plan?: PlanName
  readonly channelId?: string | null
  readonly market?: MarketMode
} = {}): Promise<NotificationFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-notices-'))
  const clock = { now: () => START * 60_000, monotonic: () => START * 60_000 }
  await newDatabase(`${folder}/headcount.db`)
  const store = await openStore(`file:${folder}/headcount.db`, { clock })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  const account = await createAccount(store, { plan })
  const game = await addGame(store, account.id, 5, { channelId, createdAt: 0 })
  const evaluateTicks = createEvaluateTicks({ store, clock, plans: DEFAULT_PLANS, market })
  const list = async () => (await store.outbox.list({ limit: 1_000 })).reverse()
  return {
    store,
    game,
    tick: (minute, shown) =>
      record(store, minute, tickOf(minute, shown instanceof Map ? shown : new Map([[5, shown]]))),
    evaluate: async () => {
      const { errors } = await evaluateTicks({ stop: never })
      for (const error of errors) throw error
      return (await list()).map(({ kind, subject }) => `${kind} ${subject}`)
    },
    facts: async () => (await list()).map(({ facts }) => facts),
    switchOn: (kind) => store.routes.put({ gameId: game.id, kind, channelId: null, enabled: true, digest: null }),
  }
}

function tickOf(minute: Minute, shown: ReadonlyMap<number, SimulatedReading>) {
  const samples: Sample[] = []
  const gaps: { universeId: number; from: Minute; until: Minute; reason: GapReason }[] = []
  for (const [universeId, what] of shown) {
    if (typeof what === 'string') gaps.push({ universeId, from: minute, until: minute + 1, reason: what })
    else samples.push({ universeId, minute, ...ORDINARY, ...what })
  }
  return { samples, gaps, schedules: [] }
}
