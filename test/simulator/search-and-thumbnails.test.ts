// The calls by which people find and recognize a game: search by name, icons and thumbnails.
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ThumbnailState } from '../../src/simulator/options.js'
import { ask, gameAt, idsOf, simulate } from './ask.js'

const thumbnail = z.strictObject({
  targetId: z.int().positive(),
  state: z.string(),
  imageUrl: z.string().nullable(),
  version: z.literal('TN3'),
})
const multiget = z.strictObject({
  data: z.array(z.strictObject({ universeId: z.int(), error: z.null(), thumbnails: z.array(thumbnail) })),
})
const found = z.strictObject({
  searchResults: z.array(
    z.strictObject({
      contentGroupType: z.literal('Game'),
      contents: z.array(
        z.looseObject({
          universeId: z.int(),
          rootPlaceId: z.int(),
          name: z.string(),
          playerCount: z.int(),
          totalUpVotes: z.int(),
          totalDownVotes: z.int(),
          creatorName: z.string(),
          isSponsored: z.boolean(),
        }),
      ),
    }),
  ),
  nextPageToken: z.string(),
})

type Simulator = Awaited<ReturnType<typeof simulate>>

const multigetOf = async (simulator: Simulator, query: string) =>
  multiget.parse((await ask(simulator, `thumbnails/v1/games/multiget/thumbnails?${query}`)).json).data

const searchOf = async (simulator: Simulator, query: string) => {
  const answer = await ask(simulator, `apis/search-api/omni-search?sessionId=s&pageType=all&${query}`)
  const { searchResults, nextPageToken } = found.parse(answer.json)
  const rows = searchResults.flatMap((group) => group.contents)
  return { rows: rows.filter((row) => !row.isSponsored), all: rows, nextPageToken }
}

it('games have thumbnails with pictures of the asked size, as many as asked, unknown games none', async () => {
  const simulator = await simulate()
  const rows = await multigetOf(simulator, `universeIds=${idsOf(simulator)},5&countPerUniverse=3&size=576x324`)
  expect(rows.map((row) => row.universeId)).toEqual(idsOf(simulator))
  expect(Math.max(...rows.map((row) => row.thumbnails.length))).toBe(3)
  const { imageUrl } = rows[0]?.thumbnails[0] ?? {}
  const picture = await fetch(imageUrl ?? '')
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect([picture.headers.get('content-type'), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
    'image/png',
    576,
    324,
  ])
  const one = await multigetOf(simulator, `universeIds=${idsOf(simulator)}`)
  expect(one.every((row) => row.thumbnails.length === 1)).toBe(true)
  const without = await multigetOf(simulator, `universeIds=${idsOf(simulator)}&defaults=false`)
  expect(without.some((row) => row.thumbnails.length === 0)).toBe(true)
})

it('icons and thumbnails without a picture say their state and have no address [PLATFORM-22]', async () => {
  const simulator = await simulate()
  const { universeId } = gameAt(simulator, 0)
  const both = async () => {
    const icon = await ask(simulator, `thumbnails/v1/games/icons?universeIds=${universeId}&size=512x512`)
    const [row] = await multigetOf(simulator, `universeIds=${universeId}`)
    return [thumbnail.parse(icon.json.data[0]), row?.thumbnails[0]]
  }
  const states: ThumbnailState[] = ['Error', 'InReview', 'Pending', 'TemporarilyUnavailable', 'Blocked']
  for (const state of states) {
    simulator.set(universeId, { thumbnail: state })
    for (const row of await both()) {
      expect(row?.state).toBe(state)
      expect(row?.imageUrl ?? '').toBe('')
    }
  }
  simulator.set(universeId, { thumbnail: undefined })
  for (const row of await both()) expect(row?.state).toBe('Completed')
  simulator.hidden.add(universeId)
  for (const row of await both()) expect(row?.state).toBe('Blocked')
})

it('thumbnails reject too many ids, and wrong formats, sizes, ids, policies and shapes', async () => {
  const simulator = await simulate()
  const many = Array.from({ length: 101 }, (_, i) => i + 1)
  for (const [query, code] of [
    [`universeIds=${many}`, 1],
    ['universeIds=1&format=Gif', 2],
    ['universeIds=1&size=150x150', 3],
    ['universeIds=x', 4],
    ['universeIds=1&returnPolicy=None', 8],
    ['universeIds=1&isCircular=perhaps', 10],
  ] as const) {
    const answer = await ask(simulator, `thumbnails/v1/games/multiget/thumbnails?${query}`)
    expect([answer.status, answer.json.errors[0].code]).toEqual([400, code])
  }
})

it('a search finds games by words of their names, the most played first, page after page [PLATFORM-26]', async () => {
  const simulator = await simulate({ games: 800 })
  const first = await searchOf(simulator, 'searchQuery=dragon')
  expect(first.rows).toHaveLength(20)
  expect(first.rows.every((row) => row.name.includes('Dragon'))).toBe(true)
  const counts = first.rows.map((row) => row.playerCount)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const second = await searchOf(simulator, `searchQuery=dragon&pageToken=${first.nextPageToken}`)
  expect(second.nextPageToken).toBe('')
  expect(second.rows.some((row) => first.rows.some(({ universeId }) => universeId === row.universeId))).toBe(false)
  const exact = await searchOf(simulator, 'searchQuery=DRAGON+tyc')
  expect(exact.rows.every((row) => /Dragon Tycoon/.test(row.name))).toBe(true)
})

it('a search has a sponsored row that is no result, and follows names and hidden games', async () => {
  const simulator = await simulate({ games: 300 })
  const { all } = await searchOf(simulator, 'searchQuery=tycoon')
  expect(all.filter((row) => row.isSponsored)).toHaveLength(1)
  const { universeId } = gameAt(simulator, 0)
  simulator.set(universeId, { name: 'Xylophone Party' })
  expect((await searchOf(simulator, 'searchQuery=xylo')).rows.map((row) => row.universeId)).toEqual([universeId])
  simulator.hidden.add(universeId)
  expect((await searchOf(simulator, 'searchQuery=xylo')).rows).toEqual([])
  expect((await searchOf(simulator, 'searchQuery=')).rows).toEqual([])
})

it('a search needs a session and a page token that it gave', async () => {
  const simulator = await simulate()
  expect((await ask(simulator, 'apis/search-api/omni-search?searchQuery=a')).status).toBe(400)
  expect((await ask(simulator, 'apis/search-api/omni-search?sessionId=s&searchQuery=a&pageToken=x')).status).toBe(400)
})

it('charts include those of the contract, sponsored rows among them, and some without any game [PLATFORM-23]', async () => {
  const simulator = await simulate({ games: 3 })
  const rows = async (sortId: string) => {
    const { status, json } = await ask(simulator, `apis/explore-api/v1/get-sort-content?sessionId=s&sortId=${sortId}`)
    expect(status).toBe(200)
    return json.games
  }
  const listed = ['top-playing-now', 'top-trending', 'up-and-coming', 'top-revisited', 'top-earning', 'top-rated']
  for (const sortId of [...listed, 'trending-in-simulation']) {
    const sponsored = (await rows(sortId)).map((row: { isSponsored: boolean }) => row.isSponsored)
    expect(sponsored).toEqual([false, false, true, false])
  }
  expect(await rows('top-paid-access')).toEqual([])
})
