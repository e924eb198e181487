// People's own notes: what happened to a game, written by a person of its account.
import { randomUUID } from 'node:crypto'
import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'

export interface NoteDraft {
  readonly text: string
  /** The minute that it is about; now if it is missing. */
  readonly at?: Minute | undefined
  /** The Discord user who writes it; null if the account does. */
  readonly author: string | null
}

export const MAX_NOTE_LENGTH = 500

export function createManageNotes({ store, clock }: { store: Pick<Store, 'eventLog'>; clock: Clock }) {
  return {
    add: async ({ universeId, accountId }: Game, { text, at, author }: NoteDraft): Promise<HistoryEvent> => {
      const trimmed = text.trim()
      if (trimmed === '' || trimmed.length > MAX_NOTE_LENGTH)
        throw rejection('INVALID_PARAMETERS', { name: 'note length', facts: { most: MAX_NOTE_LENGTH } })
      const now = minuteOf(clock.now())
      const start = at ?? now
      if (start > now) throw rejection('INVALID_PARAMETERS', { name: 'note in the future', facts: {} })
      return store.eventLog.put({
        universeId,
        accountId,
        kind: 'note',
        subject: `${accountId}:${randomUUID()}`,
        start,
        end: start,
        cause: null,
        facts: { kind: 'note', text: trimmed, author },
        uncertainty: null,
      })
    },
    remove: async (accountId: number, id: number): Promise<void> => {
      if (!(await store.eventLog.withdrawNote(id, accountId)))
        throw rejection('NOT_FOUND', { name: 'unknown note', facts: {} })
    },
  }
}
