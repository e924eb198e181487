// Files as programs that record players write them: their names of columns, one JSON object in each line, and what is said of a
// file that names another game.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { HeadcountError } from '../../../src/domain/error.js'
import { emptyGuess, guessSamples } from '../../../src/files/detection/guess-samples.js'
import { plainErrorText } from '../../../src/messages/error-text.js'
import { openBench } from '../../support/cli/run-cli.js'
import { importedRows } from '../../support/import-rows.js'

const MINUTE = Date.UTC(2026, 10, 1, 17) / 60_000

/** Reads a text in pieces of that many characters. */
async function guess(text: string, size = 64_000) {
  const bytes = new TextEncoder().encode(text)
  const report = emptyGuess()
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const samples = []
  for await (const rows of guessSamples(pieces(), { universeId: 7, timeZone: 'UTC' }, report))
    samples.push(...importedRows(rows).map(({ sample }) => sample))
  return { samples, report }
}

const problemOf = (text: string, size?: number): Promise<string> =>
  guess(text, size).then(
    () => 'understood',
    (error: HeadcountError) => plainErrorText(error),
  )

test.each([
  ['created_at', 'num_players'],
  ['recorded_at', 'Users'],
  ['scraped_at', 'playing now'],
  ['snapshot_time', 'value'],
  ['day', 'count'],
  ['x', 'y'],
])('a file with the columns %s and %s is understood [DATA-24]', async (time, players) => {
  const { samples, report } = await guess(`${time},${players}\n2026-11-01 17:00:00,5\n`)
  expect(samples).toMatchObject([{ minute: MINUTE, ccu: 5 }])
  expect(report.columns).toMatchObject([{ column: time }, { column: players }])
})

test('a name that says less counts only where there is no better one, and two of them are an error [DATA-24]', async () => {
  const { samples, report } = await guess('time,created_at,count,players\n2026-11-01 17:00,2020-01-01,9,5')
  expect(samples).toMatchObject([{ minute: MINUTE, ccu: 5 }])
  expect(report.ignored).toEqual(['created_at', 'count'])
  expect(await problemOf('time,count,value\n2026-11-01 17:00,9,5')).toMatch(/“count” and “value” could each be/)
})

test('one JSON object in each line is read in pieces of any size, and one that is cut off is an error [DATA-24]', async () => {
  const lines = [5, 6, 7].map((players, hour) => JSON.stringify({ t: (MINUTE + hour * 60) * 60, players, game: '}{' }))
  for (const size of [1, 7, 64_000])
    for (const text of [lines.join('\n'), `${lines.join('\r\n')}\r\n`])
      expect((await guess(text, size)).samples.map(({ ccu }) => ccu)).toEqual([5, 6, 7])
  expect(await problemOf(`${lines.join('\n').slice(0, -4)}`)).toMatch(/cut off after record 2/)
  expect(await problemOf(`${lines[0]}\nnothing\n${lines[1]}`)).toMatch(/Record 2/)
})

test('a file that names another universe than the one that was asked for is imported, and that is said [DATA-24]', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  const universe = bench.universe(0)
  const csv = await bench.file('other.csv', 'time,universe_id,players\n2026-01-05 17:00,77,5\n')
  const own =
    '{"success":true,"game":{"id":1,"name":"A","universe_id":77},"data":[{"timestamp":"2026-01-05T17:00Z","CCU":5}]}'
  const json = await bench.file('other.json', own)
  for (const file of [csv, json]) {
    const args = ['samples', 'import', file, '--guess', '--universe', String(universe), '--dry-run']
    expect((await bench.run(...args)).stdout).toContain(
      `The file names the universe 77. Its samples count as those of ${universe}.`,
    )
    const understood = { named_universe: '77', imported_as_universe: universe }
    expect(await bench.json(z.looseObject({}), ...args)).toMatchObject({ samples: 1, understood })
  }
  const same = await bench.file('same.csv', `time,universe_id,players\n2026-01-05 17:00,${universe},5\n`)
  const { stdout } = await bench.run('samples', 'import', same, '--guess', '--universe', String(universe), '--dry-run')
  expect(stdout).not.toContain('names the universe')
})

test('a file without a line says that it has no samples [DATA-24]', async () => {
  const bench = await openBench()
  const file = await bench.file('empty.csv', 'time,players\n')
  const { stdout } = await bench.run('samples', 'import', file, '--guess', '--universe', '7', '--dry-run')
  expect(stdout).toContain('Nothing was stored. The file has no samples.')
})
