// The states of an evaluation of thousands of games, before they are in the table notice_state. To write them all in the transaction
// that moves the cursor would stop other requests for a tenth of a second. So they are written before it into notice_state_next, a
// part in a turn of the event loop, each with the minute of its evaluation. They are in force once the cursor has reached that minute,
// and are then moved to notice_state, also in parts. After a crash before the cursor moved they are removed. Only one evaluation at a
// time may write them (../notifications/outbox.ts).
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Minute } from '../../../domain/clock.js'
import type { Connection } from '../connection.js'

/** Written or moved in about three milliseconds. */
const PART_SIZE = 300

interface NextState {
  readonly gameId: number
  readonly kind: string
  /** JSON. */
  readonly state: string
}

export interface NextStates {
  put(states: readonly NextState[], minute: Minute): Promise<void>
  /** Moves those that are in force to notice_state, and removes the others. */
  settle(): Promise<void>
  /** Removes all, where the evaluation that wrote them was rejected. */
  discard(): void
}

const FIRST_STATES = `(SELECT game_id, kind FROM notice_state_next ORDER BY game_id, kind LIMIT ${PART_SIZE})`

export function nextStates({ raw, writeUnsynced }: Connection): NextStates {
  const insert = raw.prepare<[number, string, string, Minute]>(
    'INSERT OR REPLACE INTO notice_state_next (game_id, kind, state, minute) VALUES (?, ?, ?, ?)',
  )
  const move = raw.prepare(`
    INSERT INTO notice_state (game_id, kind, state, is_resumed)
    SELECT game_id, kind, state, 0 FROM notice_state_next
    WHERE (game_id, kind) IN ${FIRST_STATES} AND minute <= (SELECT minute FROM notice_cursor)
    ON CONFLICT (game_id, kind) DO UPDATE SET state = excluded.state, is_resumed = 0`)
  const remove = raw.prepare(`DELETE FROM notice_state_next WHERE (game_id, kind) IN ${FIRST_STATES}`)

  const removeAll = raw.prepare('DELETE FROM notice_state_next')
  const any = raw.prepare('SELECT 1 FROM notice_state_next LIMIT 1')
  const isSettled = (): boolean => any.get() === undefined
  /** Not synced: after a crash, the states are still in notice_state_next, which was synced with the write of the cursor. */
  const settlePart = (): void =>
    writeUnsynced(() => {
      move.run()
      remove.run()
    })

  return {
    put: async (states, minute) => {
      for (let from = 0; from < states.length; from += PART_SIZE) {
        const part = states.slice(from, from + PART_SIZE)
        // Before the first part too, because what computed the states may have taken most of a turn.
        await yieldToEventLoop()
        writeUnsynced(() => {
          for (const { gameId, kind, state } of part) insert.run(gameId, kind, state, minute)
        })
      }
      // The transaction that moves the cursor begins in a turn of its own.
      await yieldToEventLoop()
    },
    settle: async () => {
      while (!isSettled()) {
        settlePart()
        await yieldToEventLoop()
      }
    },
    discard: () => void writeUnsynced(() => removeAll.run()),
  }
}
