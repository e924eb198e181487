// The same tests with hundreds of rounds where `npm test` makes do with a few, and the tests of the Discord double itself.
import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    exclude: ['test/bench/**'],
    env: {
      ...{
        TEST_ROUNDS: 'all',
        // Kills while ticking, importing, backing up, restoring and compacting, and other faults of a disk.
        CRASH_ROUNDS: '300',
        // Kills while migrating.
        MIGRATION_ROUNDS: '200',
        // Processes whose clock is set.
        CLOCK_ROUNDS: '200',
        SERIES_RUNS: '400',
        FUZZ_REQUESTS: '50000',
        NOTIFICATION_BURST: '500',
        KILL_ROUNDS: '8',
      },
      ...{
        GLITCH_GAMES: '4',
        GLITCH_DAYS: '90',
        QUIET_GAMES: '50',
        QUIET_DAYS: '60',
        EVENTFUL_GAMES: '12',
        EVENTFUL_DAYS: '60',
        GAME_MONTHS: '12',
        NOTIFICATION_RUNS: '1500',
      },
      ...{ ADDITION_TESTS: 'all' },
      // Lived twice: a day of 200 games at ten minutes takes about 25 s of a processor, so that 90 days twice take 75 minutes.
      ...{ SOAK_DAYS: '90', SOAK_GAMES: '200', SOAK_MINUTE_DAYS: '3' },
    },
  },
})
