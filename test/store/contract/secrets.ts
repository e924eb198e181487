import { describe, expect, it } from 'vitest'
import { freshStore, NOW, type Records, type StoreOpener } from './support.js'

export const describeSecrets = (open: StoreOpener<Records>) =>
  describe('secrets', () => {
    const store = freshStore(open)

    it('are read as they were stored, replaced, listed without their value, and removed [PROCESS-23]', async () => {
      const { secrets } = store()
      expect([await secrets.get('discord.token'), await secrets.list()]).toEqual([undefined, []])
      await secrets.put('discord.token', 'first')
      await secrets.put('discord.token', 'sécond')
      expect(await secrets.get('discord.token')).toBe('sécond')
      const [entry] = await secrets.list()
      expect(entry).toEqual({ name: 'discord.token', keyId: entry?.keyId, hasKey: true, changedAt: NOW })
      expect([await secrets.remove('discord.token'), await secrets.remove('discord.token')]).toEqual([true, false])
    })
  })
