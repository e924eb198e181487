import { describe, expect, it } from 'vitest'
import { createAccount, freshStore, NOW, type Records, type StoreOpener, tryAdding } from './support.js'

const MARA = { person: 'discord 1', sessionId: null }

export const describeMarks = (open: StoreOpener<Records>) =>
  describe('tags and favorites', () => {
    const store = freshStore(open)

    async function twoGames(opened: Records): Promise<{ accountId: number; first: number; second: number }> {
      const { id: accountId } = await createAccount(opened)
      const added = [await tryAdding(opened, accountId, 1), await tryAdding(opened, accountId, 2)]
      const [first = 0, second = 0] = added.map((one) => (one.outcome === 'full' ? 0 : one.game.id))
      return { accountId, first, second }
    }

    it('keeps the tags of each game in their order, until they are replaced', async () => {
      const { accountId, first, second } = await twoGames(store())
      expect(await store().marks.tags(accountId)).toEqual(new Map())
      await store().marks.setTags(first, ['obby', 'live', 'Äpfel'])
      await store().marks.setTags(second, ['live'])
      const both = new Map([
        [first, ['obby', 'live', 'Äpfel']],
        [second, ['live']],
      ])
      expect(await store().marks.tags(accountId)).toEqual(both)
      expect(await store().marks.tags(accountId + 1)).toEqual(new Map())
      await store().marks.setTags(first, [])
      expect(await store().marks.tags(accountId)).toEqual(new Map([[second, ['live']]]))
    })

    it('keeps the favorites of each person', async () => {
      const { first, second } = await twoGames(store())
      await store().marks.setFavorite(MARA, first, true)
      await store().marks.setFavorite(MARA, first, true)
      await store().marks.setFavorite(MARA, second, true)
      expect(await store().marks.favorites('discord 1')).toEqual(new Set([first, second]))
      expect(await store().marks.favorites('discord 2')).toEqual(new Set())
      await store().marks.setFavorite(MARA, first, false)
      await store().marks.setFavorite(MARA, first, false)
      expect(await store().marks.favorites('discord 1')).toEqual(new Set([second]))
    })

    it('forgets the favorites of a session with the session', async () => {
      const { accountId, first } = await twoGames(store())
      const facts = { name: null, browser: 'Firefox', createdAt: NOW, lastSeenAt: NOW, expiresAt: NOW + 100 }
      const grant = { accountId, role: 'viewer' } as const
      const { id } = await store().sessions.create({ hash: 'a', discordUserId: null, grant, ...facts })
      await store().marks.setFavorite({ person: `session ${id}`, sessionId: id }, first, true)
      expect(await store().marks.favorites(`session ${id}`)).toEqual(new Set([first]))
      await store().sessions.remove([id])
      expect(await store().marks.favorites(`session ${id}`)).toEqual(new Set())
    })
  })
