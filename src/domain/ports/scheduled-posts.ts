// The port of scheduled posts: which ones there are, and how far each is done.
import type { Minute } from '../clock.js'
import type { ScheduledPost, ScheduledPostDraft } from '../live-updates/scheduled-post.js'
import type { NotificationDraft } from '../notifications/notification.js'

export interface ScheduledPostStore {
  /** Undefined if the server has as many as it may have. A channel has one of each topic, the one chosen last. */
  put(draft: ScheduledPostDraft, max: number): Promise<ScheduledPost | undefined>
  all(): Promise<ScheduledPost[]>
  ofGuild(guildId: string): Promise<ScheduledPost[]>
  /** Returns whether there was one. */
  remove(guildId: string, id: number): Promise<boolean>
  /**
   * Stores that the due times up to `until` are done, together with the notification of the last one, if it is posted. Does
   * nothing if another call did it, or if the post was changed or removed meanwhile.
   */
  finish(post: ScheduledPost, until: Minute, done: FinishedPost): Promise<boolean>
}

export interface FinishedPost {
  /** Undefined if the due time was left out. */
  readonly draft: NotificationDraft | undefined
  /** ms. */
  readonly at: number
}
