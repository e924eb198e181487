// Tests are sentences about behavior, through the front door. Long rounds live in `npm run test:long`.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    // The Discord double's own tests are for who changes it: `npm run test:long`.
    exclude: ['test/bench/**', 'test/support/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A shared machine may stall for seconds: there, and only there, a test gets a second chance.
    retry: process.env.CI ? 1 : 0,
    // Much of the time is waiting: for retries, restarts and child processes.
    maxWorkers: 4,
  },
})
