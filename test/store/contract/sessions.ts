import { describe, expect, it } from 'vitest'
import type { SessionDraft } from '../../../src/domain/auth/session.js'
import { createAccount, freshStore, NOW, type Records, type StoreOpener } from './support.js'

const draft = (hash: string, change: Partial<SessionDraft> = {}): SessionDraft => ({
  ...{ hash, discordUserId: '77777', grant: null, name: 'Mara', browser: 'Firefox' },
  ...{ createdAt: NOW, lastSeenAt: NOW, expiresAt: NOW + 100 },
  ...(change as object),
})

export const describeSessions = (open: StoreOpener<Records>) =>
  describe('sessions and login links', () => {
    const store = freshStore(open)

    it('keeps a session of a person, and one of a link, by the hash of its secret', async () => {
      const { id: accountId } = await createAccount(store())
      const person = await store().sessions.create(draft('a'))
      const grant = { accountId, role: 'viewer' } as const
      const holder = await store().sessions.create(draft('b', { discordUserId: null, grant, name: null }))
      expect(await store().sessions.byHash('a')).toEqual(person)
      expect(await store().sessions.byHash('b')).toEqual(holder)
      expect(holder).toMatchObject({ grant, discordUserId: null, browser: 'Firefox' })
      expect(await store().sessions.byHash('c')).toBeUndefined()
      expect(await store().sessions.ofUser('77777')).toEqual([person])
      expect(await store().sessions.ofGrants(accountId)).toEqual([holder])
    })

    it('notes when it was seen, and deletes what it should', async () => {
      const [one, two] = [await store().sessions.create(draft('a')), await store().sessions.create(draft('b'))]
      await store().sessions.seen(one.id, NOW + 5)
      expect(await store().sessions.byHash('a')).toEqual({ ...one, lastSeenAt: NOW + 5 })
      await store().sessions.remove([one.id])
      await store().sessions.remove([])
      expect(await store().sessions.ofUser('77777')).toEqual([two])
    })

    it('sweeps what has expired when another is made', async () => {
      const { id: accountId } = await createAccount(store())
      for (const hash of ['x', 'y']) {
        await store().sessions.createLink({
          hash,
          accountId,
          role: 'owner',
          expiresAt: NOW + (hash === 'x' ? 100 : 101),
          isOperator: false,
        })
      }
      await store().sessions.create(draft('a'))
      await store().sessions.create(draft('b', { createdAt: NOW + 100 }))
      expect(await store().sessions.linkByHash('x')).toBeUndefined()
      expect(await store().sessions.linkByHash('y')).toBeDefined()
      expect(await store().sessions.byHash('a')).toBeUndefined()
      expect(await store().sessions.byHash('b')).toBeDefined()
    })

    it('gives out a link once, even to callers at the same time', async () => {
      const { id: accountId } = await createAccount(store())
      const link = { hash: 'a', accountId, role: 'owner', expiresAt: NOW + 10, isOperator: true } as const
      await store().sessions.createLink(link)
      expect(await store().sessions.linkByHash('a')).toEqual(link)
      const answers = await Promise.all([1, 2, 3].map(() => store().sessions.useLink('a', NOW)))
      expect(answers.filter((answer) => answer !== undefined)).toEqual([link])
    })

    it('lets links and their sessions go with the account', async () => {
      const { id: accountId } = await createAccount(store())
      await store().sessions.createLink({ hash: 'a', accountId, role: 'owner', expiresAt: NOW + 10, isOperator: true })
      const grant = { accountId, role: 'owner' } as const
      await store().sessions.create(draft('b', { discordUserId: null, grant }))
      await store().accounts.remove(accountId)
      expect(await store().sessions.linkByHash('a')).toBeUndefined()
      expect(await store().sessions.byHash('b')).toBeUndefined()
    })
  })
