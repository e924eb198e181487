import { describe, expect, it } from 'vitest'
import type { EventDraft } from '../../../src/domain/events/event.js'
import type { EventFilter } from '../../../src/domain/ports/event-log.js'
import { createAccount, DAY, freshStore, type Records, type StoreOpener } from './support.js'

const milestone = (universeId: number | null, start: number, changed: Partial<EventDraft> = {}): EventDraft => ({
  ...{ universeId, accountId: null, kind: 'milestone', subject: `${universeId}:visits:${start}`, start, end: start },
  cause: null,
  facts: { kind: 'milestone', metric: 'visits', value: 100, count: 101 },
  uncertainty: null,
  ...changed,
})

const member = (universeId: number) => ({ universeId, type: 'hidden', since: DAY, until: null }) as const

export const describeEventLog = (open: StoreOpener<Records>) =>
  describe('the list of events', () => {
    const store = freshStore(open)
    const filter = (changed: Partial<EventFilter> = {}): EventFilter => ({
      ...{ universeIds: [5, 6], accountId: null, kinds: ['milestone', 'note', 'incident'], limit: 9 },
      ...changed,
    })
    const startsOf = async (changed: Partial<EventFilter> = {}) =>
      (await store().eventLog.newest(filter(changed))).map(({ start }) => start - DAY)

    it('lists the newest beginning first, page after page, between minutes and of an account', async () => {
      const { eventLog } = store()
      const { id: accountId } = await createAccount(store())
      for (const minute of [DAY, DAY + 2, DAY + 1]) await eventLog.put(milestone(5, minute))
      await eventLog.put(milestone(7, DAY + 9))
      await eventLog.put(milestone(null, DAY + 3))
      const facts = { kind: 'note', text: 'An event', author: null } as const
      await eventLog.put(milestone(6, DAY + 4, { kind: 'note', subject: 'n', accountId, facts }))
      expect(await startsOf()).toEqual([3, 2, 1, 0])
      expect(await startsOf({ accountId })).toEqual([4, 3, 2, 1, 0])
      expect(await startsOf({ universeIds: [] })).toEqual([3])
      expect(await startsOf({ from: DAY + 1, until: DAY + 3 })).toEqual([2, 1])
      const [first, second] = await eventLog.newest(filter({ limit: 2 }))
      expect((await eventLog.newest(filter(), second)).map(({ start }) => start - DAY)).toEqual([1, 0])
      expect(first && (await eventLog.byId(first.id))).toEqual(first)
      const last = { universeIds: [5, 6, 8], from: DAY, until: DAY + 2 }
      expect((await eventLog.last({ ...last, accountId: null })).map(({ start }) => start - DAY)).toEqual([1])
      expect(
        (await eventLog.last({ ...last, until: DAY + 9, accountId })).map(({ start }) => start - DAY).sort(),
      ).toEqual([2, 4])
    })

    it('numbers changes, and lists what changed after a number, also what was withdrawn', async () => {
      const { eventLog } = store()
      const { id: accountId } = await createAccount(store())
      expect(await eventLog.lastChange()).toBe(0)
      const one = await eventLog.put(milestone(5, DAY))
      expect(await eventLog.put(milestone(5, DAY))).toEqual(one)
      const facts = { kind: 'note', text: 'An event', author: 'u' } as const
      const note = await eventLog.put(milestone(5, DAY, { kind: 'note', subject: 'n', accountId, facts }))
      expect([one.change, note.change, await eventLog.lastChange()]).toEqual([1, 2, 2])
      const changed = (after: number, more: Partial<EventFilter> = {}) =>
        eventLog.changed(filter({ accountId, ...more }), after)
      expect(await changed(1)).toEqual([note])
      expect(await eventLog.withdrawNote(note.id, accountId + 1)).toBe(false)
      expect(await eventLog.withdrawNote(note.id, accountId)).toBe(true)
      expect([await changed(1), await eventLog.byId(note.id)]).toEqual([[], undefined])
      expect(await changed(2, { withWithdrawn: true })).toEqual([{ ...note, isWithdrawn: true, change: 3 }])
      expect(await eventLog.takeHistory()).toBe(true)
    })

    it('leaves out incidents of the platform that concern none of the games [DATA-33]', async () => {
      const { eventLog } = store()
      const incident = (start: number, more: object) =>
        eventLog.put(
          milestone(null, start, {
            ...{ kind: 'incident', subject: `${start}` },
            facts: { kind: 'incident', type: 'hidden', affected: 3, universes: 4, ...more },
          }),
        )
      await incident(DAY, {})
      await incident(DAY + 1, { members: [member(5)] })
      await incident(DAY + 2, { members: [member(8)] })
      await incident(DAY + 3, { members: [member(8)], others: [member(6)] })
      expect(await startsOf()).toEqual([3, 2, 1, 0])
      expect(await startsOf({ isConcerned: true })).toEqual([3, 1, 0])
    })
  })
