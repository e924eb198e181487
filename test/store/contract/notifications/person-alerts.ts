import { describe, expect, it } from 'vitest'
import { MAX_ALERTS_OF_PERSON, type PersonAlertDraft } from '../../../../src/domain/person-alerts/person-alert.js'
import { addGame, createAccount, DAY, freshStore, NOW, type Records, type StoreOpener } from '../support.js'

export const describePersonAlerts = (open: StoreOpener<Records>) =>
  describe('alerts of single people', () => {
    const store = freshStore(open)
    const draftOf = async (changed: Partial<PersonAlertDraft> = {}): Promise<PersonAlertDraft> => {
      const account = await createAccount(store())
      const game = await addGame(store(), account.id, 5)
      return {
        ...{ userId: 'u', gameId: game.id, guildId: null, channelId: 'c', locale: 'en', createdAt: NOW },
        trigger: { on: 'number', players: 100, direction: 'up' },
        ...changed,
      }
    }

    it('are open until they end, and are then listed after the open ones until they are removed', async () => {
      const { personAlerts } = store()
      const draft = await draftOf()
      const [first, second] = [await personAlerts.add(draft), await personAlerts.add(draft)]
      if (typeof first === 'string' || typeof second === 'string') throw new Error('There are too many.')
      expect(first).toEqual({ ...draft, id: first.id, ended: null })
      expect(await personAlerts.open()).toEqual([first, second])
      await personAlerts.end(second.id, 'done', NOW + 5)
      await personAlerts.end(second.id, 'closed', NOW + 9)
      const ended = { ...second, ended: { at: NOW + 5, why: 'done' } }
      expect(await personAlerts.byId(second.id)).toEqual(ended)
      expect([await personAlerts.open(), await personAlerts.ofPerson('u')]).toEqual([[first], [first, ended]])
      await personAlerts.removeEnded(NOW + 5)
      expect(await personAlerts.ofPerson('u')).toEqual([first])
      expect([await personAlerts.remove('v'), await personAlerts.remove('u')]).toEqual([0, 1])
    })

    it('are at most so many of a person, however many are made at the same time', async () => {
      const { personAlerts } = store()
      const draft = await draftOf()
      const adding = Array.from({ length: MAX_ALERTS_OF_PERSON + 3 }, () => personAlerts.add(draft))
      expect((await Promise.all(adding)).filter((added) => added === 'person')).toHaveLength(3)
      expect(await personAlerts.open()).toHaveLength(MAX_ALERTS_OF_PERSON)
    })

    it('end with what waits for a person who receives no messages', async () => {
      const { personAlerts, outbox } = store()
      const draft = await draftOf()
      const added = await personAlerts.add(draft)
      if (typeof added === 'string') throw new Error('There are too many.')
      const about = { gameId: draft.gameId, accountId: 1, kind: 'record', subject: 'a', occurredAt: DAY } as const
      const facts = { kind: 'record', ccu: 10, previous: 9 } as const
      await outbox.add({ ...about, facts, personAlertId: added.id }, NOW)
      await personAlerts.closeAll(added, NOW + 1)
      expect(await outbox.byId(1)).toMatchObject({ state: 'canceled' })
      expect(await personAlerts.byId(added.id)).toMatchObject({ ended: { at: NOW + 1, why: 'closed' } })
    })
  })
