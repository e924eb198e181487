// Tests are sentences about behavior, through the public interface. Long rounds are in `npm run test:long`.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They start several processes and end them: 36 s and 25 s on two cores, in less than 2 kB each. */
const LONG_FILES = /[/]test[/]process[/]roles[/](?:faults|stops)[.]test[.]ts$/

/**
 * Vitest begins with the largest files, or with those that took longest in the run before. Where no run was before, a small
 * file that takes long would begin last, and one worker would run it while all others wait.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG_FILES.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: [
      'test/support/memory-folder.ts',
      'test/support/build.ts',
      'test/support/secrets/after-run.ts',
      'test/support/postgres/server.ts',
    ],
    setupFiles: ['test/support/every-file.ts'],
    // Loading the modules for each of the files would take longer than the tests.
    isolate: false,
    // `npm run test:long` has them: the Discord double's own tests, whole services killed, and long simulated lives.
    exclude: [
      'test/bench/**',
      'test/support/**',
      'test/bot/notifications/kill.test.ts',
      'test/notifications/months/eventful.test.ts',
    ],
    // Only for what hangs: a machine that is busy with other work takes ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongFilesFirst },
    // A shared machine may stall for seconds: there, and only there, a test gets a second chance.
    retry: process.env.CI ? 1 : 0,
    // Much of the time is waiting: for retries, restarts and child processes. But each worker loads all modules once,
    // which takes about nine seconds of a processor.
    maxWorkers: 4,
    // Apps are started and ended all the time: with more room for what is young, less is collected.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
  },
})
