// Tests are sentences about behavior, through the front door. Long rounds live in `npm run test:long`.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    exclude: ['test/long/**', 'test/bench/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Much of the time is waiting: for retries, restarts and child processes.
    maxWorkers: 3,
  },
})
