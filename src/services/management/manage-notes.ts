// People's own notes: what happened to a game, written by a person of its account.
import { randomUUID } from 'node:crypto'
import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfGame } from '../audit/notes.js'

export interface NoteDraft {
  readonly text: string
  /** The minute that it is about; now if it is missing. */
  readonly at?: Minute | undefined
  /** The Discord user who writes it; null if the account does. */
  readonly author: string | null
}

export const MAX_NOTE_LENGTH = 500

interface Deps {
  readonly store: Pick<Store, 'eventLog'>
  readonly clock: Clock
  readonly audit: AuditLog
}

export function createManageNotes({ store, clock, audit }: Deps) {
  return {
    add: async (game: Game, { text, at, author }: NoteDraft): Promise<HistoryEvent> => {
      const { universeId, accountId } = game
      const trimmed = text.trim()
      if (trimmed === '' || trimmed.length > MAX_NOTE_LENGTH)
        throw rejection('INVALID_PARAMETERS', { name: 'note length', facts: { most: MAX_NOTE_LENGTH } })
      const now = minuteOf(clock.now())
      const start = at ?? now
      if (start > now) throw rejection('INVALID_PARAMETERS', { name: 'note in the future', facts: {} })
      const draft = {
        universeId,
        accountId,
        kind: 'note' as const,
        subject: `${accountId}:${randomUUID()}`,
        start,
        end: start,
        cause: null,
        facts: { kind: 'note' as const, text: trimmed, author },
        uncertainty: null,
      }
      return audit.commit(noteOfGame('note added', game, trimmed), () => store.eventLog.put(draft))
    },
    remove: async (accountId: number, id: number): Promise<void> => {
      const isDone = await audit.commit(
        (isRemoved: boolean) => (isRemoved ? { action: 'note removed', accountId, subject: `${id}` } : undefined),
        () => store.eventLog.withdrawNote(id, accountId),
      )
      if (!isDone) throw rejection('NOT_FOUND', { name: 'unknown note', facts: {} })
    },
  }
}
