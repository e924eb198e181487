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
        // Kills while ticking and compacting; a round takes under two seconds.
        CRASH_ROUNDS: '300',
        // Commands that are killed, full and damaged disks, suspensions, two services: half a second to six.
        DURABILITY_ROUNDS: '200',
        // Kills while migrating.
        MIGRATION_ROUNDS: '200',
        // Processes whose clock is set.
        CLOCK_ROUNDS: '200',
        SERIES_RUNS: '400',
        FUZZ_REQUESTS: '50000',
        NOTIFICATION_BURST: '500',
        KILL_ROUNDS: '90',
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
      // Lived twice, side by side: a day of 200 games at ten minutes takes about 25 s of a processor, one of 20 games 4 s.
      SOAK_DAYS: process.env.SOAK_DAYS ?? '90',
      SOAK_GAMES: process.env.SOAK_GAMES ?? '200',
      SOAK_MINUTE_DAYS: process.env.SOAK_MINUTE_DAYS ?? '3',
    },
  },
})
