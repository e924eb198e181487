import { describe, expect, it } from 'vitest'
import { createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

export const describeGuilds = (open: StoreOpener<Records>) =>
  describe('guilds and codes', () => {
    const store = freshStore(open)

    it('links a guild to one account, the last one named', async () => {
      const { id: one } = await createAccount(store(), { name: 'one' })
      const { id: two } = await createAccount(store(), { name: 'two' })
      const { guilds } = store()
      await guilds.link({ guildId: '1', accountId: one, linkedAt: NOW })
      await guilds.link({ guildId: '2', accountId: one, linkedAt: NOW + 1 })
      await guilds.link({ guildId: '1', accountId: two, linkedAt: NOW + 2 })
      expect(await guilds.byId('1')).toEqual({ guildId: '1', accountId: two, linkedAt: NOW + 2 })
      expect(await guilds.ofAccount(one)).toEqual([{ guildId: '2', accountId: one, linkedAt: NOW + 1 }])
    })

    it('says whether there was a link to take away', async () => {
      const { id: accountId } = await createAccount(store())
      await store().guilds.link({ guildId: '1', accountId, linkedAt: NOW })
      expect(await store().guilds.unlink('1')).toBe(true)
      expect(await store().guilds.unlink('1')).toBe(false)
      expect(await store().guilds.byId('1')).toBeUndefined()
    })

    it('gives out a code once, even to callers at the same time', async () => {
      const { id: accountId } = await createAccount(store())
      await store().guilds.createCode({ hash: 'a', accountId, expiresAt: NOW + 10 })
      const answers = await Promise.all([1, 2, 3].map(() => store().guilds.useCode('a', '77777', NOW)))
      expect(answers.filter((answer) => answer?.accountId === accountId)).toHaveLength(1)
      expect(answers.filter((answer) => answer?.accountId === undefined)).toHaveLength(2)
    })

    it('answers nothing for a code that has expired or never was', async () => {
      const { id: accountId } = await createAccount(store())
      await store().guilds.createCode({ hash: 'a', accountId, expiresAt: NOW + 10 })
      expect(await store().guilds.useCode('b', '77777', NOW)).toBeUndefined()
      expect(await store().guilds.useCode('a', '77777', NOW + 10)).toBeUndefined()
    })
  })
