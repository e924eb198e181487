// What ticks and imports do to the records of an engine: names, conditions, schedules, and the events about them.
import { describe, expect, it } from 'vitest'
import { isTrackingChange } from '../../../../src/domain/ports/events.js'
import { eventsOf } from '../events.js'
import {
  addGame,
  blockOf,
  createAccount,
  DAY,
  facts,
  freshStore,
  NOW,
  readSamples,
  record,
  type SeriesRecords,
  type StoreOpener,
  sample,
} from '../support.js'

export const describeTickedRecords = (open: StoreOpener<SeriesRecords>) =>
  describe('records that a tick changes', () => {
    const store = freshStore(open)

    it('go on naming a universe whose game was paused until its schedule is stopped', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5)
      await record(store(), DAY, { schedules: [{ universeId: 5, since: DAY, interval: 5 }] })
      await store().games.update({ ...game, isActive: false })
      const left = { ...facts(5), schedule: { since: DAY, interval: 5 }, subscribers: [], addedAt: null }
      expect(await store().universes.tracked()).toEqual([left])
      await record(store(), DAY + 1, { schedules: [{ universeId: 5, since: DAY + 1, interval: 0 }] })
      expect(await store().universes.tracked()).toEqual([])
    })

    it('let a game follow the facts that a tick brings', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5)
      await addGame(store(), accountId, 6)
      const changed = facts(5, { name: 'Naïve 🎃', updatedAt: NOW, condition: 'hidden' })
      await record(store(), DAY, { facts: [changed] })
      expect((await store().games.byId(game.id))?.name).toBe('Naïve 🎃')
      const [first, second] = await store().universes.tracked()
      expect(first).toMatchObject(changed)
      expect(second).toMatchObject(facts(6))
    })

    it('contain no update from before the universe was first due [DATA-34]', async () => {
      const schedules = [{ universeId: 5, since: DAY, interval: 1 }]
      await record(store(), DAY, { facts: [facts(5, { updatedAt: 1_000 })], schedules })
      await record(store(), DAY + 1, { facts: [facts(5, { updatedAt: (DAY - 1) * 60_000 })] })
      await record(store(), DAY + 2, { facts: [facts(5, { updatedAt: (DAY + 1) * 60_000 })] })
      const published = { universeId: 5, minute: DAY + 2, what: 'published', value: String((DAY + 1) * 60_000) }
      expect(await store().universes.events([5], 0, DAY + 4)).toEqual([published])
      expect((await store().universes.facts([5]))[0]?.updatedAt).toBe((DAY + 1) * 60_000)
    })

    it('contain when a universe was published or changed its condition, and of nothing else', async () => {
      await addGame(store(), (await createAccount(store())).id, 5)
      await record(store(), DAY, { facts: [facts(5, { updatedAt: 1_000 })] })
      await record(store(), DAY + 1, { facts: [facts(5, { updatedAt: 1_000, name: 'New name' })] })
      await record(store(), DAY + 2, { facts: [facts(5, { updatedAt: 2_000 })] })
      await record(store(), DAY + 3, { facts: [facts(5, { updatedAt: 2_000, condition: 'hidden' })] })
      const published = { universeId: 5, minute: DAY + 2, what: 'published', value: '2000' }
      const hidden = { universeId: 5, minute: DAY + 3, what: 'condition', value: 'hidden' }
      expect(await store().universes.events([5, 6], 0, DAY + 4)).toEqual([published, hidden])
      expect(await store().universes.events([5], DAY + 3, DAY + 4)).toEqual([hidden])
    })

    it('are returned as they were last, each universe once, and of those alone that are known', async () => {
      const { id: accountId } = await createAccount(store())
      await addGame(store(), accountId, 2 ** 53 - 1)
      await addGame(store(), accountId, 6)
      const creator = { kind: 'group', id: 7, name: 'Studio 🛠️' } as const
      const newest = facts(2 ** 53 - 1, { name: 'Obby 🎃', updatedAt: NOW - 5, condition: 'hidden', creator })
      await record(store(), DAY, { facts: [newest] })
      const [same, other] = await store().universes.facts([2 ** 53 - 1, 2 ** 53 - 1, 7])
      expect([same, other]).toEqual([newest, undefined])
      expect((await store().universes.facts([6]))[0]).toEqual(facts(6))
      expect(await store().universes.facts(Array.from({ length: 2_000 }, (_, id) => id + 1))).toEqual([facts(6)])
    })

    it('leave the samples of a universe when the account that tracked it is removed', async () => {
      const { id: accountId } = await createAccount(store())
      await addGame(store(), accountId, 5)
      await record(store(), DAY, { samples: [sample(5, DAY)] })
      await store().accounts.remove(accountId)
      expect(await readSamples(store(), 5, DAY, DAY + 1)).toHaveLength(1)
      expect(await store().universes.known([5])).toEqual(new Set([5]))
    })

    it('are reported: facts and schedules as records, samples and rewritten history as what they are', async () => {
      await addGame(store(), (await createAccount(store())).id, 5)
      const schedules = [{ universeId: 5, since: DAY, interval: 1 }]
      for (const tick of [{ facts: [facts(5, { name: 'New' })] }, { schedules }])
        expect((await eventsOf(store(), () => record(store(), DAY, tick))).some(isTrackingChange)).toBe(true)
      const eventTypesOf = async (write: () => Promise<unknown>) =>
        (await eventsOf(store(), write)).map(({ type }) => type)
      expect(await eventTypesOf(() => record(store(), DAY, { samples: [sample(5, DAY)] }))).toEqual(['tick recorded'])
      const block = blockOf(5, [sample(5, DAY - 9)])
      expect(await eventTypesOf(() => store().series.importBlock(block))).toEqual(['history rewritten'])
    })
  })
