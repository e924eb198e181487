import { describe, expect, it } from 'vitest'
import type { ScheduledPostDraft } from '../../../../src/domain/live-updates/scheduled-post.js'
import type { NotificationDraft } from '../../../../src/domain/notifications/notification.js'
import { addGame, createAccount, DAY, freshStore, NOW, type Records, type StoreOpener } from '../support.js'

const draft = (changed: Partial<ScheduledPostDraft> = {}): ScheduledPostDraft => ({
  guildId: 'g',
  channelId: 'c',
  topic: 'records',
  weekday: 1,
  at: 540,
  doneUntil: DAY,
  ...changed,
})

export const describeScheduledPosts = (open: StoreOpener<Records>) =>
  describe('scheduled posts', () => {
    const store = freshStore(open)

    it('are at most so many in a server, and one of each topic in a channel, the one chosen last', async () => {
      const { scheduledPosts } = store()
      const first = await scheduledPosts.put(draft(), 2)
      expect(await scheduledPosts.put(draft({ at: 600 }), 2)).toEqual({ ...first, at: 600 })
      await scheduledPosts.put(draft({ channelId: 'd' }), 2)
      expect(await scheduledPosts.put(draft({ channelId: 'e' }), 2)).toBeUndefined()
      expect((await scheduledPosts.ofGuild('g')).map(({ channelId, at }) => [channelId, at])).toEqual([
        ['c', 600],
        ['d', 540],
      ])
      expect(await scheduledPosts.remove('other', first?.id ?? 0)).toBe(false)
      expect(await scheduledPosts.remove('g', first?.id ?? 0)).toBe(true)
      expect(await scheduledPosts.all()).toHaveLength(1)
    })

    it('are done once, together with their notification', async () => {
      const { scheduledPosts, outbox } = store()
      const account = await createAccount(store())
      const game = await addGame(store(), account.id, 5)
      const post = await scheduledPosts.put(draft(), 2)
      if (post === undefined) throw new Error('The server has too many posts.')
      const notification: NotificationDraft = {
        ...{ gameId: game.id, accountId: account.id, kind: 'record', subject: 'ccu:10', occurredAt: DAY },
        facts: { kind: 'record', ccu: 10, previous: 9 },
      }
      const finishing = [1, 2, 3].map(() => scheduledPosts.finish(post, DAY + 1, { draft: notification, at: NOW }))
      expect((await Promise.all(finishing)).filter(Boolean)).toHaveLength(1)
      expect(await outbox.list({ limit: 9 })).toHaveLength(1)
      expect(await scheduledPosts.all()).toEqual([{ ...post, doneUntil: DAY + 1 }])
    })
  })
