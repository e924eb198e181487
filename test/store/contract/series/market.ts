import { describe, expect, it } from 'vitest'
import type { MarketLink, MarketStore } from '../../../../src/domain/ports/market.js'
import { DAY, freshStore, NOW, type Records, type StoreOpener } from '../support.js'

const link = (minute: number, change: Partial<MarketLink> = {}): MarketLink => ({
  minute,
  since: minute - 1,
  playersBefore: 10,
  playersNow: 11,
  members: 3,
  players: 12,
  ...change,
})
const counts = (...given: readonly (readonly [number, number])[]) => new Map(given)

async function countsOf(market: MarketStore, universeId: number, from: number, until: number) {
  const found = (await market.countsOf('charts', [universeId], { from, until })).get(universeId)
  const known = new Map<number, number>()
  for (let minute = from - 60; minute < until + 60; minute++) {
    const count = found?.get(minute)
    if (count !== undefined) known.set(minute, count)
  }
  return known
}

export const describeMarket = (open: StoreOpener<Records>) =>
  describe('the market', () => {
    const store = freshStore(open)

    it('keeps the links of each source, and what each member counted, across hours', async () => {
      const { market } = store()
      const large = 2 ** 40 + 1
      await market.record('charts', link(DAY + 59, { since: null }), counts([1, 7], [large, 4_000_000]))
      await market.record('charts', link(DAY + 60), counts([1, 8]))
      await market.record('tracked', link(DAY + 60), counts([1, 9]))
      expect(await market.links('charts', DAY, DAY + 61)).toEqual([link(DAY + 59, { since: null }), link(DAY + 60)])
      expect(await market.links('charts', DAY, DAY + 60)).toHaveLength(1)
      expect(await market.links('charts', DAY, DAY + 61, 1)).toEqual([link(DAY + 59, { since: null })])
      expect(await countsOf(market, 1, DAY, DAY + 61)).toEqual(counts([DAY + 59, 7], [DAY + 60, 8]))
      expect(await countsOf(market, 1, DAY, DAY + 60)).toEqual(counts([DAY + 59, 7]))
      expect(await countsOf(market, large, DAY, DAY + 99)).toEqual(counts([DAY + 59, 4_000_000]))
      expect(await market.last('charts')).toEqual({ minute: DAY + 60, counts: counts([1, 8]) })
      expect(await market.membersOf('charts', [large, 2, 1])).toEqual(new Set([large, 1]))
      expect(await market.membersOf('tracked', [large, 1])).toEqual(new Set([1]))
      expect(await market.membersOf('charts', [])).toEqual(new Set())
      const both = await market.countsOf('charts', [large, 2, 1], { from: DAY, until: DAY + 61 })
      expect([...both.keys()].sort((a, b) => a - b)).toEqual([1, large])
    })

    it('says of each count that it was stored, and nothing of one that was there already', async () => {
      const { market, events } = store()
      const seen: string[] = []
      const stop = events.subscribe(({ type }) => void seen.push(type))
      for (const minute of [DAY, DAY, DAY + 1]) await market.record('charts', link(minute), counts([1, 7]))
      stop()
      expect(seen).toEqual(['market counted', 'market counted'])
    })

    it('returns the last minute with players separately', async () => {
      const { market } = store()
      expect(await market.last('charts')).toBeUndefined()
      await market.record('charts', link(DAY), counts([1, 7]))
      await market.record('charts', link(DAY + 1, { players: 0, playersNow: 0 }), counts([1, 0]))
      expect((await market.last('charts'))?.minute).toBe(DAY + 1)
      expect(await market.last('charts', true)).toEqual({ minute: DAY, counts: counts([1, 7]) })
    })

    it('does not store a minute again, or one before the last', async () => {
      const { market } = store()
      await market.record('charts', link(DAY + 5), counts([1, 7]))
      await market.record('charts', link(DAY + 5, { players: 99 }), counts([1, 99]))
      await market.record('charts', link(DAY + 4), counts([1, 99]))
      expect(await market.links('charts', 0, DAY + 9)).toEqual([link(DAY + 5)])
      expect(await countsOf(market, 1, DAY, DAY + 9)).toEqual(counts([DAY + 5, 7]))
    })

    it('forgets what is too old', async () => {
      const { market } = store()
      await market.record('charts', link(DAY), counts([1, 7]))
      await market.record('charts', link(DAY + 60), counts([1, 8]))
      await market.expire(DAY + 60)
      expect(await market.links('charts', 0, DAY + 99)).toEqual([link(DAY + 60)])
      expect(await countsOf(market, 1, DAY - 99, DAY + 99)).toEqual(counts([DAY + 60, 8]))
    })
  })

export const describeMarketMovedBack = (open: StoreOpener) =>
  describe('the market', () => {
    const store = freshStore(open)

    it('loses what a clock that was ahead counted, when the clock is correct again', async () => {
      const { market, moveBack } = store()
      const now = NOW / 60_000
      await market.record('charts', link(now - 60), counts([1, 7]))
      await market.record('charts', link(now + 500), counts([1, 8]))
      await moveBack(NOW)
      expect(await market.links('charts', 0, now + 999)).toEqual([link(now - 60)])
      expect(await countsOf(market, 1, now - 99, now + 999)).toEqual(counts([now - 60, 7]))
    })
  })
