import { describe, expect, it } from 'vitest'
import { createAccount, freshStore, type Records, type StoreOpener } from './support.js'

const TODAY = 20_000

export const describePrivateServerUses = (open: StoreOpener<Records>) =>
  describe('the uses of private servers', () => {
    const store = freshStore(open)
    const take = (accountId: number, day = TODAY) => store().privateServerUses.take(accountId, day, 2)

    it('are counted by account and day, up to the most', async () => {
      const { id } = await createAccount(store())
      const { id: other } = await createAccount(store(), { name: 'other' })
      expect([await take(id), await take(id), await take(id)]).toEqual([true, true, false])
      expect(await take(other)).toBe(true)
      expect(await take(id, TODAY + 1)).toBe(true)
    })

    it('can be given back, and never below none', async () => {
      const { id } = await createAccount(store())
      await take(id)
      for (let n = 0; n < 3; n++) await store().privateServerUses.revert(id, TODAY)
      expect([await take(id), await take(id), await take(id)]).toEqual([true, true, false])
    })

    it('go with their account', async () => {
      const { id } = await createAccount(store())
      await take(id)
      await store().accounts.remove(id)
      expect(await store().accounts.byId(id)).toBeUndefined()
    })
  })
