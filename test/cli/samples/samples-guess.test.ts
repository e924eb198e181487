import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isoOfMinute } from '../../../src/domain/clock.js'
import type { HeadcountError } from '../../../src/domain/error.js'
import { emptyGuess, guessSamples } from '../../../src/files/guess/guess-samples.js'
import { plainErrorText } from '../../../src/messages/error-text.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'
import { rounds } from '../../support/test-run.js'

const HOUR_START = Date.UTC(2026, 0, 5) / 60_000

const openWithGame = async (): Promise<CliTestBench> => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  return bench
}

/** Reads a text in pieces of that many bytes; returns the samples and the report. */
async function guess(text: string, timeZone = 'UTC', size = 64_000) {
  const bytes = new TextEncoder().encode(text)
  const report = emptyGuess()
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const samples = []
  for await (const rows of guessSamples(pieces(), { universeId: 7, timeZone }, report))
    samples.push(...rows.map(({ sample }) => sample))
  return { samples, report }
}

const problemOf = (text: string, timeZone?: string): Promise<string> =>
  guess(text, timeZone).then(
    () => 'understood',
    (error: HeadcountError) => plainErrorText(error),
  )

test('a dry run says what the file of another tracker is and what would come of it, and stores nothing [DATA-24]', async () => {
  const bench = await openWithGame()
  const universe = bench.universe(0)
  const lines = Array.from({ length: 168 }, (_, row) => `${(HOUR_START + row * 60) * 60},1000`)
  const file = await bench.file('players.csv', ['t,ccu', ...lines].join('\n'))
  const args = ['samples', 'import', file, '--guess', '--universe', String(universe)]
  const preview = await bench.json(z.looseObject({}), ...args, '--dry-run')
  expect(preview).toMatchObject({
    dry_run: true,
    samples: 168,
    cadence_minutes: 60,
    gaps: 0,
    player_hours: 168_000,
    unknown: expect.arrayContaining(['visits', 'favorites', 'likes', 'dislikes']),
    understood: { columns: { t: 'time', ccu: 'ccu' }, time_format: 'seconds since 1970', rows: 168 },
  })
  const { store } = await bench.beside()
  expect(await store.series.firstMinute(universe)).toBeUndefined()
  expect(await bench.json(z.looseObject({}), ...args)).toMatchObject({ imported: 168, understood: { rows: 168 } })
  expect(await store.series.firstMinute(universe)).toBe(HOUR_START)
  expect(await bench.rejection(['samples', 'import', file])).toContain('Line 1')
  expect(await bench.rejection(['samples', 'import', file, '--guess'])).toContain('--game')
})

test('dates, offsets, time zones and both kinds of Unix time name the same minute', async () => {
  const minute = Date.UTC(2026, 10, 1, 17) / 60_000
  const times = ['2026-11-01 17:00:00', '2026-11-01T17:00:59.9Z', '2026-11-01 18:00+01:00', '2026-11-01T12:00:00-0500']
  for (const time of [...times, String(minute * 60), String(minute * 60_000 + 999)])
    expect((await guess(`time;players\n${time};5`)).samples).toMatchObject([{ minute, ccu: 5, universeId: 7 }])
  const { samples } = await guess('date\tplaying\n2026-11-01 18:00\t5', 'Europe/Berlin')
  expect(samples).toMatchObject([{ minute }])
})

test('fractions are rounded, empty totals are unknown, and rows without players are left out', async () => {
  const text = 'Time,"Players",Up-votes,downvotes,Favourites,Peak\n1700000000,12.5,3,1,,99\n1700003600,,,,,\n'
  const { samples, report } = await guess(text)
  expect(samples).toMatchObject([{ ccu: 13, visits: null, favorites: null, likes: 3, dislikes: 1 }])
  expect(report).toMatchObject({ rows: 2, withoutPlayers: 1, ignored: ['Peak'] })
})

test('what is ambiguous or wrong is an error that names it and its line', async () => {
  expect(await problemOf('time,date,ccu\n1,2,3')).toMatch(/“time” and “date” could each be the time/)
  expect(await problemOf('time,players,ccu\n1,2,3')).toMatch(/“players” and “ccu”/)
  expect(await problemOf('time,peak\n1700000000,3')).toMatch(/no column is the number of players/)
  expect(await problemOf('time,ccu\n05/06/2026 10:00,3')).toMatch(/Line 2: .*day or the month/)
  expect(await problemOf('time,ccu\n1700000000,3\n1700003600000,3')).toMatch(/Line 3: .*milliseconds/)
  expect(await problemOf('time,ccu\n2026-02-30 10:00,3')).toMatch(/Line 2: .*calendar/)
  expect(await problemOf('time,ccu\n1700000000,-3')).toMatch(/Line 2: ccu must be a number from 0/)
  expect(await problemOf('time,ccu\n1700000000,3,4')).toMatch(/Line 2: has 3 fields, not 2/)
  expect(await problemOf('time,ccu\n2026-10-25 02:30,3', 'Europe/Berlin')).toMatch(/occurs twice/)
  expect(await problemOf('time,ccu\n2026-03-29 02:30,3', 'Europe/Berlin')).toMatch(/does not exist/)
  expect(await problemOf('{"data":[{"t":1700000000,"ccu":3},{"t":17')).toMatch(/not whole/)
  expect(await problemOf('')).toMatch(/empty/)
})

test('any samples are read back from any form of file, in pieces of any size', async () => {
  const count = fc.option(fc.nat(1_000_000), { freq: 4 })
  const row = fc.record({ ccu: fc.nat(1_000_000), visits: count, favorites: count, likes: fc.nat(99) })
  const form = fc.constantFrom('csv', 'semicolons', 'tabs', 'json')
  const size = fc.integer({ min: 1, max: 500 })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), form, size, async (rows, kind, pieceSize) => {
      const records = rows.map((values, index) => {
        const minute = HOUR_START + index * 5
        return { timestamp: isoOfMinute(minute), universe_id: 7, CCU: values.ccu, ...values, dislikes: 1, minute }
      })
      const columns = ['timestamp', 'CCU', 'visits', 'favorites', 'likes', 'dislikes'] as const
      const game = '{"id":1,"name":"a \\"}{\\" b","universe_id":7}'
      const objects = records.map((record) => Object.fromEntries(columns.map((name) => [name, record[name]])))
      const separator = kind === 'csv' ? ',' : kind === 'tabs' ? '\t' : ';'
      const lines = [columns, ...records.map((record) => columns.map((name) => record[name] ?? ''))]
      const text =
        kind === 'json'
          ? `{"success":true,"game":${game},"data":${JSON.stringify(objects)},"count":${rows.length}}`
          : lines.map((fields) => fields.join(separator)).join('\r\n')
      const { samples } = await guess(text, 'UTC', pieceSize)
      expect(samples).toMatchObject(
        records.map(({ minute, ccu, visits, favorites, likes }) => ({ minute, ccu, visits, favorites, likes })),
      )
    }),
    { numRuns: rounds({ short: 30, long: 80 }) },
  )
})
