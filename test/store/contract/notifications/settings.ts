import { describe, expect, it } from 'vitest'
import { type NotificationRoute, ROUTED_KINDS, type RuleDraft } from '../../../../src/domain/notifications/settings.js'
import { addGame, allOf, createAccount, DAY, freshStore, NOW, type Records, type StoreOpener } from '../support.js'

export const describeNotificationSettings = (open: StoreOpener<Records>) =>
  describe('routes, rules and events', () => {
    const store = freshStore(open)

    it('keep what was chosen per game and kind', async () => {
      const game = await addGame(store(), (await createAccount(store())).id, 5)
      const digest = { every: 'week', weekday: 1, at: 540, timeZone: 'Europe/Berlin' } as const
      const routes: NotificationRoute[] = [
        { gameId: game.id, kind: 'digest', channelId: '77', enabled: true, digest },
        { gameId: game.id, kind: 'status', channelId: null, enabled: false, digest: null },
      ]
      for (const route of routes) await store().routes.put({ ...route, channelId: '1', digest: null })
      for (const route of routes) await store().routes.put(route)
      expect(await store().routes.all()).toEqual(routes)
      expect(await store().routes.ofGame(game.id + 1)).toEqual([])
    })

    it('are read at once for all games of an account that were not removed, and for no others', async () => {
      const [account, other] = [(await createAccount(store())).id, (await createAccount(store(), { name: 'Other' })).id]
      const [first, removed, second, others] = [
        await addGame(store(), account, 5, { maxGames: 3 }),
        await addGame(store(), account, 6, { maxGames: 3 }),
        await addGame(store(), account, 7, { maxGames: 3 }),
        await addGame(store(), other, 5),
      ]
      const route = { kind: 'status', channelId: '77', enabled: true, digest: null } as const
      const draft = {
        metric: 'ccu',
        condition: { is: 'below', value: 5 },
        readings: 1,
        cooldownMinutes: 60,
        quietHours: null,
        roleId: null,
      } as const
      for (const { id: gameId } of [second, others, removed, first]) {
        await store().routes.put({ ...route, gameId })
        await store().rules.add({ ...draft, gameId, createdAt: NOW })
      }
      await store().games.remove(removed.id, NOW)
      const gameIds = (rows: readonly { readonly gameId: number }[]) => rows.map(({ gameId }) => gameId)
      expect(gameIds(await store().routes.ofAccount(account))).toEqual([first.id, second.id])
      expect(gameIds(await store().rules.ofAccount(account))).toEqual([second.id, first.id])
      expect(await store().routes.ofAccount(other)).toEqual(await store().routes.ofGame(others.id))
      expect(await store().rules.ofAccount(other)).toEqual(await store().rules.ofGame(others.id))
    })

    it('keep the states of many games, whether they are new or changed, and none where the cursor was moved', async () => {
      const { id } = await createAccount(store())
      const games = await Promise.all(
        Array.from({ length: 90 }, (_, index) => addGame(store(), id, index + 1, { maxGames: 90 })),
      )
      const statesOf = (state: string) =>
        games.flatMap(({ id: gameId }) => ROUTED_KINDS.map((kind) => ({ gameId, kind, state })))
      const batch = { notifications: [], events: [], createdAt: NOW }
      const commit = (after: number | undefined, cursor: number, states: ReturnType<typeof statesOf>) =>
        store().evaluations.commit({ ...batch, after, cursor, states })
      const known = async () => {
        const found = await allOf(store().evaluations.states())
        expect(new Set(found.map(({ gameId, kind }) => `${gameId} ${kind}`)).size).toBe(found.length)
        return found.map(({ state }) => state)
      }
      const all = (state: string) => statesOf(state).map(() => state)
      expect(await commit(undefined, DAY, statesOf('1'))).toBe(0)
      expect(await known()).toEqual(all('1'))
      expect(await commit(DAY, DAY + 1, statesOf('2'))).toBe(0)
      expect(await known()).toEqual(all('2'))
      expect(await commit(DAY, DAY + 2, statesOf('3'))).toBeUndefined()
      expect(await known()).toEqual(all('2'))
    })

    it('begin afresh when a kind is switched on or off, except for what is reported once ever', async () => {
      const game = await addGame(store(), (await createAccount(store())).id, 5)
      const put = (kind: NotificationRoute['kind'], enabled: boolean, channelId = '77') =>
        store().routes.put({ gameId: game.id, kind, channelId, enabled, digest: null })
      const known = async () => (await allOf(store().evaluations.states())).map(({ kind }) => kind)
      await put('status', true)
      const states = (['milestone', 'status'] as const).map((kind) => ({ gameId: game.id, kind, state: '{}' }))
      await store().evaluations.commit({
        after: undefined,
        cursor: DAY,
        notifications: [],
        events: [],
        states,
        createdAt: NOW,
      })
      await put('status', true, '88')
      await put('milestone', false)
      expect(await known()).toEqual(['milestone', 'status'])
      await put('status', false)
      expect(await known()).toEqual(['milestone'])
    })

    it('go with the server that their channel lies in', async () => {
      const game = await addGame(store(), (await createAccount(store())).id, 5)
      for (const [kind, channelId] of [
        ['status', '77'],
        ['digest', '88'],
      ] as const)
        await store().routes.put({ gameId: game.id, kind, channelId, enabled: true, digest: null })
      await store().routes.pause({ channelId: '77', reason: 'It is gone.', since: NOW, until: NOW + 1 })
      await store().guildSettings.noteChannel('77', '1')
      await store().guildSettings.left('1', NOW)
      await store().guildSettings.forgetLeft(NOW)
      expect((await store().routes.all()).map(({ kind }) => kind)).toEqual(['digest'])
      expect(await store().routes.paused(['77'])).toEqual([])
    })

    it('keep rules as they were drawn up, until they are removed', async () => {
      const game = await addGame(store(), (await createAccount(store())).id, 5)
      const draft: RuleDraft = {
        gameId: game.id,
        metric: 'ccu',
        condition: { is: 'changed', by: -30, unit: 'percent' },
        readings: 3,
        cooldownMinutes: 60,
        quietHours: { from: 1320, until: 420, timeZone: 'Europe/Berlin' },
        roleId: '42',
        createdAt: NOW,
      }
      const rule = await store().rules.add(draft)
      expect(rule).toEqual({ ...draft, id: rule.id })
      expect(await store().rules.ofGame(game.id)).toEqual([rule])
      expect(await store().rules.byId(rule.id)).toEqual(rule)
      await store().rules.remove(rule.id)
      expect(await store().rules.all()).toEqual([])
    })

    it('mark spans of a game as expected, each once, in the order of their beginning', async () => {
      const { expectedSpans } = store()
      const game = await addGame(store(), (await createAccount(store())).id, 5)
      const draft = (from: number, note: string) => ({ gameId: game.id, from, until: DAY + 9, note, createdAt: NOW })
      const late = await expectedSpans.add(draft(DAY + 5, 'Event'))
      const early = await expectedSpans.add(draft(DAY, 'Maintenance'))
      expect(await expectedSpans.add({ ...draft(DAY + 5, 'Other'), createdAt: NOW + 1 })).toEqual({
        ...late,
        note: 'Other',
      })
      expect(await expectedSpans.ofGame(game.id)).toEqual([early, { ...late, note: 'Other' }])
      expect(await expectedSpans.remove(game.id + 1, early.id)).toBe(false)
      expect(await expectedSpans.remove(game.id, early.id)).toBe(true)
      expect((await expectedSpans.all()).map(({ id }) => id)).toEqual([late.id])
    })

    it('keep a rule that is changed, paused and resumed', async () => {
      const { rules } = store()
      const game = await addGame(store(), (await createAccount(store())).id, 5)
      const choice = { metric: 'ccu', condition: { is: 'above', value: 9 }, readings: 3, cooldownMinutes: 60 } as const
      const draft: RuleDraft = { gameId: game.id, ...choice, quietHours: null, roleId: null, createdAt: NOW }
      const { id } = await rules.add({ ...draft, minutes: 5 })
      await rules.setPaused(id, true, NOW + 1)
      expect(await rules.byId(id)).toEqual({ ...draft, id, minutes: 5, isPaused: true })
      await rules.setPaused(id, false, NOW + 2)
      await rules.change(id, { ...choice, readings: 4, quietHours: null, roleId: '7', createdAt: NOW + 3 })
      expect(await rules.all()).toEqual([{ ...draft, id, readings: 4, roleId: '7', createdAt: NOW + 3 }])
    })
  })
