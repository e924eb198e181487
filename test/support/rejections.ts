// What fails in tests: ticks that the store rejects, and the text of an error as the operator reads it.
import { HeadcountError } from '../../src/domain/error.js'
import { operatorErrorText } from '../../src/messages/error-text.js'
import { Database } from '../../src/store/sqlite/driver.js'
import type { TestApp } from './start-app.js'

/** Makes the store reject every tick, as on a full disk, until the returned function is called. */
export function rejectTicks({ databaseFile }: Pick<TestApp, 'databaseFile'>): () => void {
  const run = (statement: string): void => {
    const database = new Database(databaseFile)
    database.exec(statement)
    database.close()
  }
  for (const change of ['INSERT', 'UPDATE']) {
    run(`CREATE TRIGGER full_${change} BEFORE ${change} ON tick_cursor BEGIN SELECT raise(ABORT, 'disk full'); END`)
  }
  return () => {
    for (const change of ['INSERT', 'UPDATE']) run(`DROP TRIGGER full_${change}`)
  }
}

/** The code of an error, and the text that the operator reads. */
export const readable = (error: unknown) => ({
  code: error instanceof HeadcountError ? error.code : undefined,
  text: operatorErrorText(error),
})

/** Fails where `work` succeeds. */
export const rejectionOf = (work: Promise<unknown>): Promise<ReturnType<typeof readable>> =>
  work.then((value) => {
    throw new Error(`It succeeded: ${JSON.stringify(value)}`)
  }, readable)
