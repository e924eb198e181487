// What the operator is warned of before it hurts: once for each occurrence, until it is over.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, DAY_MS } from '../../src/domain/clock.js'
import { warningText } from '../../src/messages/english/operator-warnings.js'
import type { DiskForecast } from '../../src/services/operator/disk-forecast.js'
import type { OperatorNotifyResult, OperatorReport } from '../../src/services/operator/inform-operator.js'
import { createOperatorWarnings } from '../../src/services/operator/warnings.js'
import type { PartState } from '../../src/services/reading/check-health.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
let daysLeft: number | undefined
let isMoved: boolean
let backups: { state: 'current' | 'late' | 'failing' | 'damaged'; since: string; detail?: string }
let parts: { poller: PartState; bot: PartState }
let sent: OperatorReport[]
let answer: OperatorNotifyResult

beforeEach(async () => {
  app = await startApp()
  daysLeft = undefined
  isMoved = false
  backups = { state: 'current', since: new Date(NOON).toISOString() }
  parts = { poller: { state: 'running' }, bot: { state: 'ready' } }
  sent = []
  answer = 'informed'
})
afterEach(() => app.stop())

const forecast = (): DiskForecast => ({ databaseBytes: 1, freeBytes: 1, bytesADay: 1, daysLeft })

/** As a process that starts: what it knows is what was kept. */
const start = (settings = app.store.settings) =>
  createOperatorWarnings({
    diskForecast: { read: async () => forecast() },
    backups: { report: async () => backups },
    parts: { poller: () => parts.poller, bot: () => parts.bot },
    openFile: isMoved
      ? { path: 'h.db', isMoved: async () => true, bytes: () => 0, copyInto: () => expect.fail() }
      : undefined,
    clockCheck: app.clockCheck,
    settings,
    clock: app.clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })

const inform = async (report: OperatorReport): Promise<OperatorNotifyResult> => {
  sent.push(report)
  return answer
}
const texts = async () => (await start().current()).map((warning) => warningText(warning, () => 'then'))

describe('the operator is warned', () => {
  it('of each thing that is about to hurt, with what to do [PROCESS-30]', async () => {
    expect(await texts()).toEqual([])
    daysLeft = 6
    backups = { state: 'failing', since: new Date(NOON).toISOString(), detail: 'The copy failed.' }
    parts = { poller: { state: 'overdue', detail: 'No tick.' }, bot: { state: 'failed', detail: 'Wrong token.' } }
    app.clockCheck.compare(600_000)
    expect(await texts()).toEqual([
      'No tick. See the log, or run the doctor on the command line.',
      'The disk of the database is full in 6 days at the growth of the last days. Make room on it.',
      'Backups have failed since then. The copy failed. Check BACKUP_DIR and its disk.',
      "The clocks of this machine and of Roblox differ by 600 seconds: this one is behind. One of them is wrong. Compare this machine's with a third one: if it is wrong, set it and keep it right with NTP (timedatectl set-ntp true); if not, wait for Roblox. Until they agree, nothing is sampled and nothing old is deleted.",
      'The Discord bot is off. Wrong token.',
    ])
  })

  it('of a file that was moved away, with how to save it [PROCESS-30] [PROCESS-56]', async () => {
    isMoved = true
    const [text] = await texts()
    expect(text).toContain('The file of the database, h.db, was moved, replaced or deleted')
    expect(text).toContain('npm run -s cli -- backup COPY')
  })

  it('of copies that have the damage of the database [PROCESS-30] [PROCESS-54]', async () => {
    backups = { state: 'damaged', since: new Date(NOON).toISOString(), detail: 'The copy is damaged.' }
    expect(await texts()).toEqual([
      'The copy is damaged. Older copies are kept meanwhile. Run the doctor on the command line.',
    ])
  })

  it('once for each occurrence, also over a restart, and again after it was over [PROCESS-30]', async () => {
    backups = { state: 'late', since: new Date(NOON).toISOString() }
    const first = start()
    for (let reviews = 0; reviews < 3; reviews++) await first.review(inform)
    await start().review(inform)
    expect(sent).toEqual([{ warning: { kind: 'backups', problem: 'late', since: NOON, detail: '' } }])
    backups = { state: 'current', since: new Date(NOON).toISOString() }
    await start().review(inform)
    backups = { state: 'late', since: new Date(NOON + DAY_MS).toISOString() }
    await start().review(inform)
    expect(sent).toHaveLength(2)
  })

  it('once, also while the database takes no note of it [PROCESS-30]', async () => {
    daysLeft = 1
    let isFull = true
    const set = app.store.settings.set
    const settings = {
      ...app.store.settings,
      set: async (key: string, value: string) => {
        if (isFull) throw new Error('database or disk is full')
        await set(key, value)
      },
    }
    const warnings = start(settings)
    for (let reviews = 0; reviews < 4; reviews++) await expect(warnings.review(inform)).rejects.toThrow('full')
    isFull = false
    await warnings.review(inform)
    await start().review(inform)
    expect(sent).toHaveLength(1)
  })

  it('of a disk from less than 7 days on, until there are 10', async () => {
    const review = async (days: number | undefined): Promise<number> => {
      daysLeft = days
      await start().review(inform)
      return sent.length
    }
    expect(await review(7)).toBe(0)
    expect(await review(6)).toBe(1)
    expect(await review(9)).toBe(1)
    expect(await review(6)).toBe(1)
    expect(await review(10)).toBe(1)
    expect(await review(6)).toBe(2)
    expect(await review(undefined)).toBe(2)
  })

  it('again, more and more rarely, where nobody was reached', async () => {
    daysLeft = 1
    answer = 'failed'
    const warnings = start()
    for (let reviews = 0; reviews < 10; reviews++) await warnings.review(inform)
    expect(sent).toHaveLength(4)
    answer = 'informed'
    for (let reviews = 0; reviews < 20; reviews++) await warnings.review(inform)
    expect(sent).toHaveLength(5)
  })

  it('within a day once somebody can be reached, however long nobody could [PROCESS-30]', async () => {
    daysLeft = 1
    answer = 'off'
    const warnings = start()
    for (let reviews = 0; reviews < 2_100; reviews++) await warnings.review(inform)
    answer = 'informed'
    const before = sent.length
    for (let reviews = 0; reviews < DAY_MINUTES; reviews++) await warnings.review(inform)
    expect(sent).toHaveLength(before + 1)
  })

  it('of missing ticks on the page only, because the poller sends that itself', async () => {
    parts = { poller: { state: 'overdue', detail: 'No tick.' }, bot: { state: 'ready' } }
    await start().review(inform)
    expect(sent).toEqual([])
  })
})
