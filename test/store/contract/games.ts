import { describe, expect, it } from 'vitest'
import { addGame, createAccount, facts, freshStore, NOW, type Records, type StoreOpener, tryAdding } from './support.js'

export const describeGames = (open: StoreOpener<Records>) =>
  describe('games and universes', () => {
    const store = freshStore(open)

    it('adds an active game under the name of its universe', async () => {
      const { id: accountId } = await createAccount(store())
      const added = await tryAdding(store(), accountId, 2 ** 53 - 1, { channelId: '77' })
      expect(added).toMatchObject({
        outcome: 'added',
        game: { accountId, universeId: 2 ** 53 - 1, channelId: '77', isActive: true, createdAt: NOW },
      })
      if (added.outcome !== 'full') expect(await store().games.byId(added.game.id)).toEqual(added.game)
    })

    it('answers the game that the account has, even when it is full, and learns the new name', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5, { channelId: '1', maxGames: 1 })
      const again = { channelId: '2', maxGames: 1, universe: facts(5, { name: 'Renamed' }) }
      const known = await tryAdding(store(), accountId, 5, again)
      expect(known).toEqual({ outcome: 'known', game: { ...game, name: 'Renamed' } })
    })

    it('rejects a game above the limit and writes nothing [PLANS-6]', async () => {
      const { id: accountId } = await createAccount(store())
      await addGame(store(), accountId, 1)
      await addGame(store(), accountId, 2)
      expect(await tryAdding(store(), accountId, 3, { maxGames: 2 })).toEqual({ outcome: 'full', count: 2 })
      expect(await store().universes.known([1, 2, 3])).toEqual(new Set([1, 2]))
      expect(await store().games.ofAccount(accountId)).toHaveLength(2)
    })

    it('keeps the limit when many games are added at once', async () => {
      const { id: accountId } = await createAccount(store())
      const adding = Array.from({ length: 8 }, (_, n) => tryAdding(store(), accountId, n + 1, { maxGames: 3 }))
      const outcomes = (await Promise.all(adding)).map((added) => added.outcome)
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3)
    })

    it('lets two accounts have a game of the same universe, apart from each other', async () => {
      const one = await createAccount(store(), { name: 'one' })
      const two = await createAccount(store(), { name: 'two' })
      const game = await addGame(store(), one.id, 5)
      const other = await addGame(store(), two.id, 5)
      expect(other.id).not.toBe(game.id)
      expect(await store().games.ofAccount(one.id)).toEqual([game])
    })

    it('shows nothing to everybody until its owner says so, and what was removed no more', async () => {
      const one = await createAccount(store(), { name: 'one' })
      const two = await createAccount(store(), { name: 'two' })
      const games = [
        await addGame(store(), one.id, 5),
        await addGame(store(), two.id, 5),
        await addGame(store(), one.id, 6),
      ]
      expect(games.map((game) => game.isPublic)).toEqual([false, false, false])
      for (const game of games.slice(1)) await store().games.update({ ...game, isPublic: true })
      expect(await store().games.published()).toEqual(games.slice(1).map((game) => ({ ...game, isPublic: true })))
      await store().games.remove(games[2]?.id ?? 0, NOW)
      expect((await store().games.published()).map(({ id }) => id)).toEqual([games[1]?.id])
    })

    it('finds a game by the channel of its account', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5, { channelId: '1' })
      expect(await store().games.byChannel(accountId, '1')).toEqual(game)
      expect(await store().games.byChannel(accountId, '2')).toBeUndefined()
      expect(await store().games.byChannel(accountId + 1, '1')).toBeUndefined()
    })

    it('writes channel and activity of a game', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5)
      await store().games.update({ ...game, channelId: '9', isActive: false })
      expect(await store().games.byId(game.id)).toEqual({ ...game, channelId: '9', isActive: false })
    })

    it('writes what is given only, whatever was changed meanwhile', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5)
      await store().games.update({ id: game.id, isActive: false })
      await store().games.update({ id: game.id, channelId: '9' })
      await store().games.update({ id: game.id, isPublic: true })
      expect(await store().games.byId(game.id)).toEqual({ ...game, channelId: '9', isActive: false, isPublic: true })
    })

    it('resumes a game only where there is room for it, and then writes all of the change', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5)
      const second = await addGame(store(), accountId, 6)
      await store().games.update({ id: game.id, isActive: false })
      const wanted = { id: game.id, isActive: true, channelId: '9' }
      expect(await store().games.update(wanted, 1)).toBe(false)
      expect(await store().games.byId(game.id)).toEqual({ ...game, isActive: false })
      expect(await store().games.update({ id: second.id, isActive: true }, 1)).toBe(true)
      expect(await store().games.update(wanted, 2)).toBe(true)
      expect(await store().games.byId(game.id)).toEqual({ ...game, channelId: '9' })
    })

    it('reads one tracked universe as it is among all', async () => {
      const { id: accountId } = await createAccount(store())
      await addGame(store(), accountId, 5)
      const removed = await addGame(store(), accountId, 6)
      await store().games.remove(removed.id, NOW)
      const [tracked] = await store().universes.tracked()
      expect(tracked?.id).toBe(5)
      expect(await store().universes.trackedOne(5)).toEqual(tracked)
      expect(await store().universes.trackedOne(6)).toBeUndefined()
      expect(await store().universes.trackedOne(7)).toBeUndefined()
    })

    it('shows a removed game nowhere, and gives the universe a new game when it is added again', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5, { channelId: '1', maxGames: 1 })
      await store().games.remove(game.id, NOW)
      await store().games.update({ ...game, isActive: true })
      expect(await store().games.byId(game.id)).toBeUndefined()
      expect(await store().games.ofAccount(accountId)).toEqual([])
      expect(await store().games.byChannel(accountId, '1')).toBeUndefined()
      expect(await store().universes.tracked()).toEqual([])
      const again = await addGame(store(), accountId, 5, { maxGames: 1 })
      expect(again.id).toBeGreaterThan(game.id)
      await store().games.remove(again.id, NOW)
      expect((await addGame(store(), accountId, 5)).id).toBeGreaterThan(again.id)
    })

    it('tracks the universes of active games since the first was added, with the subscriptions of their accounts', async () => {
      const one = await createAccount(store(), { name: 'one', plan: 'free', status: 'trial', trialEndsAt: NOW })
      const two = await createAccount(store(), { name: 'two' })
      await addGame(store(), one.id, 5)
      await addGame(store(), two.id, 5, { createdAt: NOW + 1 })
      const paused = await addGame(store(), two.id, 6)
      await store().games.update({ ...paused, isActive: false })
      expect(await store().universes.tracked()).toEqual([
        {
          ...facts(5),
          schedule: null,
          subscribers: [
            { plan: 'free', status: 'trial', trialEndsAt: NOW },
            { plan: 'premium', status: 'active', trialEndsAt: null },
          ],
          addedAt: NOW,
        },
      ])
    })

    it('says which universes are known', async () => {
      const { id: accountId } = await createAccount(store())
      await addGame(store(), accountId, 5)
      expect(await store().universes.known([4, 5, 5, 6])).toEqual(new Set([5]))
      expect(await store().universes.known([])).toEqual(new Set())
    })

    it('returns the latest samples of universes, of every account that tracks them', async () => {
      const { id: accountId } = await createAccount(store())
      const game = await addGame(store(), accountId, 5)
      await addGame(store(), accountId, 6)
      await store().games.remove(game.id, NOW)
      expect(await store().universes.facts([5, 7])).toEqual([facts(5)])
      expect(await store().universes.facts([])).toEqual([])
    })
  })
