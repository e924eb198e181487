// A process that runs ticks and evaluates until it is killed.
import { once } from 'node:events'
import type { Minute } from '../../src/domain/clock.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import type { Store } from '../../src/domain/ports/store.js'
import { createEvaluateTicks } from '../../src/services/notifications/evaluate-ticks.js'
import { openStore } from '../../src/store/open-store.js'
import { addedValues, addGame, createAccount, NOW, record } from '../store/contract/support.js'

export const FIRST: Minute = 29_000_000
/** So many that the states of a tick are written in parts before its commit. */
const GAMES = 200
const clock = { now: () => NOW, monotonic: () => NOW }

/** Stores a tick with counters that pass many milestones, each game at its own rate, and sometimes decrease. */
export const tickAt = (store: Store, minute: Minute): Promise<void> => {
  const passed = minute - FIRST
  const samples = Array.from({ length: GAMES }, (_, index) => {
    const visits = Math.floor((passed + 1) ** (1 + index / GAMES) * 9) - (passed % 7 === 0 ? 60 : 0)
    const [favorites, likes] = [Math.floor(visits / 3), passed % 5 === index % 5 ? null : Math.floor(visits / 2)]
    return {
      universeId: index + 1,
      minute,
      ccu: passed + index,
      visits,
      favorites,
      likes,
      dislikes: likes,
      ...addedValues(likes),
    }
  })
  return record(store, minute, { samples })
}

export async function openEvaluated(file: string) {
  const store = await openStore(`file:${file}`, { clock })
  if ((await store.accounts.list()).length === 0) {
    const account = await createAccount(store, { plan: 'enterprise' })
    const draft = { channelId: '112233445566778899', createdAt: 0, maxGames: GAMES }
    for (let id = 1; id <= GAMES; id++) await addGame(store, account.id, id, draft)
  }
  const evaluateTicks = createEvaluateTicks({ store, clock, plans: DEFAULT_PLANS })
  const evaluate = (stop = new AbortController().signal) => evaluateTicks({ stop })
  return { store, evaluate, list: () => store.outbox.list({ limit: 100_000 }) }
}

async function evaluateForever(file: string): Promise<void> {
  const { store, evaluate } = await openEvaluated(file)
  for (let minute = ((await store.series.cursor())?.minute ?? FIRST - 1) + 1; ; minute++) {
    await evaluate()
    await tickAt(store, minute)
    process.stdout.write(`${minute}\n`)
  }
}

const [file = '', verb] = process.argv.slice(2)
if (verb === 'evaluate') {
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
  await evaluateForever(file)
}
