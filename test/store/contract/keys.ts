import { describe, expect, it } from 'vitest'
import { createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

export const describeKeys = (open: StoreOpener<Records>) =>
  describe('keys', () => {
    const store = freshStore(open)
    const create = (accountId: number, hash: string, expiresAt: number | null = null) =>
      store().keys.create({ accountId, name: 'bot', prefix: 'hc_live_1234', hash, createdAt: NOW, expiresAt })

    it('finds a key by its hash and by its id', async () => {
      const { id: accountId } = await createAccount(store())
      const key = await create(accountId, 'aa', NOW + 5)
      expect(key).toEqual({
        id: key.id,
        accountId,
        name: 'bot',
        prefix: 'hc_live_1234',
        createdAt: NOW,
        lastUsedAt: null,
        expiresAt: NOW + 5,
        revokedAt: null,
      })
      expect(await store().keys.byId(key.id)).toEqual(key)
      expect(await store().keys.byHash('aa')).toEqual({ ...key, hash: 'aa' })
      expect(await store().keys.byHash('ab')).toBeUndefined()
    })

    it('rejects a hash that is there already', async () => {
      const { id: accountId } = await createAccount(store())
      await create(accountId, 'aa')
      await expect(create(accountId, 'aa')).rejects.toThrow()
      expect(await store().keys.ofAccount(accountId)).toHaveLength(1)
    })

    it('lists the keys of one account, oldest first, without the revoked', async () => {
      const { id: accountId } = await createAccount(store())
      const { id: other } = await createAccount(store(), { name: 'other' })
      const [first, second, third] = [
        await create(accountId, 'a'),
        await create(accountId, 'b'),
        await create(accountId, 'c'),
      ]
      await create(other, 'd')
      await store().keys.revoke(second.id, NOW)
      expect(await store().keys.ofAccount(accountId)).toEqual([first, third])
    })

    it('remembers the first revocation', async () => {
      const { id: accountId } = await createAccount(store())
      const key = await create(accountId, 'a')
      await store().keys.revoke(key.id, NOW + 1)
      await store().keys.revoke(key.id, NOW + 2)
      expect(await store().keys.byHash('a')).toMatchObject({ id: key.id, revokedAt: NOW + 1 })
    })

    it('lets a key expire at the time given', async () => {
      const { id: accountId } = await createAccount(store())
      const key = await create(accountId, 'a')
      await store().keys.expire(key.id, NOW + 9)
      expect(await store().keys.byId(key.id)).toEqual({ ...key, expiresAt: NOW + 9 })
    })
  })
