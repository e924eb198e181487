// Makes the store reject every tick, as on a full disk, until the returned function is called.
import { Database } from '../../src/store/sqlite/driver.js'
import type { TestApp } from './start-app.js'

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
