// How tests run: how often a random one is repeated, and what is closed after each.

/** Most faults show within a few rounds, so `npm test` has few, and `npm run test:long` all of them. */
export interface Rounds {
  readonly short: number
  readonly long: number
}

export const isLongRun = process.env.TEST_ROUNDS === 'all'

export const rounds = ({ short, long }: Rounds): number => (isLongRun ? long : short)

/** `TEST_ENGINE=postgres`, as `npm run test:postgres` sets it, runs the tests of the app on PostgreSQL. */
export const isOnPostgres = process.env.TEST_ENGINE === 'postgres'

/** The options of a test that reads or changes the file of a SQLite database itself. */
export const needsFile = { skip: isOnPostgres }

const endings = new Set<() => Promise<void>>()

/**
 * Closes what a helper opened after each test. Helpers register here and not with vitest: test files share a process and
 * its modules, so a vitest hook in the module of a helper would be registered for the first test file only.
 */
export const afterEachTest = (end: () => Promise<void>): void => void endings.add(end)

export async function endTest(): Promise<void> {
  for (const end of endings) await end()
}
