// When the store is read as a whole, and what is kept of what was found.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { composeOperating } from '../../src/compose.js'
import { DAY_MINUTES, MINUTE_MS, WEEK_MINUTES } from '../../src/domain/clock.js'
import type { LostSamples } from '../../src/domain/reasons/database-damage.js'
import { damageText } from '../../src/messages/english/doctor.js'
import { doctorTexts } from '../../src/messages/error-text.js'
import { checkSeries, type SeriesFindings } from '../../src/services/operator/doctor/findings.js'
import { createVerifyStore } from '../../src/services/operator/verify-store.js'
import { blockOf, sample } from '../store/contract/support.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { breakPages, flipBit, flipTickBit, pagesOf } from '../support/store/damage-file.js'

const DAY_MS = DAY_MINUTES * MINUTE_MS
function wordedSeries(findings: SeriesFindings) {
  const finding = checkSeries(findings)
  return { state: finding.state, ...doctorTexts.finding(finding) }
}

const WEEK = (Math.floor(NOON / MINUTE_MS / WEEK_MINUTES) - 2) * WEEK_MINUTES
const never = new AbortController().signal
let app: TestApp

beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.stop())

/** The doctor through the running service. */
async function examine() {
  const { operating, close } = composeOperating(app.config, { clock: app.clock, store: app.store })
  try {
    return await operating.examine()
  } finally {
    await close()
  }
}

it('damage that the doctor finds is in health at once [PROCESS-58]', async () => {
  const account = await app.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  await app.services.games.add(account, { universeId: app.simulator.world.games[0]?.universeId ?? 0 })
  await app.ticks(3)
  const health = async () => (await app.services.checkHealth()).integrity
  await examine()
  expect(await health()).toEqual({ state: 'unknown' })
  await app.services.verification.run(never)
  expect(await health()).toMatchObject({ state: 'sound' })
  flipTickBit(app.databaseFile)
  app.clock.advance(1)
  expect((await examine()).checks.find(({ name }) => name === 'series')).toMatchObject({ state: 'wrong' })
  expect(await health()).toMatchObject({ state: 'damaged', since: new Date(app.clock.now()).toISOString() })
  expect((await app.services.measureProcess.state()).integrity).toMatchObject({ state: 'damaged' })
})

/** As a process that starts: what it knows is what was kept. */
const start = (lost: readonly LostSamples[] = []) =>
  createVerifyStore({
    ...app,
    upkeep: {
      verify: async () => ({ weeks: 1, fileDamage: null, lost }),
      makeCopy: () => expect.fail(),
      makeCopyOf: () => expect.fail(),
      copyInto: () => expect.fail(),
      restore: () => expect.fail(),
      inspect: () => expect.fail(),
      freeBytes: () => expect.fail(),
    },
  })

describe('the store is verified', () => {
  it('at the first start, and a day after it was verified, whatever stops lie between', async () => {
    const first = start()
    expect(await first.begin()).toBe(0)
    await first.run(never)
    app.clock.advance(600)
    await first.end()
    app.clock.advance(60)
    expect(await start().begin()).toBe(DAY_MS - 660 * MINUTE_MS)
  })

  it('soon after a stop that was not clean, also where a clean one came before it was', async () => {
    const first = start()
    await first.begin()
    await first.run(never)
    // Killed: nothing is noted.
    const second = start()
    expect(await second.begin()).toBe(0)
    await second.end()
    const third = start()
    expect(await third.begin()).toBe(0)
    await third.run(never)
    await third.end()
    expect(await start().begin()).toBe(DAY_MS)
  })

  it('once where the clock was set back, and not never where it stands still between starts', async () => {
    const first = start()
    await first.begin()
    await first.run(never)
    await first.end()
    app.clock.set(NOON - 30 * DAY_MS)
    const second = start()
    expect(await second.begin()).toBe(0)
    await second.run(never)
    await second.end()
    // Each start finds the same time of day, after half a day of running.
    const waits: number[] = []
    for (let runs = 0; runs < 3; runs++) {
      const next = start()
      app.clock.set(NOON - 30 * DAY_MS)
      waits.push(await next.begin())
      app.clock.advance(DAY_MINUTES / 2)
      await next.end()
    }
    expect(waits).toEqual([DAY_MS, DAY_MS / 2, 0])
  })

  it('and what was kept of it before in another shape counts as nothing', async () => {
    for (const key of ['verification.result', 'verification.state']) await app.store.settings.set(key, '{"at": "now"')
    expect(await start().last()).toBeUndefined()
    expect(await start().begin()).toBe(0)
  })
})

const lostWeeks = (count: number): LostSamples[] =>
  Array.from({ length: count }, (_, week) => ({
    what: 'samples' as const,
    universeId: null,
    from: WEEK + week * WEEK_MINUTES,
    until: WEEK + (week + 1) * WEEK_MINUTES,
    samples: 1,
  }))

describe('a verification', () => {
  const write = async (): Promise<void> => {
    const rows = Array.from({ length: 2 * 1_008 }, (_, row) => sample(5, WEEK + row * 10, (row * row * 7_919) % 10_007))
    await app.store.series.importBlock(blockOf(5, rows))
  }

  it('of a whole store finds nothing', async () => {
    await write()
    const found = await app.services.verification.run(never)
    expect(found).toMatchObject({ at: NOON, weeks: 2, fileDamage: null, lostWeeks: 0, lost: [] })
    expect(await app.services.verification.last()).toEqual(found)
    const size = await app.store.series.size()
    expect(wordedSeries({ lost: [], size, verified: found })).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('Last verified 2026-06-17T12:00:00.000Z: nothing damaged.'),
    })
  })

  it('finds a damaged week, keeps it for the doctor, and makes it known to who asks next', async () => {
    await write()
    flipBit({ file: app.databaseFile, universeId: 5, minute: WEEK + WEEK_MINUTES })
    const found = await app.services.verification.run(never)
    expect(found).toMatchObject({ lostWeeks: 1, lost: [{ universeId: 5, samples: 1_008 }] })
    const text = '1 week of a universe damaged: universe 5, 2026-06-04 to 2026-06-10 (1008).'
    expect(damageText(found)).toBe(text)
    expect(wordedSeries({ lost: undefined, size: undefined, verified: found })).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining(`Last verified 2026-06-17T12:00:00.000Z: ${text}`),
      advice: expect.stringContaining('import these days again'),
    })
  })

  it('that found damage which was repaired since is no longer a worry of the doctor', async () => {
    await write()
    flipBit({ file: app.databaseFile, universeId: 5, minute: WEEK })
    const verified = await app.services.verification.run(never)
    await write()
    const finding = wordedSeries({
      lost: await app.store.series.findDamage(),
      size: await app.store.series.size(),
      verified,
    })
    expect(finding).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/1 week .* All of it can be read now\.$/),
    })
  })

  it('finds a broken page of the file', async () => {
    await write()
    const [, , page = 0] = pagesOf(app.databaseFile, 'segment')
    await breakPages(app.databaseFile, [page])
    const found = await app.services.verification.run(never)
    expect(found.fileDamage).not.toBeNull()
    expect(found.lostWeeks).toBe(1)
    expect(wordedSeries({ lost: found.lost, size: undefined, verified: found, isFileBroken: true })).toMatchObject({
      state: 'wrong',
      advice: expect.stringMatching(/^Stop the service and restore a backup/),
    })
  })

  it('keeps the first hundred weeks of many, and says how many there are', async () => {
    const lost = lostWeeks(250)
    const found = await start(lost).run(never)
    expect([found.lost.length, found.lostWeeks]).toEqual([100, 250])
    expect(damageText(found)).toMatch(/^250 weeks of a universe damaged: .*; and 230 more\.$/)
  })

  it('of many lost weeks still says how many, after the doctor found damage of the file [PROCESS-58]', async () => {
    const lost = lostWeeks(250)
    await start(lost).run(never)
    await start().noteDamage({ fileDamage: 'A page is damaged.' })
    expect(await start().last()).toMatchObject({ fileDamage: 'A page is damaged.', lostWeeks: 250 })
  })

  it('ends on the signal, and keeps nothing of it', async () => {
    await write()
    const stopping = new AbortController()
    const running = app.services.verification.run(stopping.signal)
    stopping.abort()
    await expect(running).rejects.toThrow('aborted')
    expect(await app.services.verification.last()).toBeUndefined()
  })
})
