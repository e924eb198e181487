import { describe, expect, it } from 'vitest'
import { addGame, createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

export const describeRevenue = (open: StoreOpener<Records>) =>
  describe('revenue and the use of keys', () => {
    const store = freshStore(open)

    it('is kept by day, the last amount of each, in the order of the days', async () => {
      const game = await addGame(store(), (await createAccount(store())).id, 5)
      const amounts = [
        { day: 12, amount: 0.1 },
        { day: 10, amount: 3 },
        { day: 12, amount: 1e15 + 0.5 },
      ]
      await store().revenue.put(game.id, amounts)
      await store().revenue.put(game.id, [])
      await store().revenue.put(game.id, [{ day: 13, amount: 4 }])
      const found = await store().revenue.between(game.id, { start: 10, end: 12 })
      expect([...found]).toEqual([
        [10, 3],
        [12, 1e15 + 0.5],
      ])
      expect(await store().revenue.between(game.id + 1, { start: 0, end: 99 })).toEqual(new Map())
    })

    it('is counted by key and day, and the last use of a key is never moved back', async () => {
      const { usage, keys } = store()
      const { id: accountId } = await createAccount(store())
      const key = await keys.create({ accountId, name: 'k', prefix: 'p', hash: 'h', createdAt: NOW, expiresAt: null })
      const used = (day: number, count: number, at: number) =>
        usage.add({
          requests: [{ accountId: accountId + 1, day, count }],
          keyRequests: [
            { keyId: key.id, day, count },
            { keyId: key.id + 1, day, count },
          ],
          keys: [{ keyId: key.id, at }],
        })
      await used(10, 2, NOW + 5)
      await used(10, 3, NOW + 4)
      await used(12, 1, NOW + 3)
      expect(await usage.dailyByKey(accountId, 10, 11)).toEqual([{ keyId: key.id, day: 10, count: 5 }])
      expect((await keys.byId(key.id))?.lastUsedAt).toBe(NOW + 5)
      expect(await usage.daily(accountId + 1, 0, 99)).toEqual([])
    })
  })
