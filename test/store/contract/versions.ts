import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/domain/ports/store.js'
import { addGame, createAccount, DAY, facts, freshStore, NOW, type OpenForTest, record, sample } from './support.js'

export const describeVersions = (open: OpenForTest) =>
  describe('health and the tracking version', () => {
    const store = freshStore(open)

    it('is writable and migrated', async () => {
      expect(await store().health()).toEqual({ writable: true, migrated: true })
    })

    it('grows with every write to accounts, members, games, guilds and names', async () => {
      const account = await createAccount(store())
      const game = await addGame(store(), account.id, 5)
      const member = { accountId: account.id, discordUserId: 'u', role: 'owner', createdAt: NOW } as const
      const writes: ((store: Store) => Promise<unknown>)[] = [
        ({ accounts }) => accounts.update(account),
        ({ members }) => members.set(member),
        ({ members }) => members.remove(account.id, 'u'),
        ({ games }) => games.update(game),
        ({ guilds }) => guilds.link({ guildId: 'g', accountId: account.id, linkedAt: NOW }),
        ({ guilds }) => guilds.unlink('g'),
        (all) => record(all, DAY, { facts: [facts(5, { name: 'New' })] }),
        (all) => record(all, DAY, { schedules: [{ universeId: 5, since: DAY, interval: 1 }] }),
        ({ games }) => games.remove(game.id, NOW),
        (all) => addGame(all, account.id, 6),
        ({ accounts }) => accounts.remove(account.id),
        (all) => createAccount(all, { name: 'next' }),
      ]
      for (const write of writes) {
        const before = store().trackingVersion()
        await write(store())
        expect(store().trackingVersion(), write.toString()).toBeGreaterThan(before)
      }
    })

    it('stands still while nothing but samples, keys and settings is written', async () => {
      const { id: accountId } = await createAccount(store())
      const before = store().trackingVersion()
      await record(store(), DAY, { samples: [sample(5, DAY)] })
      await store().keys.create({ accountId, name: 'k', prefix: 'p', hash: 'h', createdAt: NOW, expiresAt: null })
      await store().settings.set('a', 'b')
      expect(store().trackingVersion()).toBe(before)
    })
  })
