import { describe, expect, it } from 'vitest'
import { addGame, createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

const formerPlan = { plan: 'enterprise', until: NOW + 5 } as const

export const describeAccounts = (open: StoreOpener<Records>) =>
  describe('accounts and members', () => {
    const store = freshStore(open)

    it('answers an account by its id and by its name as it was created', async () => {
      const account = await createAccount(store(), {
        name: 'Acme',
        status: 'trial',
        trialEndsAt: NOW + 1,
        formerPlan,
      })
      expect(account).toMatchObject({ name: 'Acme', status: 'trial', trialEndsAt: NOW + 1, formerPlan, createdAt: NOW })
      expect(await store().accounts.byId(account.id)).toEqual(account)
      expect(await store().accounts.byName('Acme')).toEqual(account)
      expect(await store().accounts.byId(account.id + 1)).toBeUndefined()
      expect(await store().accounts.byName('acme')).toBeUndefined()
    })

    it('lists accounts in the order of their creation', async () => {
      for (const name of ['c', 'a', 'b']) await createAccount(store(), { name })
      expect((await store().accounts.list()).map((account) => account.name)).toEqual(['c', 'a', 'b'])
    })

    it('answers what is in accounts and when they were last used', async () => {
      const [one, other] = [await createAccount(store(), { name: 'one' }), await createAccount(store(), { name: 'b' })]
      const { id: gameId } = await addGame(store(), one.id, 5)
      await addGame(store(), one.id, 6)
      await store().games.update({ id: gameId, isActive: false })
      await store().games.remove((await addGame(store(), one.id, 7)).id, NOW)
      await store().members.set({ accountId: one.id, discordUserId: '77777', role: 'owner', createdAt: NOW })
      const times = { createdAt: NOW, expiresAt: NOW + 9 }
      const facts = { name: null, browser: 'Chromium', isOperator: false, grant: null, ...times }
      await store().sessions.create({ ...facts, hash: 'a', discordUserId: '77777', lastSeenAt: NOW + 3 })
      await store().sessions.create({ ...facts, hash: 'b', discordUserId: '88888', lastSeenAt: NOW + 5 })
      expect(await store().accounts.activity([one.id, other.id, 999])).toEqual(
        new Map([
          [one.id, { games: 2, activeGames: 1, members: 1, lastUsedAt: NOW + 3 }],
          [other.id, { games: 0, activeGames: 0, members: 0, lastUsedAt: null }],
        ]),
      )
    })

    it('updates every field of an account', async () => {
      const account = await createAccount(store(), { formerPlan })
      const changed = {
        ...account,
        name: 'new',
        plan: 'free',
        status: 'expired',
        trialEndsAt: 7,
        formerPlan: null,
      } as const
      await store().accounts.update(changed)
      expect(await store().accounts.byId(account.id)).toEqual(changed)
    })

    it('changes a plan with its games: pauses those registered last, and resumes those that it had paused', async () => {
      const account = await createAccount(store())
      for (const [universeId, createdAt] of [
        [4, NOW + 3],
        [5, NOW],
        [6, NOW + 2],
        [7, NOW + 1],
      ] as const)
        await addGame(store(), account.id, universeId, { createdAt })
      const { accounts, games } = store()
      const free = { ...account, plan: 'free' } as const
      const paused = await accounts.changePlan(free, { pauseAbove: 1, resumeUpTo: 1 })
      expect(paused).toMatchObject({
        paused: [{ universeId: 7 }, { universeId: 6 }, { universeId: 4 }],
        resumed: [],
        left: [],
      })
      const [newest, oldest, , byHand] = await games.ofAccount(account.id)
      await games.update({ id: byHand?.id ?? 0, isActive: false })
      await games.update({ id: oldest?.id ?? 0, isActive: false })
      const none = { paused: [], resumed: [], left: [] }
      expect(await accounts.changePlan(free, { pauseAbove: null, resumeUpTo: null })).toEqual(none)
      const resumed = await accounts.changePlan(account, { pauseAbove: null, resumeUpTo: 1 })
      expect(resumed).toMatchObject({
        paused: [],
        resumed: [{ universeId: 6, isActive: true }],
        left: [{ universeId: 4 }],
      })
      expect(await accounts.byId(account.id)).toEqual(account)
      const all = await games.resumeAll(account.id, 3)
      expect(all).toMatchObject({ resumed: [{ universeId: 5 }, { universeId: 7 }], left: [{ id: newest?.id }] })
      expect((await games.ofAccount(account.id)).filter((game) => game.isActive)).toHaveLength(3)
    })

    it('rejects a name that another account has', async () => {
      const first = await createAccount(store(), { name: 'one' })
      const second = await createAccount(store(), { name: 'two' })
      const rejection = { code: 'INVALID_PARAMETERS' }
      await expect(createAccount(store(), { name: 'one' })).rejects.toMatchObject(rejection)
      await expect(store().accounts.update({ ...second, name: 'one' })).rejects.toMatchObject(rejection)
      await store().accounts.update({ ...first, plan: 'free' })
      expect(await store().accounts.list()).toHaveLength(2)
    })

    it('removes an account with its members, games, keys and guild links, and leaves its universes', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5)
      const { members, keys, guilds } = store()
      await members.set({ accountId, discordUserId: 'u', role: 'owner', createdAt: NOW })
      const draft = { accountId, name: 'k', prefix: 'hc_live_1234', hash: 'h', createdAt: NOW, expiresAt: null }
      const key = await keys.create(draft)
      await guilds.link({ guildId: 'g', accountId, linkedAt: NOW })
      await guilds.createCode({ hash: 'c', accountId, expiresAt: NOW + 1 })
      await store().accounts.remove(accountId)
      expect(await store().accounts.list()).toEqual([])
      expect(await store().games.byId(game.id)).toBeUndefined()
      expect(await keys.byId(key.id)).toBeUndefined()
      expect(await members.list(accountId)).toEqual([])
      expect(await guilds.byId('g')).toBeUndefined()
      expect(await guilds.useCode('c', '77777', NOW)).toBeUndefined()
      expect(await store().universes.known([5])).toEqual(new Set([5]))
    })

    it('never gives the id of a removed account to another', async () => {
      const first = await createAccount(store())
      await store().accounts.remove(first.id)
      expect((await createAccount(store())).id).toBeGreaterThan(first.id)
    })

    it('lists the members of one account, and changes a role without changing since when', async () => {
      const { id: accountId } = await createAccount(store())
      const { id: other } = await createAccount(store(), { name: 'other' })
      const { members } = store()
      await members.set({ accountId, discordUserId: 'b', role: 'owner', createdAt: NOW })
      await members.set({ accountId, discordUserId: 'a', role: 'viewer', createdAt: NOW + 1 })
      await members.set({ accountId: other, discordUserId: 'a', role: 'owner', createdAt: NOW })
      await members.set({ accountId, discordUserId: 'b', role: 'manager', createdAt: NOW + 2 })
      expect(await members.list(accountId)).toEqual([
        { accountId, discordUserId: 'b', role: 'manager', createdAt: NOW },
        { accountId, discordUserId: 'a', role: 'viewer', createdAt: NOW + 1 },
      ])
    })

    it('answers the member that was removed, once', async () => {
      const { id: accountId } = await createAccount(store())
      const member = { accountId, discordUserId: 'a', role: 'viewer', createdAt: NOW } as const
      await store().members.set(member)
      expect(await store().members.remove(accountId, 'a')).toEqual(member)
      expect(await store().members.remove(accountId, 'a')).toBeUndefined()
      expect(await store().members.list(accountId)).toEqual([])
    })

    it('keeps settings, the last one written', async () => {
      expect(await store().settings.get('commands')).toBeUndefined()
      await store().settings.set('commands', 'a')
      await store().settings.set('commands', 'b')
      expect(await store().settings.get('commands')).toBe('b')
    })

    it('keeps the last owner of an account that has one', async () => {
      const { members } = store()
      const { id: accountId } = await createAccount(store())
      const member = (discordUserId: string, role: 'owner' | 'viewer') => ({
        accountId,
        discordUserId,
        role,
        createdAt: NOW,
      })
      expect(await members.setKeepingOwner(member('a', 'viewer'))).toBe(true)
      expect(await members.setKeepingOwner(member('b', 'owner'))).toBe(true)
      expect(await members.setKeepingOwner(member('b', 'viewer'))).toBe(false)
      expect(await members.removeKeepingOwner(accountId, 'b')).toBe(false)
      expect(await members.setKeepingOwner(member('a', 'owner'))).toBe(true)
      expect(await members.removeKeepingOwner(accountId, 'b')).toBe(true)
      expect(await members.list(accountId)).toEqual([member('a', 'owner')])
      expect(await members.removeKeepingOwner(accountId, 'a')).toBe(false)
    })

    it('counts requests by day, and answers the days asked for that have any', async () => {
      const { usage } = store()
      const [{ id: accountId }, { id: other }] = [
        await createAccount(store(), { name: 'a' }),
        await createAccount(store(), { name: 'b' }),
      ]
      const of = (account: number, day: number, count: number) => ({ accountId: account, day, count })
      await usage.add({
        requests: [of(accountId, 12, 5), of(accountId, 10, 1), of(other, 10, 9), of(accountId, 13, 2)],
        keys: [],
      })
      await usage.add({ requests: [of(accountId, 10, 3)], keys: [] })
      expect(await usage.daily(accountId, 10, 12)).toEqual([
        { day: 10, count: 4 },
        { day: 12, count: 5 },
      ])
      expect(await usage.daily(accountId, 1, 9)).toEqual([])
    })

    it('answers the names of all universes that are known', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5)
      expect(await store().universes.names()).toEqual([{ id: 5, name: game.name }])
    })
  })
