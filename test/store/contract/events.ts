import { describe, expect, it } from 'vitest'
import { isTrackingChange, type StoreEvent } from '../../../src/domain/ports/events.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { addGame, createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

export async function eventsOf(
  store: Pick<Store, 'events'>,
  write: () => Promise<unknown>,
): Promise<readonly StoreEvent[]> {
  const events: StoreEvent[] = []
  const stop = store.events.subscribe((event) => events.push(event))
  await write().catch(() => undefined)
  stop()
  return events
}

export const describeEvents = (open: StoreOpener<Records>) =>
  describe('health and the events of a store', () => {
    const store = freshStore(open)

    it('is writable and migrated', async () => {
      expect(await store().health()).toEqual({ writable: true, migrated: true })
    })

    it('reports every write to accounts, members, games, guilds and names', async () => {
      const account = await createAccount(store())
      const game = await addGame(store(), account.id, 5)
      const member = { accountId: account.id, discordUserId: 'u', role: 'owner', createdAt: NOW } as const
      const writes: ((store: Records) => Promise<unknown>)[] = [
        ({ accounts }) => accounts.update(account),
        ({ members }) => members.set(member),
        ({ members }) => members.remove(account.id, 'u'),
        ({ games }) => games.update(game),
        ({ guilds }) => guilds.link({ guildId: 'g', accountId: account.id, linkedAt: NOW }),
        ({ guilds }) => guilds.unlink('g'),
        ({ guildSettings }) =>
          guildSettings.put('1', { timeZone: 'Europe/Berlin', language: null, newsChannelId: null }),
        ({ games }) => games.remove(game.id, NOW),
        (all) => addGame(all, account.id, 6),
        ({ accounts }) => accounts.remove(account.id),
        (all) => createAccount(all, { name: 'next' }),
      ]
      for (const write of writes) {
        const events = await eventsOf(store(), () => write(store()))
        expect(events.some(isTrackingChange), write.toString()).toBe(true)
      }
    })

    it('reports keys as what they are, and of settings nothing', async () => {
      const { id: accountId } = await createAccount(store())
      const { keys, settings } = store()
      const eventTypesOf = async (write: () => Promise<unknown>) =>
        (await eventsOf(store(), write)).map(({ type }) => type)
      const draft = { accountId, name: 'k', prefix: 'p', hash: 'h', createdAt: NOW, expiresAt: null }
      const key = await keys.create(draft)
      expect(await eventsOf(store(), () => keys.revoke(key.id, NOW))).toEqual([
        { type: 'records changed', table: 'keys' },
      ])
      expect(await eventTypesOf(() => settings.set('a', 'b'))).toEqual([])
    })

    it('reports once it is committed, so that who reads then reads what was written', async () => {
      let seen: readonly string[] = []
      const stop = store().events.subscribe(() => {
        void store()
          .accounts.list()
          .then((accounts) => {
            seen = accounts.map(({ name }) => name)
          })
      })
      await createAccount(store(), { name: 'new' })
      stop()
      await expect.poll(() => seen).toEqual(['new'])
    })

    it('reports nothing that was rolled back', async () => {
      await createAccount(store(), { name: 'taken' })
      expect(await eventsOf(store(), () => createAccount(store(), { name: 'taken' }))).toEqual([])
    })
  })
