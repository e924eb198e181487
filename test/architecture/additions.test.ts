// What adding costs: three things are added to a copy of the project, and counted. Nothing else may have to change for them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open-store.js'
import { blockOf, DAY, NOW, sample } from '../store/contract/support.js'
import { copyProject, type Insertion, type ProjectCopy } from './additions/copy.js'

const MAX_COLUMN_FILES = 6
const FIRST_MINUTE = DAY - 10 * 1_440

/** What the languages call the column beside it. */
const DISLIKES = { en: 'Dislikes', es: 'No me gusta', pt: 'Descurtidas' }

/** A measured column: how many players a server takes. */
const COLUMN: readonly Insertion[] = [
  {
    file: 'src/domain/measures.ts',
    at: '] as const',
    where: 'before',
    text: "  { name: 'capacity', number: 6, column: 'capacity', kind: 'gauge', nullable: true, example: 15, about: 'players a server takes (Roblox: `maxPlayers`)' },",
  },
  {
    file: 'src/platform/schemas/universes.ts',
    at: 'favoritedCount: wireCount,',
    where: 'after',
    text: '  maxPlayers: wireCount.optional(),',
  },
  {
    file: 'src/platform/universes.ts',
    at: 'dislikes: votes?.downVotes',
    where: 'after',
    text: '  capacity: row.maxPlayers ?? null,',
  },
  ...Object.entries(DISLIKES).flatMap(([language, dislikes]): Insertion[] => [
    {
      file: `src/messages/languages/${language}/bot.json`,
      at: `"dislikes": "${dislikes}"`,
      where: 'after',
      text: '      "capacity": "Players a server takes",',
    },
    {
      file: `src/messages/languages/${language}/bot.json`,
      at: `"dislikes": "${dislikes.toLowerCase()}"`,
      where: 'after',
      text: '      "capacity": "players a server",',
    },
  ]),
]

/** The types, and all tests that once named columns: more than a minute. */
const isLong = process.env.ADDITION_TESTS === 'all'

/** Run in the copy, with all three additions. */
const TESTS = [
  'test/http/column.test.ts',
  'test/http/api/documents/openapi.test.ts',
  'test/http/api/games/game-stats.test.ts',
]
const MORE_TESTS = [
  ...[
    'test/http/api/documents/document.test.ts',
    'test/http/api/games/summary.test.ts',
    'test/http/export',
    'test/files',
  ],
  ...['test/store/contract', 'test/store/series/equivalence.test.ts', 'test/store/series/codec.test.ts'],
  ...['test/commands/stats.test.ts', 'test/commands/summary.test.ts', 'test/commands/export.test.ts'],
  ...['test/bot/registration.test.ts', 'test/cli/samples/samples-import.test.ts', 'test/cli/samples/revenue.test.ts'],
]
const CONFIG = `export default { test: {
  root: new URL('..', import.meta.url).pathname, include: ['test/**/*.test.ts'],
  setupFiles: ['test/support/every-file.ts'], isolate: false, testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: ${isLong ? 2 : 1},
} }`

let copy: ProjectCopy
let folder = ''
beforeAll(async () => {
  copy = await copyProject()
  folder = await mkdtemp(join(tmpdir(), 'headcount-before-'))
})
afterAll(async () => {
  await copy.remove()
  await rm(folder, { recursive: true })
})

/** With a segment and rollups of two samples. */
async function databaseFromBefore(): Promise<string> {
  const file = join(folder, 'headcount.db')
  const store = await openStore(`file:${file}`, { clock: { now: () => NOW, monotonic: () => NOW } })
  const samples = [sample(5, FIRST_MINUTE, 1), sample(5, FIRST_MINUTE + 1, 2)]
  await store.series.importBlock(blockOf(5, samples))
  store.close()
  return file
}

describe('to add', () => {
  it('a slash command takes one file', async () => {
    await copy.add('command.ts.txt', 'commands/ping.ts')
    expect(await copy.changes()).toEqual(['commands/ping.ts'])
  })

  it('an endpoint takes one file and one line', async () => {
    await copy.add('endpoint.ts.txt', 'src/http/api/endpoints/ping.ts')
    const [at, text] = ['./endpoints/rankings.js', "export { ping } from './endpoints/ping.js'"]
    await copy.insert({ file: 'src/http/api/endpoints.ts', at, where: 'before', text })
    expect(await copy.changes()).toEqual(['src/http/api/endpoints.ts', 'src/http/api/endpoints/ping.ts'])
  })

  it('a measured column takes at most six files and a migration', async () => {
    for (const insertion of COLUMN) await copy.insert(insertion)
    const config = 'src/store/sqlite/drizzle.config.ts'
    await copy.run('node_modules/drizzle-kit/bin.cjs', ['generate', '--config', config, '--name', 'capacity'])
    const changed = await copy.changes()
    const migrations = changed.filter((file) => file.endsWith('.sql'))
    expect(migrations).toEqual([expect.stringMatching(/_capacity\.sql$/)])
    const sources = changed.filter((file) => !file.startsWith('src/store/sqlite/migrations/'))
    expect(sources.length).toBeLessThanOrEqual(MAX_COLUMN_FILES)
    expect(sources).toEqual([...new Set(COLUMN.map(({ file }) => file))].sort())
  })
})

describe('with all three', () => {
  it.runIf(isLong)('the types fit', { timeout: 300_000 }, async () => {
    const args = ['-p', 'test', '--incremental', 'false', '--tsBuildInfoFile', 'null']
    expect(await copy.run('node_modules/typescript/bin/tsc', args)).toBe('')
  })

  it('the tests that list commands, endpoints and columns pass', { timeout: 300_000 }, async () => {
    await copy.write('test/additions.config.ts', CONFIG)
    await copy.add('column.test.ts.txt', 'test/http/column.test.ts')
    const tests = isLong ? [...TESTS, ...MORE_TESTS] : TESTS
    // They start the service's own programs.
    if (isLong) await copy.run('src/ready.mjs', ['test'])
    await copy.run('node_modules/vitest/vitest.mjs', ['run', '--config', 'test/additions.config.ts', ...tests], {
      DATABASE_FROM_BEFORE: await databaseFromBefore(),
      FIRST_MINUTE: `${FIRST_MINUTE}`,
      SERIES_RUNS: '3',
    })
  })
})
