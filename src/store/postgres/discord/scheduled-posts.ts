// Stores the scheduled posts of servers. What is posted and how far the posts are done is written in one transaction, so that
// a crash neither doubles nor loses a post.
import { and, count, eq } from 'drizzle-orm'
import type { ScheduledPostStore } from '../../../domain/ports/scheduled-posts.js'
import { first, only } from '../columns.js'
import type { Connection } from '../connection.js'
import { lockName } from '../locks.js'
import { scheduledPost as post } from '../notifications/schema.js'
import { putNotification } from '../notifications/waiting.js'

export const scheduledPostStore = ({ read, write }: Connection): ScheduledPostStore => ({
  put: (draft, max) =>
    write(async (transaction) => {
      const { orm } = transaction
      const { guildId, channelId, topic } = draft
      await lockName(transaction, 'scheduled posts', guildId)
      const place = and(eq(post.guildId, guildId), eq(post.channelId, channelId), eq(post.topic, topic))
      const changed = first(await orm.update(post).set(draft).where(place).returning())
      if (changed !== undefined) return changed
      const { postCount } = only(await orm.select({ postCount: count() }).from(post).where(eq(post.guildId, guildId)))
      return postCount < max ? only(await orm.insert(post).values(draft).returning()) : undefined
    }),
  all: () => read((orm) => orm.select().from(post).orderBy(post.id)),
  ofGuild: (guildId) => read((orm) => orm.select().from(post).where(eq(post.guildId, guildId)).orderBy(post.id)),
  remove: (guildId, id) =>
    write(async ({ orm }) => {
      const { rowCount } = await orm.delete(post).where(and(eq(post.id, id), eq(post.guildId, guildId)))
      return rowCount !== 0
    }),
  finish: ({ id, at, weekday, doneUntil }, until, { draft, at: createdAt }) =>
    write(async ({ orm }) => {
      const isSame = and(eq(post.id, id), eq(post.at, at), eq(post.weekday, weekday), eq(post.doneUntil, doneUntil))
      const { rowCount } = await orm.update(post).set({ doneUntil: until }).where(isSame)
      if (rowCount === 0) return false
      if (draft) await putNotification(orm, draft, createdAt)
      return true
    }),
})
