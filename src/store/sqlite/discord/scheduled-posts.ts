// Stores the scheduled posts of servers. What is posted and how far the posts are done is written in one transaction, so that
// a crash neither doubles nor loses a post.
import { and, count, eq } from 'drizzle-orm'
import type { ScheduledPostStore } from '../../../domain/ports/scheduled-posts.js'
import type { Connection } from '../connection.js'
import { scheduledPost as post } from '../notifications/schema.js'
import { notificationWriter } from '../notifications/waiting.js'

export function scheduledPostStore(connection: Connection): ScheduledPostStore {
  const { orm, write } = connection
  const insert = notificationWriter(connection)
  return {
    put: async (draft, max) =>
      write(() => {
        const { guildId, channelId, topic } = draft
        const place = and(eq(post.guildId, guildId), eq(post.channelId, channelId), eq(post.topic, topic))
        const changed = orm.update(post).set(draft).where(place).returning().get()
        if (changed) return changed
        const postCount = orm.select({ count: count() }).from(post).where(eq(post.guildId, guildId)).get()?.count ?? 0
        return postCount < max ? orm.insert(post).values(draft).returning().get() : undefined
      }),
    all: async () => orm.select().from(post).orderBy(post.id).all(),
    ofGuild: async (guildId) => orm.select().from(post).where(eq(post.guildId, guildId)).orderBy(post.id).all(),
    remove: async (guildId, id) =>
      write(
        () =>
          orm
            .delete(post)
            .where(and(eq(post.id, id), eq(post.guildId, guildId)))
            .run().changes > 0,
      ),
    finish: async ({ id, at, weekday, doneUntil }, until, { draft, at: createdAt }) =>
      write(() => {
        const isSame = and(eq(post.id, id), eq(post.at, at), eq(post.weekday, weekday), eq(post.doneUntil, doneUntil))
        if (orm.update(post).set({ doneUntil: until }).where(isSame).run().changes === 0) return false
        if (draft) insert(draft, createdAt)
        return true
      }),
  }
}
