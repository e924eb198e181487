// Assets/SearchMusic: today's audio search of the platform, in the format of the old catalog.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { searchSounds } from '../../../src/simulator/world/sounds.js'
import type { TestHttp } from '../../support/start-http.js'
import { ERROR_500, expectBody, expectError, FORMS, fail, get, simulatorCalls, startLegacy } from './support.js'

const text = z.string()
const orNull = z.string().nullable()
const date = z.string().regex(/^\/Date\(\d+\)\/$/)
/** LEGACY-10: every field with its type, and no other. Repeated here, so that a change in the source fails the test. */
const item = z.strictObject({
  ...{ AssetId: z.int(), Name: text, Description: text, AbsoluteUrl: z.url(), Price: text },
  ...{ Updated: z.string().regex(/^\d+ \w+ ago$/), Favorited: text, Sales: text, Remaining: text, Creator: text },
  ...{ CreatorAbsoluteUrl: z.url(), PrivateSales: text, PriceView: z.int(), BestPrice: text },
  ...{ ContentRatingTypeID: z.int(), IsServerSideThumbnailLookupInCatalogEnabled: z.boolean(), AudioUrl: orNull },
  ...{ IsLargeItem: z.boolean(), IsThumbnailFinal: z.boolean(), IsThumbnailUnapproved: z.boolean() },
  ...{ ThumbnailUrl: text, BcOverlayUrl: orNull, LimitedOverlayUrl: orNull, DeadlineOverlayUrl: orNull },
  ...{ LimitedAltText: orNull, NewOverlayUrl: orNull, SaleOverlayUrl: orNull, IosOverlayUrl: orNull },
  ...{ XboxOverlayUrl: orNull, GooglePlayOverlayUrl: orNull, AmazonOverlayUrl: orNull },
  ...{ IsTransparentBackground: z.boolean(), AssetTypeID: z.int(), CreatorID: z.int(), CreatedDate: date },
  ...{ UpdatedDate: date, IsForSale: z.boolean(), IsPublicDomain: z.boolean(), IsLimited: z.boolean() },
  ...{ IsLimitedUnique: z.boolean(), MinimumMembershipLevel: z.int(), OffSaleDeadline: orNull, ProductId: z.int() },
})
const items = z.array(item)
const SEARCH = 'POST apis/toolbox-service/v2/assets:search'
const PICTURES = 'GET thumbnails/v1/assets'
const OLD_SEARCH = 'GET apis/toolbox-service/v1/marketplace/3'
const OLD_DETAILS = 'GET apis/toolbox-service/v1/items/details'
const music = (keyword: string) => searchSounds(1, keyword).filter(({ isMusic }) => isMusic)

let http: TestHttp
beforeEach(async () => {
  http = await startLegacy()
})
afterEach(() => http.stop())

describe('the search', () => {
  it.each(FORMS)('answers a bare array under %s, by both addresses', async (form) => {
    const expected = music('piano').slice(0, 30)
    for (const path of ['/Assets/SearchMusic/piano', '/Users/SearchMusic/piano']) {
      const found = await expectBody(await get(http, form + path), items)
      expect(found.map(({ AssetId }) => AssetId)).toEqual(expected.map(({ id }) => id))
    }
  })

  it('finds also what users made, which the platform hides by default [PLATFORM-19]', async () => {
    const found = await expectBody(await get(http, '/platform/Assets/SearchMusic/piano'), items)
    const madeByUsers = music('piano').filter(({ creator }) => creator.type === 'User')
    expect(madeByUsers.length).toBeGreaterThan(0)
    expect(found.filter(({ CreatorAbsoluteUrl }) => CreatorAbsoluteUrl.includes('/users/')).length).toBeGreaterThan(0)
  })

  it('answers for each sound what today’s platform has, in the old words [LEGACY-10, PLATFORM-21]', async () => {
    const found = await expectBody(await get(http, '/platform/Assets/SearchMusic/piano'), items)
    const [sound] = music('piano')
    const [first] = found
    expect(first).toMatchObject({
      AssetId: sound?.id,
      Name: sound?.name,
      Description: sound?.description,
      AbsoluteUrl: `https://create.roblox.com/store/asset/${sound?.id}`,
      Creator: sound?.creator.name,
      CreatorID: sound?.creator.id,
      AssetTypeID: 3,
      CreatedDate: `/Date(${Date.parse(sound?.created ?? '')})/`,
      UpdatedDate: `/Date(${Date.parse(sound?.updated ?? '')})/`,
      IsForSale: true,
      IsThumbnailFinal: true,
      ThumbnailUrl: expect.stringMatching(/^http/),
      AudioUrl: null,
    })
    const byId = new Map(music('piano').map((one) => [one.id, one]))
    for (const each of found) {
      const { price, creator } = byId.get(each.AssetId) ?? {}
      expect({ Price: each.Price, PriceView: each.PriceView }).toEqual(
        price ? { Price: `${price}`, PriceView: 2 } : { Price: '', PriceView: 0 },
      )
      const place = creator?.type === 'Group' ? `communities/${creator.id}` : `users/${creator?.id}/profile`
      expect(each.CreatorAbsoluteUrl).toBe(`https://www.roblox.com/${place}`)
    }
  })

  it.each(['lo-fi%20beat', 'Rain%20%26%20Thunder', '%F0%9F%8E%B9', '..%2F..%2Fx', 'a%3Fb%23c', '100%25'])(
    'takes any word: %s',
    async (keyword) => {
      const found = await expectBody(await get(http, `/platform/Assets/SearchMusic/${keyword}`), items)
      expect(found).toHaveLength(Math.min(30, music(decodeURIComponent(keyword)).length))
    },
  )

  it('that finds nothing answers an empty array', async () => {
    expect(await expectBody(await get(http, '/platform/Assets/SearchMusic/zzzz'), items)).toEqual([])
    expect(simulatorCalls(http)).toEqual([SEARCH])
  })

  it.each(['', '/', '/%20', `/${'a'.repeat(101)}`, '/a%00b'])('is rejected without a word: %s', async (rest) => {
    for (const path of ['/Assets/SearchMusic', '/Users/SearchMusic']) {
      const answer = await get(http, `/platform${path}${rest}`)
      expectError(answer, 400, 'INVALID_PARAMETERS', /^keyword must be a text of 1 to 100 characters/)
    }
    expect(simulatorCalls(http)).toEqual([])
  })
})

describe('the platform', () => {
  it('is asked twice for a search, never item by item, and then not for 10 minutes', async () => {
    await get(http, '/platform/Assets/SearchMusic/piano')
    await get(http, '/roblox/Users/SearchMusic/PIANO')
    expect(simulatorCalls(http)).toEqual([SEARCH, PICTURES])
    http.clock.advance(10)
    await get(http, '/platform/Assets/SearchMusic/piano')
    expect(simulatorCalls(http)).toEqual([SEARCH, PICTURES, SEARCH, PICTURES])
  })

  it('is asked by equal searches at the same time once', async () => {
    http.simulator.settings.latencyMs = 50
    await Promise.all(Array.from({ length: 8 }, () => get(http, '/platform/Assets/SearchMusic/piano')))
    expect(simulatorCalls(http)).toEqual([SEARCH, PICTURES])
  })

  it.each([
    ['refuses', { status: 404, body: '{"errors":[{"code":0,"message":"NotFound"}]}' }],
    ['fails', ERROR_500],
    ['answers other rows', { status: 200, body: '{"creatorStoreAssets":[{"asset":{"id":"x"}}]}' }],
  ])('is asked by the older search where the documented one %s [PLATFORM-20]', async (_, fault) => {
    fail(http, /assets:search/, fault)
    const found = await expectBody(await get(http, '/platform/Assets/SearchMusic/piano'), items)
    expect(found.map(({ AssetId }) => AssetId)).toEqual(
      searchSounds(1, 'piano')
        .slice(0, 30)
        .map(({ id }) => id),
    )
    expect(found[0]?.ProductId).toBeGreaterThan(0)
    expect(simulatorCalls(http).filter((call) => call !== SEARCH)).toEqual([OLD_SEARCH, OLD_DETAILS, PICTURES])
  })

  it('may fail to show pictures: the sounds are answered without [PLATFORM-22]', async () => {
    fail(http, /^\/v1\/assets$/, ERROR_500)
    const found = await expectBody(await get(http, '/platform/Assets/SearchMusic/piano'), items)
    expect(found[0]).toMatchObject({ ThumbnailUrl: '', IsThumbnailFinal: false })
  })

  it('that has no search at all leaves an error, not an empty array', async () => {
    fail(http, /toolbox/, ERROR_500)
    expectError(await get(http, '/platform/Assets/SearchMusic/piano'), 502, 'UPSTREAM_ERROR', /Roblox/)
  })
})
