// The notifications and events of an evaluation that found thousands of them. To store them all in the transaction that moves the
// cursor would stop other requests for a third of a second. So they are written before it into evaluation_write as JSON, a part in a
// turn of the event loop, each with the minute of its evaluation. They are in force once the cursor has reached that minute, and are
// then stored in their own tables in the same order, also in parts. After a crash before the cursor moved they are removed; after a
// later one the next start stores the rest. Only one evaluation at a time may write them (../notifications/outbox.ts).
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Minute } from '../../../domain/clock.js'
import type { Connection } from '../connection.js'
import { type EvaluationWrite, evaluationWriter } from './evaluation-writer.js'

/** Written in about three milliseconds. */
const WRITTEN_PART_SIZE = 200
/** Stored in their own tables in about five milliseconds, because each looks for an earlier one and changes several indexes. */
const STORED_PART_SIZE = 60

interface NextWrite {
  readonly id: number
  /** JSON. */
  readonly content: string
  readonly createdAt: number
  readonly isInForce: number
}

export interface NextWrites {
  put(writes: readonly EvaluationWrite[], minute: Minute, createdAt: number): Promise<void>
  /** Stores those that are in force, and removes the others. Returns the number of new notifications. */
  settle(): Promise<number>
  /** Removes all, where the evaluation that wrote them was rejected. */
  discard(): void
}

function prepareStatements({ raw }: Connection) {
  return {
    insert: raw.prepare<[Minute, number, string]>(
      'INSERT INTO evaluation_write (minute, created_at, content) VALUES (?, ?, ?)',
    ),
    first: raw.prepare<[], NextWrite>(`
      SELECT id, content, created_at AS createdAt, minute <= (SELECT minute FROM notice_cursor) AS isInForce
      FROM evaluation_write ORDER BY id LIMIT ${STORED_PART_SIZE}`),
    any: raw.prepare('SELECT 1 FROM evaluation_write LIMIT 1'),
    remove: raw.prepare<[number]>('DELETE FROM evaluation_write WHERE id <= ?'),
    removeAll: raw.prepare('DELETE FROM evaluation_write'),
  }
}

export function nextWrites(connection: Connection): NextWrites {
  const { writeUnsynced } = connection
  const { insert, first, any, remove, removeAll } = prepareStatements(connection)
  const store = evaluationWriter(connection)

  /**
   * Not synced: after a crash, the same are still in evaluation_write, which was synced with the write of the cursor, and
   * nothing is posted before the claim of its notification was synced.
   */
  const settlePart = (): number =>
    writeUnsynced(() => {
      const part = first.all()
      const inForce = part.filter(({ isInForce }) => isInForce === 1)
      const added = inForce.filter(({ content, createdAt }) => store(JSON.parse(content) as EvaluationWrite, createdAt))
      remove.run(part.at(-1)?.id ?? 0)
      return added.length
    })

  return {
    put: async (writes, minute, createdAt) => {
      for (let from = 0; from < writes.length; from += WRITTEN_PART_SIZE) {
        const part = writes.slice(from, from + WRITTEN_PART_SIZE)
        // Before the first part too, because what found them may have taken most of a turn.
        await yieldToEventLoop()
        writeUnsynced(() => {
          for (const write of part) insert.run(minute, createdAt, JSON.stringify(write))
        })
      }
      // The transaction that moves the cursor begins in a turn of its own.
      await yieldToEventLoop()
    },
    settle: async () => {
      let sum = 0
      while (any.get() !== undefined) {
        sum += settlePart()
        await yieldToEventLoop()
      }
      return sum
    },
    discard: () => void writeUnsynced(() => removeAll.run()),
  }
}
