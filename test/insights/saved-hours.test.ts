// What is computed once an hour of each game is read back after a start, where it would be computed from the same.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MINUTES, minuteOf } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import type { HourlyNumbers } from '../../src/domain/insights/usual/hourly-numbers.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

const NOW = minuteOf(NOON)
const HOURS = 15 * 24

let app: TestHttp
let game: Game
/** What the last start made. */
let current: Pick<TestHttp, 'services' | 'store'>
/** How often the hours of the past were read since the last start. */
let readCount = 0

const pastOf = (factor: number) => (minute: number) => ({
  ccu: factor * (500 + (minute % 1_440)),
  visits: 100_000 + factor * (minute - NOW + HOURS * HOUR_MINUTES),
})

async function writePast(factor: number): Promise<void> {
  const minutes = Array.from({ length: HOURS + 1 }, (_, hour) => NOW - (HOURS - hour) * HOUR_MINUTES)
  await app.write(game.universeId, minutes, pastOf(factor))
}

const answer = async () => {
  const found = await current.services.gamesNow(app.account, { isDetailed: true })
  return found.map(({ usual, accuracy, gains }) => ({ usual, accuracy, gains }))
}

async function restart(): Promise<void> {
  current = await app.restart()
  readCount = 0
  current.services.activity.subscribe((event) => {
    if (event.type === 'cache read' && event.cache === 'hours') readCount++
  })
}

const savedRows = (): Promise<readonly HourlyNumbers[]> => current.store.hourlyNumbers.after(undefined, 100)

beforeEach(async () => {
  app = await startHttpApp()
  current = app
  game = await app.track(0)
  await writePast(1)
})
afterEach(() => app.stop())

describe('the numbers of the hour [INSIGHTS-8]', () => {
  test('are the same after a start, and no past is read for them', async () => {
    const before = await answer()
    expect(before).toMatchObject([{ usual: { kind: 'known' }, accuracy: { hours: expect.any(Number) } }])
    await restart()
    expect((await savedRows()).map(({ kind }) => kind)).toEqual(['usual', 'accuracy', 'gains'])
    expect(await answer()).toEqual(before)
    expect(readCount).toBe(0)
  })

  test('of a game whose usual is not known yet are the same too', async () => {
    const { universeId } = await app.track(1)
    await app.write(universeId, [NOW - 60, NOW - 30, NOW], () => ({ ccu: 5 }))
    const before = await answer()
    expect(before[1]).toMatchObject({ usual: { kind: 'not yet' }, accuracy: null })
    await restart()
    expect(await answer()).toEqual(before)
    expect(readCount).toBe(0)
  })

  test('are computed again after an import that was made while the service did not run', async () => {
    const before = await answer()
    await restart()
    await writePast(3)
    expect(await savedRows()).toEqual([])
    await restart()
    const after = await answer()
    expect(after).not.toEqual(before)
    expect(readCount).toBeGreaterThan(0)
  })

  test('are not those of before an import that comes after the start', async () => {
    await answer()
    await restart()
    // Reads the rows of another game, and with them all.
    const { universeId } = await app.track(1)
    await app.write(universeId, [NOW], () => ({ ccu: 5 }))
    await writePast(3)
    const after = await answer()
    await restart()
    await current.store.hourlyNumbers.removeBefore(2 ** 31 - 1)
    expect(await answer()).toEqual(after)
  })

  test('are computed again where a manager marked a time as expected', async () => {
    await answer()
    const span = { from: NOW - 3 * 1_440, until: NOW - 2 * 1_440 }
    await current.store.expectedSpans.add({ gameId: game.id, ...span, note: '', createdAt: NOON })
    await restart()
    await answer()
    expect(readCount).toBeGreaterThan(0)
  })

  test('are computed again where a stored row is damaged, or of another method', async () => {
    const before = await answer()
    await restart()
    const rows = await savedRows()
    const damaged = rows.map((row) => ({
      ...row,
      data: row.data.map((byte, index) => (index === 3 ? byte ^ 1 : byte)),
    }))
    await current.store.hourlyNumbers.put(damaged.filter(({ kind }) => kind !== 'gains'))
    await current.store.hourlyNumbers.put(
      rows.filter(({ kind }) => kind === 'gains').map((row) => ({ ...row, basis: `0${row.basis}` })),
    )
    expect(await answer()).toEqual(before)
    expect(readCount).toBeGreaterThan(0)
  })

  test('of the hour before serve after a start until those of this hour are there', async () => {
    const before = await answer()
    await restart()
    app.clock.advance(HOUR_MINUTES)
    await app.tick()
    await restart()
    const [during] = await answer()
    expect({ accuracy: during?.accuracy, gains: during?.gains }).toEqual({
      accuracy: before[0]?.accuracy,
      gains: before[0]?.gains,
    })
    // The answer of a minute is kept until its end.
    const inTheNextMinute = async () => {
      app.clock.advance(1)
      return (await answer())[0]?.gains
    }
    await expect.poll(inTheNextMinute).not.toEqual(before[0]?.gains)
    const after = await answer()
    await restart()
    await current.store.hourlyNumbers.removeBefore(2 ** 31 - 1)
    const [fresh] = await answer()
    expect({ accuracy: fresh?.accuracy, gains: fresh?.gains }).toEqual({
      accuracy: after[0]?.accuracy,
      gains: after[0]?.gains,
    })
  })
})
