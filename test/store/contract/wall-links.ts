import { describe, expect, it } from 'vitest'
import { createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

export const describeWallLinks = (open: StoreOpener<Records>) =>
  describe('links to wall displays', () => {
    const store = freshStore(open)

    const accountOf = async (name: string): Promise<number> => (await createAccount(store(), { name })).id

    const draft = (accountId: number, secret: string) => ({
      accountId,
      secret,
      query: '?view=all',
      createdAt: NOW,
      createdBy: 'Mara',
    })

    it('are found by their secret, listed newest first, and end when they are removed', async () => {
      const accountId = await accountOf('Own studio')
      const first = await store().wallLinks.create(draft(accountId, 'a'), 5)
      const second = await store().wallLinks.create(draft(accountId, 'b'), 5)
      expect(first).toEqual({ ...draft(accountId, 'a'), id: first?.id })
      expect(await store().wallLinks.bySecret('b')).toEqual(second)
      expect(await store().wallLinks.ofAccount(accountId)).toEqual([second, first])
      expect(await store().wallLinks.remove(accountId + 1, first?.id ?? 0)).toBe(false)
      expect(await store().wallLinks.remove(accountId, first?.id ?? 0)).toBe(true)
      expect(await store().wallLinks.remove(accountId, first?.id ?? 0)).toBe(false)
      expect(await store().wallLinks.bySecret('a')).toBeUndefined()
      expect(await store().wallLinks.ofAccount(accountId)).toEqual([second])
    })

    it('are at most as many as the account may have', async () => {
      const accountId = await accountOf('Own studio')
      const other = await accountOf('Other studio')
      expect(await store().wallLinks.create(draft(accountId, 'a'), 1)).toBeDefined()
      expect(await store().wallLinks.create(draft(accountId, 'b'), 1)).toBeUndefined()
      expect(await store().wallLinks.create(draft(other, 'b'), 1)).toBeDefined()
    })
  })
