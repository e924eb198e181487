// Makes scheduled posts: at their local time, a notification about the games of the server is put into the outbox, and in
// the same transaction the time until which the posts are done is stored.

import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { throwTogether } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import {
  type DuePost,
  duePosts,
  MAX_LATE_MINUTES,
  nextPost,
  type PostedGame,
  type ScheduledPost,
  type ScheduledPostDraft,
  type ScheduledPostFacts,
} from '../../domain/live-updates/scheduled-post.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { Plans } from '../../domain/plan.js'
import type { Log } from '../../domain/ports/events.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { Span } from '../../domain/rules/span.js'
import type { ValueChange } from '../../domain/rules/summary.js'
import { type Summary, summarize } from '../../domain/rules/summary.js'
import type { ClockCheck } from '../../domain/time/clock-check.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfServer } from '../audit/notes.js'
import { createReadDays } from '../reading/summarize-span.js'

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  readonly plans: Plans
  readonly log: Log
  readonly audit: AuditLog
}

const MAX_POSTS = 10
/** Games that one post lists. */
const MAX_LISTED = 10
/** The last tick of the time is waited for, but no longer than this. */
const MAX_TICK_WAIT_MINUTES = 10

export function createScheduledPosts({ store, clock, clockCheck, plans, log, audit }: Deps) {
  const { scheduledPosts, guildSettings } = store
  const readDays = createReadDays({ store })
  const noteOf = (guildId: string, detail: string) => noteOfServer(store, guildId, 'server settings changed', detail)
  const zoneOf = async (guildId: string) => (await guildSettings.of(guildId)).timeZone ?? 'UTC'

  /** Undefined where nothing was measured. */
  const summaryOf = async (account: Account, game: Game, span: Span): Promise<MeasuredSummary | undefined> => {
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const days = await readDays(game.universeId, span, interval)
    if (days.length === 0) return undefined
    const known = await store.series.closingBefore(game.universeId, span.from, interval)
    const minutes = days.reduce((sum, day) => sum + day.coveredMinutes, 0)
    const range = { start: dayOf(span.from), end: dayOf(span.until - 1) }
    return { summary: summarize(range, days, known, span.until), minutes }
  }

  const postedGame = async (account: Account, game: Game, span: Span): Promise<PostedGame> => {
    const length = span.until - span.from
    const now = await summaryOf(account, game, span)
    const before = await summaryOf(account, game, { from: span.from - length, until: span.from })
    const change = (read: (summary: Summary) => number | null): ValueChange => ({
      before: before && isComparable(before, now) ? read(before.summary) : null,
      after: now ? read(now.summary) : null,
    })
    const { max = null, peakAt = null } = now?.summary.ccu ?? {}
    return {
      gameId: game.id,
      name: game.name,
      players: change(({ ccu }) => ccu.average),
      visits: change(({ counters }) => counters.visits.change),
      peak: max === null || peakAt === null ? null : { ccu: max, at: peakAt },
      isRecord: await isRecord(account, game, max, span),
    }
  }

  /** Without a day before, there is nothing that a record could be higher than. */
  const isRecord = async (account: Account, game: Game, max: number | null, { from }: Span): Promise<boolean> => {
    const first = await store.series.firstMinute(game.universeId)
    if (max === null || first === undefined || first > from - DAY_MINUTES) return false
    const interval = readingPlan(account, plans, clock.now()).intervalMinutes
    const earlier = await readDays(game.universeId, { from: dayOf(first) * DAY_MINUTES, until: from }, interval)
    return earlier.length > 0 && earlier.every(({ ccu }) => ccu.max < max)
  }

  const draftOf = async (post: ScheduledPost, { at, span }: DuePost, timeZone: string) => {
    const link = await store.guilds.byId(post.guildId)
    const account = link && (await store.accounts.byId(link.accountId))
    const games = account ? (await store.games.ofAccount(account.id)).filter(({ isActive }) => isActive) : []
    const [firstGame] = games
    if (!account || !firstGame) return undefined
    const measured: PostedGame[] = []
    for (const game of games) measured.push(await postedGame(account, game, span))
    const ranked = inOrder(measured)
    const facts: ScheduledPostFacts = {
      kind: 'scheduled_post',
      topic: post.topic,
      ...span,
      timeZone,
      games: ranked.slice(0, MAX_LISTED),
      more: Math.max(0, ranked.length - MAX_LISTED),
    }
    const subject = `${post.id}:${at}`
    const about = { gameId: firstGame.id, accountId: account.id, fixedChannelId: post.channelId }
    return { ...about, kind: 'scheduled_post', subject, occurredAt: at, facts } satisfies NotificationDraft
  }

  const processPost = async (post: ScheduledPost, now: Minute, lastTick: Minute | undefined): Promise<void> => {
    // The clock ran ahead and was corrected. What was posted meanwhile is not posted again, as it has the same subject.
    if (post.doneUntil > now + HOUR_MINUTES) {
      await scheduledPosts.finish(post, now, { draft: undefined, at: clock.now() })
      return
    }
    const timeZone = await zoneOf(post.guildId)
    const due = duePosts(post, timeZone, post.doneUntil, now)
    const last = due.at(-1)
    if (!last) return
    const isTicked = (lastTick ?? 0) >= last.at
    if (!isTicked && now - last.at < MAX_TICK_WAIT_MINUTES) return
    const isTooLate = now - last.at > MAX_LATE_MINUTES
    const skipped = due.length - (isTooLate ? 0 : 1)
    const draft = isTooLate ? undefined : await draftOf(post, last, timeZone)
    const isDone = await scheduledPosts.finish(post, last.at, { draft, at: clock.now() })
    if (!isDone) return
    const about = { post: post.id, topic: post.topic, channelId: post.channelId }
    if (skipped > 0) log.warn({ ...about, skipped }, 'Scheduled posts were missed by more than 6 hours and left out.')
    if (!isTooLate && !draft) log.warn(about, 'A scheduled post was left out: the server has no games.')
  }

  return {
    /** Puts what is due into the outbox. A wrong clock posts nothing. */
    postDue: async (stop?: AbortSignal): Promise<void> => {
      if (clockCheck.state() === 'wrong') return
      const lastTick = (await store.series.cursor())?.minute
      const errors: unknown[] = []
      for (const post of await scheduledPosts.all()) {
        if (stop?.aborted) break
        // One post that cannot be made must not keep back those of other servers, which would be too late then.
        await processPost(post, minuteOf(clock.now()), lastTick).catch((error: unknown) => void errors.push(error))
      }
      throwTogether(errors)
    },
    /** Undefined if the server has ten already. Posts that were due before are not posted later. */
    keep: async (draft: Omit<ScheduledPostDraft, 'doneUntil'>): Promise<ScheduledPost | undefined> => {
      const note = await noteOf(draft.guildId, `scheduled ${draft.topic} in ${draft.channelId}`)
      return audit.commit(
        (post: ScheduledPost | undefined) => post && note,
        () => scheduledPosts.put({ ...draft, doneUntil: minuteOf(clock.now()) }, MAX_POSTS),
      )
    },
    ofGuild: (guildId: string) => scheduledPosts.ofGuild(guildId),
    remove: async (guildId: string, id: number): Promise<boolean> => {
      const note = await noteOf(guildId, `no scheduled post ${id}`)
      return audit.commit(
        (isRemoved: boolean) => (isRemoved ? note : undefined),
        () => scheduledPosts.remove(guildId, id),
      )
    },
    nextOf: async (post: ScheduledPost): Promise<Minute> =>
      nextPost(post, await zoneOf(post.guildId), Math.max(post.doneUntil, minuteOf(clock.now()))),
  }
}

interface MeasuredSummary {
  readonly summary: Summary
  /** The minutes that samples cover. */
  readonly minutes: number
}

/** Nothing is compared where one of the two was measured for less than half as long as the other (DISCORD-24). */
const isComparable = (before: MeasuredSummary, now: MeasuredSummary | undefined): boolean =>
  now !== undefined && before.minutes * 2 >= now.minutes && now.minutes * 2 >= before.minutes

/** By the mean players, the most first; what was not measured comes last. */
const inOrder = (games: readonly PostedGame[]): PostedGame[] =>
  [...games].sort((a, b) => (b.players.after ?? -1) - (a.players.after ?? -1) || a.gameId - b.gameId)
