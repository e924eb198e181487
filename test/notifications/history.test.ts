import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, dayOf } from '../../src/domain/clock.js'
import { historyOf, readWindow } from '../../src/services/notifications/history.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, blockOf, createAccount, facts, NOW, record, sample, samplesOf } from '../store/contract/support.js'
import { START } from './months/simulated.js'

const END = START + 3 * DAY_MINUTES
const MIDDAY = START + 2 * DAY_MINUTES + 613
const RANGE = { start: dayOf(START), end: dayOf(END) }

/** Writes three days before `until` with gaps and missing votes. */
async function openPast(until: number) {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-history-'))
  const store = await openStore(`file:${folder}/headcount.db`, { clock: { now: () => NOW, monotonic: () => NOW } })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  const game = await addGame(store, (await createAccount(store)).id, 5, { createdAt: 0 })
  const minutes = Array.from({ length: END - START }, (_, index) => START + index).filter(
    (minute) => minute < until && minute % 7 !== 3 && (minute < START + 900 || minute > START + 2_400),
  )
  const samples = minutes.map((minute) => sample(5, minute, (minute * 31) % 997, minute % 50 === 0 ? minute : null))
  await store.series.importBlock(blockOf(5, samples))
  for (const minute of [START, MIDDAY - 5, MIDDAY, MIDDAY + 5].filter((minute) => minute < until))
    await record(store, minute, { facts: [facts(5, { updatedAt: minute })] })
  return { store, game, samples }
}

const noUsual = () => Promise.reject(new Error('Nobody asked for the usual.'))

test('history contains nothing after the window that is evaluated', async () => {
  const [then, later] = [await openPast(MIDDAY), await openPast(END)]
  for (const interval of [1, 5, 10]) {
    const [asThen, asLater] = [then, later].map(({ store, game }) =>
      historyOf(store, { game, interval, until: MIDDAY, usual: noUsual }),
    )
    if (asThen === undefined || asLater === undefined) throw new Error('There are two.')
    const answers = async (history: typeof asThen) => [
      samplesOf(await history.samples(5, START + 17, END)),
      await history.days(RANGE),
      await history.peakBefore(MIDDAY),
      await history.peakBefore(START + DAY_MINUTES),
      await history.lastMeasured('ccu', MIDDAY),
      await history.lastMeasured('likes', MIDDAY),
      await history.lastMeasured('ccu', START + 2_400),
      await history.lastMeasured('ccu', START),
      await history.firstMinute(),
      await history.events(0, END),
    ]
    expect(await answers(asLater)).toEqual(await answers(asThen))
  }
})

test('history is read at the interval of the account', async () => {
  const { store, game, samples } = await openPast(END)
  const history = historyOf(store, { game, interval: 10, until: END, usual: noUsual })
  const slots = new Set<number>()
  const firsts = samples.filter(({ minute }) => {
    const slot = Math.floor(minute / 10)
    return !slots.has(slot) && slots.add(slot)
  })
  // In a window that begins within a slot, the second sample of that slot is not its first.
  const from = START + 123
  expect(samplesOf(await history.samples(5, from, END))).toEqual(firsts.filter(({ minute }) => minute >= from))
  expect(await history.peakBefore(END)).toBe(Math.max(...firsts.map(({ ccu }) => ccu)))
  expect(await history.lastMeasured('likes', MIDDAY)).toBe(
    samples.findLast(({ minute, likes }) => minute < MIDDAY && likes !== null)?.minute,
  )
})

test('the minute that was just stored is known without reading the series, just as it is read', async () => {
  const { store, game } = await openPast(END)
  for (const votes of [null, 8]) {
    const minute = END + (votes ?? 0)
    await record(store, minute, { samples: [sample(5, minute, 4, votes)] })
    const latest = (await store.series.latest([5])).get(5)
    const draft = { game, interval: 5, from: minute, until: minute + 1, usual: noUsual }
    const [quick, read] = [await readWindow(store, { ...draft, latest }), await readWindow(store, draft)]
    expect(samplesOf(quick.stored)).toEqual([sample(5, minute, 4, votes)])
    expect([quick.stored, quick.samples]).toEqual([read.stored, read.samples])
  }
})
