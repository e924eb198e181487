// The ranking of a page: searched, sorted, in pages, with the recent past of each game.
import { afterEach, expect, test } from 'vitest'
import { DAY_MINUTES, minuteOf, WEEK_MINUTES } from '../../src/domain/clock.js'
import type { RankingQuery } from '../../src/services/reading/ranking/show-ranking.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

const NOW = minuteOf(NOON)
const WISH: RankingQuery = { by: 'ccu', find: '', sort: 'rank', reversed: false, page: 1 }

let app: TestHttp
afterEach(() => app.stop())

/** Tracks the games with these indexes, each with these players at these minutes ago. */
async function games(players: readonly (Readonly<Record<number, number>> & { readonly [ago: number]: number })[]) {
  const ids: number[] = []
  for (const [index, values] of players.entries()) {
    const { universeId } = await app.track(index)
    ids.push(universeId)
    for (const [ago, ccu] of Object.entries(values))
      await app.write(universeId, [NOW - Number(ago)], {
        ccu,
        visits: 1_000_000 - Number(ago),
        likes: ccu,
        dislikes: 100,
      })
  }
  return ids
}

const show = (wish: Partial<RankingQuery> = {}) => app.services.showRanking.ofAccount(app.account, { ...WISH, ...wish })

test('each game has its place, the day before and the week before beside it', async () => {
  app = await startHttpApp()
  const ids = await games([
    { 0: 300, [DAY_MINUTES]: 200, [WEEK_MINUTES]: 600 },
    { 0: 250, [DAY_MINUTES + 20]: 250, [WEEK_MINUTES - 61]: 1 },
  ])
  const { rows, all, asOf } = await show()
  expect({ all, asOf }).toEqual({ all: 2, asOf: NOON })
  expect(
    rows.map(({ game, rank, previousRank, dayChange, weekChange, likeRatio }) => [
      game.universeId,
      rank,
      previousRank,
      dayChange,
      weekChange,
      likeRatio,
    ]),
  ).toEqual([
    [ids[0], 1, 2, 0.5, -0.5, 0.75],
    // A sample that is more than an hour away does not count as the value of a week ago.
    [ids[1], 2, 1, 0, null, 250 / 350],
  ])
  const byVisits = await show({ by: 'visits' })
  expect(byVisits.rows[0]).toMatchObject({ dayChange: DAY_MINUTES, weekChange: WEEK_MINUTES })
})

test('the line of 24 hours holds the mean of each half hour, and nothing where nothing was measured', async () => {
  app = await startHttpApp()
  const { universeId } = await app.track(0)
  for (const [ago, ccu] of [
    [0, 10],
    [1, 20],
    [29, 30],
    [30, 7],
    [DAY_MINUTES - 1, 5],
    [DAY_MINUTES, 1_000],
  ] as const)
    await app.write(universeId, [NOW - ago], { ccu })
  const { line } = (await show()).rows[0] ?? {}
  expect(line).toHaveLength(48)
  expect([line?.at(-1), line?.at(-2), line?.[0]]).toEqual([20, 7, 5])
  expect(line?.filter((value) => value !== null)).toHaveLength(3)
})

test('games are found by part of a name, keep their places, and are sorted with what is unknown last', async () => {
  app = await startHttpApp()
  const ids = await games([
    { 0: 300, [DAY_MINUTES]: 400, [WEEK_MINUTES]: 100 },
    { 0: 200, [DAY_MINUTES]: 100, [WEEK_MINUTES]: 800 },
    { 0: 100 },
  ])
  const order = async (wish: Partial<RankingQuery>) =>
    (await show(wish)).rows.map(({ game }) => ids.indexOf(game.universeId))
  expect(await order({})).toEqual([0, 1, 2])
  expect(await order({ reversed: true })).toEqual([2, 1, 0])
  expect(await order({ sort: 'day' })).toEqual([1, 0, 2])
  expect(await order({ sort: 'day', reversed: true })).toEqual([0, 1, 2])
  expect(await order({ sort: 'week' })).toEqual([0, 1, 2])
  expect(await order({ sort: 'likes', reversed: true })).toEqual([2, 1, 0])
  const names = (await show()).rows.map(({ game }) => game.name)
  expect((await show({ sort: 'name' })).rows.map(({ game }) => game.name)).toEqual(
    [...names].sort(new Intl.Collator('en', { numeric: true }).compare),
  )
  const found = await show({ find: ` ${(names[2] ?? '').slice(2).toUpperCase()} ` })
  expect(found).toMatchObject({ found: 1, all: 3, rows: [{ rank: 3, game: { universeId: ids[2] } }] })
})

test('a page holds 50, and one that is not there is the last', async () => {
  app = await startHttpApp({ simulator: { games: 60 } })
  for (let index = 0; index < 51; index++) await app.track(index)
  expect(await show()).toMatchObject({ page: 1, pages: 2, rows: { length: 50 } })
  expect(await show({ page: 9 })).toMatchObject({ page: 2, pages: 2, rows: { length: 1 } })
  expect(await show({ find: 'no such game' })).toMatchObject({ page: 1, pages: 1, found: 0, rows: [] })
})

test('what was read is kept for some minutes, and no longer', async () => {
  app = await startHttpApp()
  const { universeId } = await app.track(0)
  await app.write(universeId, [NOW - 3], { ccu: 5 })
  expect((await show()).rows[0]?.line.at(-1)).toBe(5)
  app.clock.advance(15)
  await app.write(universeId, [NOW + 15], { ccu: 7 })
  const [row] = (await show()).rows
  expect(row?.latest?.ccu).toBe(7)
  expect(row?.line.at(-1)).toBe(6)
})
