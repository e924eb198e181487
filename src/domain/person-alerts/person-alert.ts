// An alert that one person asked for, delivered by direct message (DISCORD-40), and the port of its store.
import type { Minute } from '../clock.js'

/** What the person asked to hear about the game. */
export type PersonAlertTrigger =
  /** Once, when as many players are counted, or as few. */
  | { readonly on: 'number'; readonly players: number; readonly direction: 'up' | 'down' }
  /** Once, at the next round number of a counter. */
  | { readonly on: 'milestone' }
  /** At each update. */
  | { readonly on: 'update' }
  /** Each day at a local time, in minutes of the day of the IANA zone. */
  | { readonly on: 'daily'; readonly minuteOfDay: number; readonly timeZone: string }

/** Why it ended: what it was about happened, or it may not or cannot be delivered any more. */
export type PersonAlertEnd = 'done' | 'closed' | 'not linked' | 'not a member'

export interface PersonAlertDraft {
  /** The Discord id of the person. */
  readonly userId: string
  readonly gameId: number
  /** The server in which it was made; null if the person saw the game as a member of its account. */
  readonly guildId: string | null
  /** The channel in which it was made; null outside of linked servers. */
  readonly channelId: string | null
  /** The locale of the person's texts. */
  readonly locale: string
  readonly trigger: PersonAlertTrigger
  readonly createdAt: number
}

export interface PersonAlert extends PersonAlertDraft {
  readonly id: number
  readonly ended: { readonly why: PersonAlertEnd; readonly at: number } | null
}

/** Why an alert could not be added. */
export type PersonAlertLimit = 'person' | 'game'

/** Open alerts. */
export const MAX_ALERTS_OF_PERSON = 10
export const MAX_ALERTS_OF_GAME = 1_000

/** What the direct message says. */
export type PersonAlertNews =
  | { readonly on: 'number'; readonly players: number; readonly direction: 'up' | 'down'; readonly ccu: number }
  | { readonly on: 'milestone'; readonly reached: readonly ReachedNumber[] }
  | { readonly on: 'update'; readonly ccu: number | null }
  /** Of the 24 hours before; `visits` is what was added in them, null if that was not measured. */
  | {
      readonly on: 'daily'
      readonly ccu: number
      readonly peak: number
      readonly low: number
      readonly visits: number | null
    }
  /** Not a direct message: the person's messages are closed, which is said in the channel where the alert was made. */
  | { readonly on: 'closed' }

export interface ReachedNumber {
  readonly counter: 'visits' | 'favorites' | 'likes'
  readonly number: number
  readonly count: number
}

/** What an evaluation found out for an alert. */
export interface FoundNews {
  readonly alert: PersonAlert
  readonly minute: Minute
  readonly news: PersonAlertNews
  /** Whether the alert is over with it. */
  readonly isLast: boolean
}

export interface PersonAlertStore {
  /** The open alerts of active games. */
  open(): Promise<PersonAlert[]>
  /** Open ones first, then newest first; at most 50. */
  ofPerson(userId: string): Promise<PersonAlert[]>
  byId(id: number): Promise<PersonAlert | undefined>
  /** Returns the limit that it would exceed, and adds nothing then. */
  add(draft: PersonAlertDraft): Promise<PersonAlert | PersonAlertLimit>
  /** Ends it unless it has already ended. */
  end(id: number, why: PersonAlertEnd, at: number): Promise<void>
  /**
   * Ends this alert and all open ones of its person, because no direct message arrives. What waits to be delivered for
   * them is canceled.
   */
  closeAll(alert: Pick<PersonAlert, 'id' | 'userId'>, at: number): Promise<void>
  /** Deletes it, or all of the person's, with everything that was delivered for it. Returns their number. */
  remove(userId: string, id?: number): Promise<number>
  /** Deletes those that ended at or before that time (ms). */
  removeEnded(until: number): Promise<void>
}
