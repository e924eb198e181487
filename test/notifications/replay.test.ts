// Sixty simulated days, evaluated twice: the same history gives the same notifications, byte for byte.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, dayOf, type Minute } from '../../src/domain/clock.js'
import { isOnByDefault, ROUTED_KINDS } from '../../src/domain/notifications/settings.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import { type Block, emptyBlock, joinBlocks } from '../../src/domain/sample.js'
import { createEvaluateTicks } from '../../src/services/notifications/evaluate-ticks.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, createAccount, gap, NOW, record } from '../store/contract/support.js'
import { interrupted } from './interrupt.js'
import { CHANNEL, never, START } from './months/simulated.js'

const DAYS = 60
const GAMES = 4
const END = START + DAYS * DAY_MINUTES
const clock = { now: () => NOW, monotonic: () => NOW }
/** The length of the outage that each game has, in minutes. */
const OUTAGE = 200

const outageOf = (id: number): Minute => START + (20 + id) * DAY_MINUTES + 300

/** One day of a game: players with a daily and weekly course, counters that grow with them, and an outage on one day. */
function dayOfGame(id: number, day: number): Block {
  const minutes = Array.from({ length: DAY_MINUTES }, (_, index) => day * DAY_MINUTES + index).filter(
    (minute) => minute < outageOf(id) || minute >= outageOf(id) + OUTAGE,
  )
  const block = emptyBlock(id, minutes.length)
  minutes.forEach((minute, row) => {
    const passed = minute - START
    const wave = Math.sin((passed / DAY_MINUTES) * 2 * Math.PI) + Math.sin((passed / (7 * DAY_MINUTES)) * 2 * Math.PI)
    const visits = passed * id * id
    block.minutes[row] = minute
    block.columns.ccu[row] = Math.round(100 * id + 30 * wave + passed / 5_000)
    block.columns.visits[row] = visits - (passed % 777 === 0 ? 500 * id : 0)
    block.columns.favorites[row] = Math.floor(visits / 50)
    block.columns.likes[row] = passed % 10 === 3 ? Number.NaN : Math.floor(visits / 30)
    block.columns.dislikes[row] = passed % 10 === 3 ? Number.NaN : Math.floor(visits / 300)
  })
  return block
}

async function writePast(file: string): Promise<void> {
  const store = await openStore(`file:${file}`, { clock })
  const account = await createAccount(store, { plan: 'enterprise' })
  for (let id = 1; id <= GAMES; id++) {
    const game = await addGame(store, account.id, id, { channelId: CHANNEL, createdAt: 0 })
    for (const kind of ROUTED_KINDS.filter((kind) => !isOnByDefault(kind)))
      await store.routes.put({ gameId: game.id, kind, channelId: null, enabled: kind === 'status', digest: null })
    const days = Array.from({ length: dayOf(END) - dayOf(START) }, (_, index) => dayOf(START) + index)
    const blocks = days.map((day) => dayOfGame(id, day))
    await store.series.importBlock(joinBlocks(id, blocks))
    await record(store, END, { gaps: [gap(id, outageOf(id), outageOf(id) + OUTAGE)] })
  }
  await store.evaluations.commit({
    after: undefined,
    cursor: START - 1,
    notifications: [],
    events: [],
    states: [],
    createdAt: NOW,
  })
  store.close()
}

/** The notifications as JSON, oldest first; with `pause`, the evaluation is stopped and restarted many times. */
async function evaluated(file: string, pause: boolean): Promise<string> {
  const store = await openStore(`file:${file}`, { clock })
  const evaluateTicks = createEvaluateTicks({ store, clock, plans: DEFAULT_PLANS })
  for (let cut = pause ? 5 : 0; cut > 0; cut--) await interrupted(store, evaluateTicks)
  const { cursor, errors } = await evaluateTicks({ stop: never })
  expect([cursor, errors]).toEqual([END, []])
  const notifications = (await store.outbox.list({ limit: 100_000 })).reverse()
  store.close()
  return JSON.stringify(notifications)
}

test('sixty days of four games are evaluated alike, in one go and with interruptions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-replay-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [one, two] = [join(folder, 'one.db'), join(folder, 'two.db')]
  await writePast(one)
  await copyFile(one, two)
  const whole = await evaluated(one, false)
  expect(await evaluated(two, true)).toBe(whole)
  const notifications: { kind: string; subject: string; gameId: number }[] = JSON.parse(whole)
  const count = (kind: string) => notifications.filter((notification) => notification.kind === kind).length
  // Each game has three once: no data, a change of that message, and the return.
  expect(count('status')).toBe(3 * GAMES)
  // Each milestone above the first value and up to the last one is reported once.
  const rungs = notifications.flatMap(({ kind, subject, gameId }) =>
    kind === 'milestone' ? subject.split(',').map((part) => `${gameId} ${part}`) : [],
  )
  expect(new Set(rungs).size).toBe(rungs.length)
  expect(rungs.filter((rung) => rung.startsWith('4 visits:'))).toHaveLength(13)
  // The peak of each week is less than 2 % above that of the week before, which is too little for a record.
  expect(count('record')).toBeLessThanOrEqual((DAYS - 7) * GAMES)
})
