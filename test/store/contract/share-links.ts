import { describe, expect, it } from 'vitest'
import { createAccount, freshStore, NOW, type Records, type StoreOpener, tryAdding } from './support.js'

export const describeShareLinks = (open: StoreOpener<Records>) =>
  describe('unlisted links', () => {
    const store = freshStore(open)

    async function gameOf(universeId: number): Promise<number> {
      const { id } = await createAccount(store(), { name: `Studio ${universeId}` })
      const added = await tryAdding(store(), id, universeId)
      return added.outcome === 'full' ? expect.unreachable() : added.game.id
    }

    const draft = (gameId: number, secret: string) => ({
      gameId,
      secret,
      query: '?range=30d',
      createdAt: NOW,
      createdBy: 'Mara',
    })

    it('are found by their secret, listed newest first, and end when they are removed', async () => {
      const gameId = await gameOf(1)
      const first = await store().shareLinks.create(draft(gameId, 'a'), 5)
      const second = await store().shareLinks.create(draft(gameId, 'b'), 5)
      expect(first).toEqual({ ...draft(gameId, 'a'), id: first?.id })
      expect(await store().shareLinks.bySecret('b')).toEqual(second)
      expect(await store().shareLinks.ofGame(gameId)).toEqual([second, first])
      expect(await store().shareLinks.remove(gameId + 1, first?.id ?? 0)).toBe(false)
      expect(await store().shareLinks.remove(gameId, first?.id ?? 0)).toBe(true)
      expect(await store().shareLinks.remove(gameId, first?.id ?? 0)).toBe(false)
      expect(await store().shareLinks.bySecret('a')).toBeUndefined()
      expect(await store().shareLinks.ofGame(gameId)).toEqual([second])
    })

    it('are at most as many as the game may have', async () => {
      const gameId = await gameOf(1)
      const other = await gameOf(2)
      expect(await store().shareLinks.create(draft(gameId, 'a'), 1)).toBeDefined()
      expect(await store().shareLinks.create(draft(gameId, 'b'), 1)).toBeUndefined()
      expect(await store().shareLinks.create(draft(other, 'b'), 1)).toBeDefined()
    })

    it('show nothing of a game that was removed', async () => {
      const gameId = await gameOf(1)
      await store().shareLinks.create(draft(gameId, 'a'), 5)
      await store().games.remove(gameId, NOW)
      expect(await store().shareLinks.bySecret('a')).toBeUndefined()
    })
  })
