// What is remembered of each game's incident between two evaluations: that its message waits, or which message it has.
import type { Minute } from '../../domain/clock.js'
import type { StatusFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { EvaluatorState, StoredEvaluatorState } from '../../domain/notifications/outbox.js'

export type StatusDraft = NotificationDraft & { readonly facts: StatusFacts }

/** The message of the beginning waits until it is known whether the platform is the cause. */
export interface HeldIncident {
  readonly is: 'held'
  readonly draft: StatusDraft
  readonly due: Minute
  /** The start of what it is a part of: an incident of the platform that is over, or a fall; null if it is not known. */
  readonly sharedSince: Minute | null
  /** True if it was posted already and then changed into the message of the platform. */
  readonly isPosted: boolean
}

export interface PostedIncident {
  readonly is: 'posted'
  readonly draft: StatusDraft
  /** The start of the incident of the platform whose message it has become; null while it is the game's own. */
  readonly sharedSince: Minute | null
}

export type GameIncident = HeldIncident | PostedIncident

const STATE = 'incident'

export class GameIncidents {
  readonly #byGame = new Map<number, GameIncident>()
  readonly #changed = new Set<number>()

  constructor(states: ReadonlyMap<number, ReadonlyMap<string, StoredEvaluatorState>>) {
    for (const [gameId, byKind] of states) {
      const stored = byKind.get(STATE)
      const incident: GameIncident | null = stored === undefined ? null : JSON.parse(stored.state)
      if (incident === null) continue
      // What was held or posted before a pause is not continued after it.
      if (stored?.isResumed) this.#changed.add(gameId)
      else this.#byGame.set(gameId, incident)
    }
  }

  of(gameId: number): GameIncident | undefined {
    return this.#byGame.get(gameId)
  }

  put(gameId: number, incident: GameIncident): void {
    this.#byGame.set(gameId, incident)
    this.#changed.add(gameId)
  }

  remove(gameId: number): void {
    if (this.#byGame.delete(gameId)) this.#changed.add(gameId)
  }

  get held(): readonly HeldIncident[] {
    return [...this.#byGame.values()].filter((one) => one.is === 'held')
  }

  get states(): readonly EvaluatorState[] {
    return [...this.#changed].map((gameId) => {
      const state = JSON.stringify(this.#byGame.get(gameId) ?? null)
      return { gameId, kind: STATE, state }
    })
  }
}
