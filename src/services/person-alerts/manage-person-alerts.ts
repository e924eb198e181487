// The alerts that single people asked for: making, listing and ending them.
import { type Clock, DAY_MS } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type {
  PersonAlert,
  PersonAlertDraft,
  PersonAlertLimit,
  PersonAlertTrigger,
} from '../../domain/person-alerts/person-alert.js'
import type { Store } from '../../domain/ports/store.js'
import type { ClockCheck } from '../../domain/time/clock-check.js'

/** Until then, the person can read why it ended. */
const MAX_ENDED_AGE_MS = 30 * DAY_MS

/** The trigger as people say it: whether a number is reached from below or from above follows from the players now. */
export type PersonAlertRequest =
  | Exclude<PersonAlertTrigger, { readonly on: 'number' }>
  | { on: 'number'; players: number }

export interface ListedPersonAlert {
  readonly alert: PersonAlert
  /** Undefined if it is tracked no more. */
  readonly game: Game | undefined
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly clockCheck: ClockCheck
}

export function createManagePersonAlerts({ store, clock, clockCheck }: Deps) {
  const { personAlerts } = store

  const triggerOf = async (trigger: PersonAlertRequest, { universeId }: Game): Promise<PersonAlertTrigger> => {
    if (trigger.on !== 'number') return trigger
    const now = (await store.series.latest([universeId])).get(universeId)?.ccu
    return { ...trigger, direction: now === undefined || now < trigger.players ? 'up' : 'down' }
  }

  return {
    /** Returns the limit that it would exceed, and adds nothing then. */
    add: async (
      game: Game,
      person: Pick<PersonAlertDraft, 'userId' | 'guildId' | 'channelId' | 'locale'>,
      trigger: PersonAlertRequest,
    ): Promise<PersonAlert | PersonAlertLimit> =>
      personAlerts.add({ ...person, gameId: game.id, trigger: await triggerOf(trigger, game), createdAt: clock.now() }),

    /** Open ones first, then newest first. */
    list: async (userId: string): Promise<ListedPersonAlert[]> => {
      const found = await personAlerts.ofPerson(userId)
      return Promise.all(
        found.map(async (alert) => {
          const game = await store.games.byId(alert.gameId)
          return { alert, game }
        }),
      )
    },

    /** Deletes it with everything that was delivered for it; without an id, all of the person's. */
    remove: (userId: string, id?: number): Promise<number> => personAlerts.remove(userId, id),

    /** Deletes those that ended long ago; none while the clock is not known to be correct. */
    removeEnded: async (): Promise<void> => {
      if (clockCheck.state() === 'correct') await personAlerts.removeEnded(clock.now() - MAX_ENDED_AGE_MS)
    },
  }
}
