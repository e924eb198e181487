// The watchdog measures missing ticks with the monotonic clock, and reports them once.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MINUTES, MINUTE_MS, minuteOf } from '../../src/domain/clock.js'
import type { OperatorNotifyResult, OverdueReport } from '../../src/services/operator/inform-operator.js'
import { samplesOf, track } from '../sampling/series.js'
import { rejectTicks } from '../support/rejections.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { gate, openPoller, type TestPoller } from './support.js'

const SOON = { timeout: 60_000 }
let app: TestApp
let id: number
let opened: TestPoller[]
let reports: OverdueReport[]

beforeEach(async () => {
  app = await startApp()
  id = (await track(app))[0] ?? 0
  opened = []
  reports = []
})
afterEach(async () => {
  await Promise.all(opened.map(({ poller }) => poller.stop()))
  await app.stop()
})

function open({
  informed = () => 'informed',
  ...options
}: Parameters<typeof openPoller>[1] & { readonly informed?: () => OperatorNotifyResult } = {}): TestPoller {
  const informOperator = async (report: OverdueReport): Promise<OperatorNotifyResult> => {
    reports.push(report)
    return informed()
  }
  const poller = openPoller(app, { ...options, informOperator })
  opened.push(poller)
  return poller
}

const linesOf = ({ lines }: TestPoller, text: string) => lines.filter(({ message }) => message.startsWith(text))
const overdue = (poller: TestPoller) => linesOf(poller, 'Sampling is overdue')
const recovered = (poller: TestPoller) => linesOf(poller, 'Sampling is no longer overdue')
const count = async (): Promise<number> => (await samplesOf(app, id)).length

it('a tick that hangs is overdue after three further ones, whatever the wall clock says', async () => {
  const hanging = gate()
  const test = open({ around: (tick) => hanging.passed.then(tick) })
  app.clock.advance(1)
  await expect.poll(test.ticks, SOON).toBe(1)
  app.clock.advance(3)
  expect(test.poller.state().state).toBe('waiting')
  app.clock.set(NOON - 60 * MINUTE_MS)
  expect(test.poller.state().state).toBe('waiting')
  app.clock.advance(1)
  expect(test.poller.state()).toEqual({
    state: 'overdue',
    since: '2026-06-17T10:56:00.000Z',
    detail:
      'No tick has been stored in the 5 minutes since the start. The tick of 2026-06-17T12:01:00.000Z is still running.',
  })
  await expect
    .poll(() => reports, SOON)
    .toMatchObject([{ until: null, detail: expect.stringContaining('still running') }])
  expect(overdue(test)).toMatchObject([{ level: 'error' }])
  hanging.open()
  await expect.poll(() => recovered(test), SOON).toMatchObject([{ level: 'info' }])
  expect(test.poller.state().state).toBe('running')
})

it('ticks that cannot be stored are overdue, reported once however long it lasts, and again the next time', async () => {
  const test = open()
  app.clock.advance(1)
  await expect.poll(count, SOON).toBe(1)
  for (const incident of [1, 2]) {
    const accept = rejectTicks(app)
    for (let minute = 0; minute < 6; minute++) {
      const before = test.ticks()
      app.clock.advance(1)
      await expect.poll(test.ticks, SOON).toBe(before + 1)
    }
    await expect.poll(() => reports.length, SOON).toBe(incident)
    const state = {
      state: 'overdue',
      detail: expect.stringContaining('The last tick could not be stored; the log says why.'),
    }
    await expect.poll(test.poller.state, SOON).toMatchObject(state)
    accept()
    app.clock.advance(1)
    await expect.poll(() => recovered(test).length, SOON).toBe(incident)
    expect(overdue(test)).toHaveLength(incident)
  }
})

it('ticks whose minute is unknown are overdue, because nothing is written of them', async () => {
  const cursor = { minute: minuteOf(NOON), clockWasWrong: false }
  await app.store.series.recordTick({ minute: cursor.minute, samples: [], gaps: [], facts: [], schedules: [], cursor })
  app.clock.set(NOON + 3 * DAY_MINUTES * MINUTE_MS)
  await app.restart()
  app.simulator.settings.intercept = () => ({ status: 500, body: '' })
  const test = open()
  for (let minute = 0; minute < 5; minute++) {
    const before = test.ticks()
    app.clock.advance(1)
    await expect.poll(test.ticks, SOON).toBe(before + 1)
  }
  const state = { state: 'overdue', detail: expect.stringContaining('by this clock it is far from the one before') }
  await expect.poll(test.poller.state, SOON).toMatchObject(state)
  expect(linesOf(test, 'A tick was stored')).toEqual([])
  app.simulator.settings.intercept = undefined
  app.clock.advance(1)
  await expect.poll(() => recovered(test).length, SOON).toBe(1)
})

it('the intervals are those of the expression', async () => {
  const hanging = gate()
  const test = open({ expression: '*/5 * * * *', around: (tick) => hanging.passed.then(tick) })
  app.clock.advance(19)
  expect(test.poller.state().state).toBe('waiting')
  app.clock.advance(1.1)
  expect(test.poller.state().state).toBe('overdue')
  hanging.open()
})

it('ticks that are rarer than the watchdog looks ahead are not overdue', async () => {
  const test = open({ expression: '0 0 29 2 *' })
  app.clock.advance(600_000)
  expect(test.poller.state().state).toBe('waiting')
})

it('a restart in the same incident does not report it again; after it has passed, the next one is reported', async () => {
  const accept = rejectTicks(app)
  const first = open()
  app.clock.advance(5)
  await expect.poll(() => reports.length, SOON).toBe(1)
  await expect.poll(() => app.store.settings.get('poller.overdue_informed_at'), SOON).not.toBe(undefined)
  await first.poller.stop()
  const second = open()
  app.clock.advance(5)
  await expect.poll(() => overdue(second).length, SOON).toBe(1)
  accept()
  app.clock.advance(1)
  await expect.poll(() => recovered(second).length, SOON).toBe(1)
  expect(reports).toHaveLength(1)
  await expect.poll(() => app.store.settings.get('poller.overdue_informed_at'), SOON).toBe('')
  rejectTicks(app)
  app.clock.advance(5)
  await expect.poll(() => reports.length, SOON).toBe(2)
})

it('who cannot be reached yet is notified later, also when it is over by then', async () => {
  const hanging = gate()
  let isReachable = false
  const test = open({
    around: (tick) => hanging.passed.then(tick),
    informed: () => (isReachable ? 'informed' : 'failed'),
  })
  app.clock.advance(5)
  await expect.poll(() => reports.length, SOON).toBeGreaterThan(0)
  expect(reports[0]).toMatchObject({ until: null })
  await expect.poll(() => linesOf(test, 'The operator could not be informed yet'), SOON).toHaveLength(1)
  hanging.open()
  await expect.poll(() => recovered(test).length, SOON).toBe(1)
  isReachable = true
  await expect.poll(() => reports.at(-1)?.until, SOON).toBe(app.clock.now())
  expect(minuteOf(reports.at(-1)?.since ?? 0)).toBe(minuteOf(NOON))
})
