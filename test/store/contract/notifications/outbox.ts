import { describe, expect, it } from 'vitest'
import type { NotificationDraft } from '../../../../src/domain/notifications/notification.js'
import type { EvaluationBatch, NotificationFilter } from '../../../../src/domain/notifications/outbox.js'
import { addGame, allOf, createAccount, DAY, freshStore, NOW, type Records, type StoreOpener } from '../support.js'

const draft = (gameId: number, accountId: number, changed: Partial<NotificationDraft> = {}): NotificationDraft => ({
  gameId,
  accountId,
  kind: 'record',
  subject: 'ccu:10',
  occurredAt: DAY,
  facts: { kind: 'record', ccu: 10, previous: 9 },
  ...changed,
})

const commit = (store: Records, batch: Partial<EvaluationBatch>) =>
  store.evaluations.commit({
    after: undefined,
    cursor: DAY,
    notifications: [],
    events: [],
    states: [],
    createdAt: NOW,
    ...batch,
  })

async function linkedGame(store: Records, channelId: string | null = '100200300') {
  const account = await createAccount(store)
  return addGame(store, account.id, 5, { channelId })
}

export const describeNotifications = (open: StoreOpener<Records>) =>
  describe('notifications', () => {
    const store = freshStore(open)
    const list = () => store().outbox.list({ limit: 100 })

    it('are committed with what the kinds remember and the cursor, or not at all [NOTIFY-1]', async () => {
      const game = await linkedGame(store())
      const state = { gameId: game.id, kind: 'record', state: '{"max":10}' } as const
      expect(await commit(store(), { notifications: [draft(game.id, game.accountId)], states: [state] })).toBe(1)
      expect(await store().evaluations.cursor()).toBe(DAY)
      expect(await allOf(store().evaluations.states())).toEqual([{ ...state, isResumed: false }])
      const late = { notifications: [draft(game.id, game.accountId, { subject: 'ccu:11' })], cursor: DAY + 1 }
      expect(await commit(store(), late)).toBeUndefined()
      expect([await store().evaluations.cursor(), (await list()).length]).toEqual([DAY, 1])
    })

    it('are not committed, however many they are, where the cursor is elsewhere [NOTIFY-1]', async () => {
      const game = await linkedGame(store())
      await commit(store(), {})
      const notifications = Array.from({ length: 200 }, (_, n) =>
        draft(game.id, game.accountId, { subject: `ccu:${n}` }),
      )
      expect(await commit(store(), { notifications })).toBeUndefined()
      expect(await list()).toEqual([])
      const next = { after: DAY, cursor: DAY + 1, notifications }
      // Of two at once, one is committed, whole; which one, a database with several connections decides.
      const both = [commit(store(), next), commit(store(), { ...next, notifications: notifications.slice(0, 100) })]
      const [added, ...others] = (await Promise.all(both)).filter((count) => count !== undefined)
      expect([[100, 200], others]).toEqual([expect.arrayContaining([added]), []])
      expect((await store().outbox.list({ limit: 300 })).length).toBe(added)
    })

    it('are stored once per game, kind and subject', async () => {
      const game = await linkedGame(store())
      const notifications = [draft(game.id, game.accountId)]
      await commit(store(), { notifications: notifications })
      expect(await commit(store(), { after: DAY, cursor: DAY + 1, notifications: notifications })).toBe(0)
      expect(await list()).toMatchObject([{ state: 'pending', occurredAt: DAY, facts: { ccu: 10 } }])
    })

    it('are claimed by one worker only, and settled by that one', async () => {
      const game = await linkedGame(store())
      await commit(store(), { notifications: [draft(game.id, game.accountId)] })
      const claims = await Promise.all([1, 2, 3].map((n) => store().outbox.claim(1, '100200300', NOW + n)))
      const held = claims.flatMap((claim) => claim ?? [])
      expect(held).toMatchObject([{ id: 1, state: 'claimed', attempts: 1 }])
      const [claimed = held[0]] = held
      if (claimed === undefined) throw new Error('Nobody claimed it.')
      const sent = { state: 'sent', channelId: '100200300', messageId: '7' } as const
      expect(await store().outbox.recordOutcome({ ...claimed, claimedAt: NOW + 99 }, sent)).toBe(false)
      expect(await store().outbox.recordOutcome(claimed, sent)).toBe(true)
      expect(await store().outbox.byId(1)).toMatchObject({ ...sent, claimedAt: null, reason: null })
      expect(await store().outbox.claim(1, '100200300', NOW)).toBeUndefined()
    })

    it('that were claimed when their worker died wait again, with the doubt since the first claim', async () => {
      const game = await linkedGame(store())
      await commit(store(), { notifications: [draft(game.id, game.accountId)] })
      for (const at of [NOW + 5, NOW + 9]) {
        await store().outbox.claim(1, '100200300', at)
        expect(await store().outbox.releaseClaims()).toBe(1)
      }
      expect(await store().outbox.byId(1)).toMatchObject({ state: 'pending', claimedAt: null, uncertainSince: NOW + 5 })
    })

    it('wait in one line a channel, the oldest first; what goes nowhere keeps nobody waiting', async () => {
      const game = await linkedGame(store())
      const other = await addGame(store(), game.accountId, 6)
      await store().routes.put({
        gameId: game.id,
        kind: 'record',
        channelId: '900',
        enabled: true,
        digest: null,
      })
      const status = draft(game.id, game.accountId, { kind: 'status' })
      const [a, b] = [draft(game.id, game.accountId), draft(game.id, game.accountId, { subject: 'ccu:12' })]
      await commit(store(), { notifications: [status, a, b, draft(other.id, other.accountId)] })
      const lines = async () =>
        (await store().outbox.due(NOW)).map(({ notification, channelId }) => [notification.id, channelId])
      expect(await lines()).toEqual([
        [1, null],
        [2, '900'],
        [4, null],
      ])
      await store().outbox.claim(2, '100200300', NOW)
      expect(await lines()).toEqual([
        [1, null],
        [4, null],
      ])
    })

    it('that go nowhere wait for no other, also where all of a game do', async () => {
      const game = await linkedGame(store(), null)
      const subjects = ['ccu:1', 'ccu:2', 'ccu:3']
      const drafts = subjects.map((subject) => draft(game.id, game.accountId, { subject }))
      const off = drafts.map((one) => ({ ...one, kind: 'status' as const }))
      await commit(store(), { notifications: [...drafts, ...off] })
      expect((await store().outbox.due(NOW)).map(({ notification }) => notification.id)).toEqual([1, 2, 3, 4, 5, 6])
    })

    it('do not wait for a channel that rejected, until its time; the first rejection is reported', async () => {
      const game = await linkedGame(store())
      await commit(store(), { notifications: [draft(game.id, game.accountId)] })
      const pause = { channelId: '100200300', reason: 'It is gone.', since: NOW, until: NOW + 10 }
      expect(await store().routes.pause(pause)).toBe(true)
      expect(await store().routes.pause({ ...pause, since: NOW + 1 })).toBe(false)
      expect(await store().routes.paused(['100200300', '5'])).toEqual([pause])
      expect(await store().outbox.due(NOW)).toEqual([])
      expect(await store().outbox.due(NOW + 10)).toHaveLength(1)
      await store().routes.resume('100200300')
      expect(await store().outbox.due(NOW)).toHaveLength(1)
    })

    it('become dead letters after a day, with the reason', async () => {
      const game = await linkedGame(store())
      await commit(store(), { notifications: [draft(game.id, game.accountId)] })
      const day = 86_400_000
      expect(await store().outbox.expire(NOW + day - 1)).toBe(0)
      expect(await store().outbox.expire(NOW + day)).toBe(1)
      expect(await list()).toMatchObject([{ state: 'dead_letter', reason: expect.stringContaining('not connected') }])
    })

    it('that failed are listed, and one of them is tried again as if it were new', async () => {
      const game = await linkedGame(store())
      await commit(store(), { notifications: [draft(game.id, game.accountId)] })
      const claimed = await store().outbox.claim(1, '100200300', NOW)
      if (claimed === undefined) throw new Error('Nobody claimed it.')
      expect(await store().outbox.countOpen()).toEqual({ pending: 0, claimed: 1 })
      await store().outbox.recordOutcome(claimed, { state: 'dead_letter', reason: 'No.' })
      expect(await store().outbox.failed(9)).toMatchObject([{ id: 1, state: 'dead_letter', reason: 'No.' }])
      expect(await store().outbox.retry(2, NOW + 5)).toBe(false)
      expect(await store().outbox.retry(1, NOW + 5)).toBe(true)
      expect(await store().outbox.byId(1)).toMatchObject({ state: 'pending', attempts: 0, reason: null })
      expect([await store().outbox.failed(9), await store().outbox.retry(1, NOW)]).toEqual([[], false])
    })

    it('that continue another find it, and are not stored without it', async () => {
      const game = await linkedGame(store())
      const follows = { as: 'edit', subject: 'ccu:10' } as const
      const edit = draft(game.id, game.accountId, { subject: 'ccu:10 again', follows })
      await store().outbox.add(edit, NOW)
      expect(await list()).toEqual([])
      await store().outbox.add(draft(game.id, game.accountId), NOW)
      await store().outbox.add(edit, NOW)
      const [stored, original] = await list()
      expect(stored).toMatchObject({ follows })
      expect(stored && (await store().outbox.originalOf(stored))).toEqual(original)
      expect(original && (await store().outbox.originalOf(original))).toBeUndefined()
    })

    it('of one channel whose quiet hours are over become one, which settles all of them [DISCORD-35]', async () => {
      const game = await linkedGame(store())
      const quietHours = { from: 0, until: 60, timeZone: 'UTC' }
      const route = {
        gameId: game.id,
        kind: 'record',
        channelId: null,
        enabled: true,
        digest: null,
        quietHours,
      } as const
      await store().routes.put(route)
      const drafts = ['ccu:10', 'ccu:11'].map((subject) => draft(game.id, game.accountId, { subject }))
      await commit(store(), { notifications: drafts })
      expect(await store().outbox.gather(DAY * 60_000, () => false)).toBe(0)
      expect(await store().outbox.due(DAY * 60_000)).toEqual([])
      const after = (DAY + 60) * 60_000
      expect(await store().outbox.gather(after, () => false)).toBe(1)
      const [due, ...others] = await store().outbox.due(after)
      expect([due?.notification.facts, others]).toMatchObject([{ kind: 'batch', notificationIds: [1, 2] }, []])
      const claimed = due && (await store().outbox.claim(due.notification.id, due.channelId, after))
      if (claimed === undefined) throw new Error('The batch was not claimed.')
      await store().outbox.recordOutcome(claimed, { state: 'sent', messageId: '77' })
      expect((await list()).map(({ state, messageId }) => [state, messageId])).toEqual(
        drafts.concat(drafts[0] ?? []).map(() => ['sent', '77']),
      )
    })

    it('are listed by account, game, state and kind, the newest first', async () => {
      const game = await linkedGame(store())
      const other = await addGame(store(), game.accountId, 6)
      await commit(store(), { notifications: [draft(game.id, game.accountId), draft(other.id, other.accountId)] })
      const ids = async (filter: Partial<NotificationFilter>) =>
        (await store().outbox.list({ limit: 9, ...filter })).map(({ id }) => id)
      expect(await ids({})).toEqual([2, 1])
      expect(await ids({ limit: 1 })).toEqual([2])
      expect(await ids({ gameIds: [game.id] })).toEqual([1])
      expect(await ids({ accountId: game.accountId + 1 })).toEqual([])
      expect([await ids({ states: ['sent'] }), await ids({ kinds: ['status'] })]).toEqual([[], []])
      expect(await ids({ states: ['pending'], kinds: ['record'] })).toEqual([2, 1])
    })

    it('forget what they knew of a paused game no sooner than it is evaluated again', async () => {
      const game = await linkedGame(store())
      const state = { gameId: game.id, kind: 'record', state: '{}' } as const
      await commit(store(), { states: [state] })
      await store().games.update({ ...game, isActive: false })
      expect(await allOf(store().evaluations.states())).toEqual([])
      await store().games.update(game)
      expect(await allOf(store().evaluations.states())).toEqual([{ ...state, isResumed: true }])
      await commit(store(), { after: DAY, states: [state] })
      expect(await allOf(store().evaluations.states())).toEqual([{ ...state, isResumed: false }])
    })
  })
