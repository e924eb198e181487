// Audio, pictures and charts.
import { describe, expect, it } from 'vitest'
import {
  assetDetailsRow,
  assetEconomy,
  audioSearchAnswer,
  audioSearchRow,
  favoritesCount,
  marketplaceRow,
} from '../../src/platform/schemas/audio.js'
import { chartContentAnswer, chartRow, chartSort, chartSortsAnswer } from '../../src/platform/schemas/charts.js'
import { codedErrorBody, fieldErrorBody } from '../../src/platform/schemas/errors.js'
import { listAnswer, pageAnswer, thumbnailRow } from '../../src/platform/schemas/wire.js'
import type { SimulatorHandle } from '../../src/simulator/simulator.js'
import { ask, gameAt, idsOf, send, simulate } from './ask.js'

const search = async (simulator: SimulatorHandle, more: object) =>
  send(simulator, 'apis/toolbox-service/v2/assets:search', {
    searchCategoryType: 'Audio',
    includeOnlyVerifiedCreators: false,
    ...more,
  })

const found = async (simulator: SimulatorHandle, more: object) => {
  const answer = audioSearchAnswer.parse((await search(simulator, more)).json)
  return { ...answer, assets: answer.creatorStoreAssets.map((row) => audioSearchRow.parse(row)) }
}

describe('the audio search', () => {
  it('finds what carries the words, page after page', async () => {
    const simulator = await simulate()
    const first = await found(simulator, { query: 'sad piano', maxPageSize: 5, pageNumber: 0 })
    expect(first.assets).toHaveLength(5)
    expect(first.assets.every(({ asset }) => asset.name.startsWith('Sad Piano'))).toBe(true)
    const second = await found(simulator, { query: 'sad piano', maxPageSize: 5, pageToken: first.nextPageToken })
    expect(second.assets[0]?.asset.id).not.toBe(first.assets[0]?.asset.id)
    const all = await found(simulator, { query: 'sad piano', maxPageSize: 100 })
    expect([all.assets.length, all.nextPageToken]).toEqual([all.totalResults, null])
    expect((await found(simulator, { query: 'xylophone' })).assets).toEqual([])
  })

  it('keeps to the kinds asked for', async () => {
    const simulator = await simulate()
    const { json } = await search(simulator, { query: 'piano', audioSearchFilters: { audioTypes: ['SoundEffect'] } })
    expect(json.creatorStoreAssets.every((row: { asset: object }) => 'category' in row.asset)).toBe(true)
  })

  it('rejects what it cannot read', async () => {
    const simulator = await simulate()
    for (const more of [{ maxPageSize: 101 }, { pageToken: '0', pageNumber: 0 }, { searchCategoryType: 'Model' }]) {
      const { status, json } = await search(simulator, more)
      expect([status, codedErrorBody.parse(json).code]).toEqual([400, 'INVALID_ARGUMENT'])
    }
  })

  it('has an older sister: ids first, details after', async () => {
    const simulator = await simulate()
    const market = await ask(simulator, 'apis/toolbox-service/v1/marketplace/3?keyword=piano&limit=30')
    const ids = pageAnswer.parse(market.json).data.map((row) => marketplaceRow.parse(row).id)
    expect(ids).toHaveLength(30)
    const details = await ask(simulator, `apis/toolbox-service/v1/items/details?assetIds=${ids}`)
    const rows = listAnswer.parse(details.json).data.map((row) => assetDetailsRow.parse(row))
    expect(rows.map(({ asset }) => asset.id)).toEqual(ids)
    const unknown = await ask(simulator, `apis/toolbox-service/v1/items/details?assetIds=5,${ids[0]}`)
    expect(unknown.json.data).toHaveLength(1)
  })

  it('leads to the shop and the favorites of each asset', async () => {
    const simulator = await simulate()
    const id = (await found(simulator, { query: 'guitar' })).assets[0]?.asset.id
    const economy = assetEconomy.parse((await ask(simulator, `economy/v2/assets/${id}/details`)).json)
    expect(economy).toMatchObject({ AssetId: id, AssetTypeId: 3 })
    const favorites = await ask(simulator, `catalog/v1/favorites/assets/${id}/count`)
    expect(favoritesCount.parse(favorites.json)).toBeGreaterThanOrEqual(0)
    expect((await ask(simulator, 'economy/v2/assets/5/details')).status).toBe(400)
  })
})

describe('thumbnails', () => {
  it('have an address for what is known, and the address has a picture', async () => {
    const simulator = await simulate()
    const asset = (await found(simulator, { query: 'guitar' })).assets[0]?.asset.id
    const { universeId } = gameAt(simulator, 0)
    for (const path of [
      `games/icons?universeIds=${universeId},1&size=256x256`,
      'users/avatar-headshot?userIds=1,9&size=48x48',
      'groups/icons?groupIds=1,9&size=150x150',
      `assets?assetIds=${asset},5&size=150x150&format=Png`,
    ]) {
      const { json } = await ask(simulator, `thumbnails/v1/${path}`)
      const rows = listAnswer.parse(json).data.map((row) => thumbnailRow.parse(row))
      expect(rows).toHaveLength(1)
      expect(rows[0]?.state).toBe('Completed')
      const picture = await fetch(rows[0]?.imageUrl ?? '')
      expect(picture.headers.get('content-type')).toBe('image/png')
      const bytes = Buffer.from(await picture.arrayBuffer())
      expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(/size=(\d+x\d+)/.exec(path)?.[1])
    }
  })

  it('have no address where the picture is blocked', async () => {
    const simulator = await simulate()
    const { json } = await ask(simulator, 'thumbnails/v1/groups/icons?groupIds=17')
    expect(thumbnailRow.parse(json.data[0])).toMatchObject({ targetId: 17, state: 'Blocked', imageUrl: '' })
  })

  it('reject wrong sizes, formats, ids and too many', async () => {
    const simulator = await simulate()
    const many = Array.from({ length: 101 }, (_, i) => i + 1)
    for (const [query, code] of [
      ['userIds=1&size=1x1', 3],
      ['userIds=1&format=Gif', 2],
      ['userIds=x', 4],
      [`userIds=${many}`, 1],
    ] as const) {
      const { status, json } = await ask(simulator, `thumbnails/v1/users/avatar-headshot?${query}`)
      expect([status, json.errors[0].code]).toEqual([400, code])
    }
    expect((await ask(simulator, 'thumbnails/picture/1/9000x9000')).status).toBe(404)
  })
})

describe('charts', () => {
  const content = async (simulator: SimulatorHandle, sortId: string) => {
    const { json } = await ask(simulator, `apis/explore-api/v1/get-sort-content?sessionId=s&sortId=${sortId}`)
    return chartContentAnswer.parse(json).games.map((row) => chartRow.parse(row))
  }

  it('list a hundred games by players, with a sponsored one among them', async () => {
    const simulator = await simulate({ games: 300 })
    const rows = await content(simulator, 'top-playing-now')
    expect(rows).toHaveLength(101)
    const ranked = rows.filter((row) => !row.isSponsored).map((row) => row.playerCount)
    expect(ranked).toHaveLength(100)
    expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
  })

  it('follow what a test sets, and leave hidden games out', async () => {
    const simulator = await simulate()
    const [hidden = 0, ...others] = idsOf(simulator)
    simulator.hidden.add(hidden)
    simulator.set(others[5] ?? 0, { ccu: 9_999_999 })
    const rows = await content(simulator, 'top-playing-now')
    expect(rows[0]).toMatchObject({ universeId: others[5], playerCount: 9_999_999 })
    expect(rows.some((row) => row.universeId === hidden)).toBe(false)
  })

  it('and details rise and fall with the players of the whole platform, except what a test sets', async () => {
    const simulator = await simulate()
    const [set = 0, ...others] = idsOf(simulator)
    simulator.set(set, { ccu: 77 })
    const before = new Map(
      (await content(simulator, 'top-playing-now')).map((row) => [row.universeId, row.playerCount]),
    )
    simulator.settings.playersFactor = 0.5
    const after = new Map((await content(simulator, 'top-playing-now')).map((row) => [row.universeId, row.playerCount]))
    expect(after.get(set)).toBe(77)
    for (const id of others.slice(0, 9)) {
      expect(after.get(id)).toBe(Math.round((before.get(id) ?? 0) / 2))
      const { json } = await ask(simulator, `games/v1/games?universeIds=${id}`)
      expect(json.data[0].playing).toBe(after.get(id))
    }
  })

  it('come as sorts in pages, some of other things than games', async () => {
    const simulator = await simulate()
    const page = async (token: string) => {
      const { json } = await ask(simulator, `apis/explore-api/v1/get-sorts?sessionId=s&sortsPageToken=${token}`)
      return chartSortsAnswer.parse(json)
    }
    const first = await page('')
    const second = await page(first.nextSortsPageToken ?? '')
    const sorts = [...first.sorts, ...second.sorts].map((sort) => chartSort.parse(sort))
    expect(sorts.filter((sort) => sort.contentType !== 'Games').every((sort) => sort.games === undefined)).toBe(true)
    expect(sorts.map((sort) => sort.sortId)).toContain('top-rated')
    expect(second.nextSortsPageToken).toBeNull()
  })

  it('need a session and a chart that exists', async () => {
    const simulator = await simulate()
    const { status, json } = await ask(simulator, 'apis/explore-api/v1/get-sorts')
    expect([status, fieldErrorBody.parse(json).errors]).toEqual([400, { sessionId: [expect.any(String)] }])
    expect((await ask(simulator, 'apis/explore-api/v1/get-sort-content?sessionId=s&sortId=x')).status).toBe(404)
  })
})
