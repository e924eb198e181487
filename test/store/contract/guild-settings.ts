import { describe, expect, it } from 'vitest'
import { addGame, createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

export const describeGuildSettings = (open: StoreOpener<Records>) =>
  describe('what is kept of Discord servers', () => {
    const store = freshStore(open)
    const BERLIN = { timeZone: 'Europe/Berlin', language: 'en', newsChannelId: null }
    const NOTHING = { timeZone: null, language: null, newsChannelId: null }

    it('keeps what each server chose, the last choice, and nothing where it chose nothing', async () => {
      const { guildSettings } = store()
      await guildSettings.put('1', { timeZone: 'Asia/Tokyo', language: null, newsChannelId: null })
      await guildSettings.put('1', BERLIN)
      await guildSettings.put('2', NOTHING)
      expect(await guildSettings.of('1')).toEqual(BERLIN)
      expect(await guildSettings.of('2')).toEqual(NOTHING)
      expect(await guildSettings.of('3')).toEqual(NOTHING)
    })

    it('lists every server of which anything is kept, once', async () => {
      const { id: accountId } = await createAccount(store())
      await store().guilds.link({ guildId: '1', accountId, linkedAt: NOW })
      await store().guildSettings.put('1', BERLIN)
      await store().guildSettings.put('2', BERLIN)
      await store().guildSettings.noteChannel('30', '3')
      await store().guildSettings.noteChannel('31', '3')
      expect((await store().guildSettings.known()).sort()).toEqual(['1', '2', '3'])
    })

    it('forgets a server that was left by then: choices, link, and its channels’ links to games', async () => {
      const { id: accountId } = await createAccount(store())
      const gone = await addGame(store(), accountId, 1, { channelId: '10' })
      const kept = await addGame(store(), accountId, 2, { channelId: '20' })
      const { guildSettings, guilds, games } = store()
      for (const [guildId, channelId] of [
        ['1', '10'],
        ['2', '20'],
      ] as const) {
        await guilds.link({ guildId, accountId, linkedAt: NOW })
        await guildSettings.put(guildId, BERLIN)
        await guildSettings.noteChannel(channelId, guildId)
        await guildSettings.left(guildId, guildId === '1' ? NOW : NOW + 1)
      }
      expect(await guildSettings.forgetLeft(NOW - 1)).toEqual([])
      expect(await guildSettings.forgetLeft(NOW)).toEqual(['1'])
      expect(await guildSettings.forgetLeft(NOW)).toEqual([])
      expect(await guildSettings.of('1')).toEqual(NOTHING)
      expect(await guilds.byId('1')).toBeUndefined()
      expect((await games.byId(gone.id))?.channelId).toBeNull()
      expect(await guildSettings.of('2')).toEqual(BERLIN)
      expect(await guilds.byId('2')).toBeDefined()
      expect((await games.byId(kept.id))?.channelId).toBe('20')
      expect(await guildSettings.known()).toEqual(['2'])
    })

    it('counts from the first time that a server was seen to be left, and not at all once it is back', async () => {
      const { guildSettings } = store()
      for (const guildId of ['1', '2']) await guildSettings.put(guildId, BERLIN)
      await guildSettings.left('1', NOW)
      await guildSettings.left('1', NOW + 10)
      await guildSettings.left('2', NOW)
      await guildSettings.stayed('2')
      expect(await guildSettings.forgetLeft(NOW + 5)).toEqual(['1'])
      await guildSettings.left('2', NOW + 20)
      expect(await guildSettings.forgetLeft(NOW + 19)).toEqual([])
      expect(await guildSettings.forgetLeft(NOW + 20)).toEqual(['2'])
    })

    it('takes a channel for the server in which it was seen last', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 1, { channelId: '10' })
      const { guildSettings, games } = store()
      await guildSettings.noteChannel('10', '1')
      await guildSettings.noteChannel('10', '2')
      await guildSettings.left('1', NOW)
      await guildSettings.forgetLeft(NOW)
      expect((await games.byId(game.id))?.channelId).toBe('10')
    })
  })
