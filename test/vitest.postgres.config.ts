// The tests of HTTP, the bot and the pages on PostgreSQL instead of SQLite.
import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['bot', 'http', 'management', 'reading', 'web'].map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: [
      // A service that is killed: `test/process/roles` does that to processes over PostgreSQL.
      'test/bot/notifications/kill.test.ts',
      // They flip bits in the file of a SQLite database.
      'test/http/damage/**',
      'test/web/game/damage.test.ts',
      // It counts what the statements of SQLite read.
      'test/reading/work-between-turns.test.ts',
      // They compare what people may read with the rows of the file.
      'test/bot/walks/**',
      'test/web/walks/**',
    ],
    env: { ...base.test?.env, TEST_ENGINE: 'postgres' },
  },
})
