// A transaction that several methods of the store share. One connection runs one statement at a time, so the methods that are
// called beside each other take turns.
import type { Transaction } from './transaction.js'

export interface JointTransaction {
  inTurn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  writeInTurn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Whether it ended well, so that what is read and written later is on its own. Of one that failed, that is rejected. */
  isDone(): boolean
  fail(error: unknown): void
  /**
   * Takes no more statements, and resolves once all are done: to whether there was a write. Rejects with the first error
   * of a write, also of one that was caught.
   */
  end(): Promise<boolean>
}

export function createJointTransaction(transaction: Transaction): JointTransaction {
  let last: Promise<unknown> = Promise.resolve()
  let isOpen = true
  let hasWritten = false
  let failure: { readonly error: unknown } | undefined
  const inTurn: JointTransaction['inTurn'] = (work) => {
    const turn = last.then(() => {
      // What waited for its turn, or is begun later, would run after the transaction was rolled back, and be stored without it.
      if (failure !== undefined) throw failure.error
      return work(transaction)
    })
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    inTurn,
    writeInTurn: (work) =>
      inTurn(async (ownTransaction) => {
        try {
          const result = await work(ownTransaction)
          hasWritten = true
          return result
        } catch (error) {
          failure ??= { error }
          throw error
        }
      }),
    isDone: () => !isOpen && failure === undefined,
    fail: (error) => {
      failure ??= { error }
    },
    end: async () => {
      isOpen = false
      await last
      if (failure !== undefined) throw failure.error
      return hasWritten
    },
  }
}
