import { describe, expect, it } from 'vitest'
import { RENAME_INTERVAL_MS } from '../../../src/domain/live-updates/counter.js'
import { addGame, createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

export const describeLive = (open: StoreOpener<Records>) =>
  describe('panels and counters', () => {
    const store = freshStore(open)

    const newGame = async (universeId: number): Promise<number> => {
      const account = (await store().accounts.list())[0] ?? (await createAccount(store()))
      return (await addGame(store(), account.id, universeId)).id
    }

    it('keeps one panel a channel and game, the last one posted', async () => {
      const { panels } = store()
      const [one, two] = [await newGame(1), await newGame(2)]
      const place = { guildId: '1', channelId: '10', postedAt: NOW }
      const first = await panels.put({ ...place, gameId: one, messageId: '100' })
      const second = await panels.put({ ...place, gameId: two, messageId: '101' })
      const again = await panels.put({ ...place, gameId: one, messageId: '102' })
      expect(again).toEqual({ ...first, messageId: '102' })
      expect(await panels.running()).toEqual([again, second])
      await panels.reposted(second.id, { messageId: '103', postedAt: NOW + 1 })
      await panels.remove(first.id)
      expect(await panels.ofGuild('1')).toEqual([{ ...second, messageId: '103', postedAt: NOW + 1 }])
      expect(await panels.ofGuild('2')).toEqual([])
    })

    it('stops a panel once, and starts it again with a new message', async () => {
      const { panels } = store()
      const draft = { guildId: '1', channelId: '10', gameId: await newGame(1), messageId: '100', postedAt: NOW }
      const { id } = await panels.put(draft)
      expect(await panels.stop(id, 'channel gone')).toBe(true)
      expect(await panels.stop(id, 'permission lost')).toBe(false)
      expect(await panels.running()).toEqual([])
      expect((await panels.ofGuild('1')).map(({ stopped }) => stopped)).toEqual(['channel gone'])
      expect((await panels.put(draft)).stopped).toBeNull()
    })

    it('lets one caller rename a channel in 10 minutes, whatever becomes of its counter meanwhile', async () => {
      const { counters } = store()
      const draft = { guildId: '1', channelId: '10', gameId: await newGame(1), metric: 'ccu' as const, template: null }
      expect(await counters.put(draft)).toEqual({ ...draft, name: null, renamedAt: null, stopped: null })
      const taken = await Promise.all([1, 2, 3].map(() => counters.takeRename('10', NOW)))
      expect(taken.filter(Boolean)).toHaveLength(1)
      await counters.renamed('10', 'one')
      expect(await counters.running()).toEqual([{ ...draft, name: 'one', renamedAt: NOW, stopped: null }])
      expect(await counters.remove('10')).toBe(true)
      expect(await counters.remove('10')).toBe(false)
      expect([await counters.running(), await counters.ofGuild('1')]).toEqual([[], []])
      expect(await counters.takeRename('10', NOW + RENAME_INTERVAL_MS)).toBe(false)
      expect(await counters.put({ ...draft, metric: 'likes' })).toMatchObject({ name: null, renamedAt: NOW })
      expect(await counters.takeRename('10', NOW + RENAME_INTERVAL_MS - 1)).toBe(false)
      expect(await counters.takeRename('10', NOW + RENAME_INTERVAL_MS)).toBe(true)
      expect(await counters.takeRename('11', NOW)).toBe(false)
      // The clock was set back since the last rename.
      expect(await counters.takeRename('10', NOW)).toBe(true)
    })

    it('stops a counter once, and forgets all of a server that was left', async () => {
      const { counters, panels, guildSettings } = store()
      const gameId = await newGame(1)
      for (const guildId of ['1', '2']) {
        await counters.put({ guildId, channelId: `${guildId}0`, gameId, metric: 'visits', template: null })
        await panels.put({ guildId, channelId: `${guildId}1`, gameId, messageId: '100', postedAt: NOW })
      }
      expect(await counters.stop('10', 'permission lost')).toBe(true)
      expect(await counters.stop('10', 'permission lost')).toBe(false)
      expect((await counters.running()).map(({ channelId }) => channelId)).toEqual(['20'])
      expect((await counters.ofGuild('1')).map(({ stopped }) => stopped)).toEqual(['permission lost'])
      expect((await guildSettings.known()).sort()).toEqual(['1', '2'])
      await guildSettings.left('2', NOW)
      expect(await guildSettings.forgetLeft(NOW)).toEqual(['2'])
      expect(await guildSettings.known()).toEqual(['1'])
      expect([await counters.ofGuild('2'), await panels.ofGuild('2')]).toEqual([[], []])
      expect(await panels.ofGuild('1')).toHaveLength(1)
    })
  })
