import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isoOfMinute } from '../../../src/domain/clock.js'
import type { HeadcountError } from '../../../src/domain/error.js'
import { emptyGuess, guessSamples } from '../../../src/files/detection/guess-samples.js'
import { plainErrorText } from '../../../src/messages/error-text.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'
import { importedRows } from '../../support/import-rows.js'
import { rounds } from '../../support/test-run.js'

const HOUR_START = Date.UTC(2026, 0, 5) / 60_000

const openWithGame = async (): Promise<CliTestBench> => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  return bench
}

/** Reads a text in pieces of that many bytes; returns the samples and the report. */
async function guess(file: string | Uint8Array, timeZone = 'UTC', size = 64_000) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const report = emptyGuess()
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const samples = []
  for await (const rows of guessSamples(pieces(), { universeId: 7, timeZone }, report))
    samples.push(...importedRows(rows).map(({ sample }) => sample))
  return { samples, report }
}

const problemOf = (text: string | Uint8Array, timeZone?: string): Promise<string> =>
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
  const strict = await bench.rejection(['samples', 'import', file])
  expect(strict).toMatch(/Line 1 .*Required: timestamp, universe_id, CCU\. Optional: visits, .*use --guess/)
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
  expect(await problemOf('{"data":[{"t":1700000000,"ccu":3},{"t":17')).toMatch(/cut off after record 1/)
  expect(await problemOf('')).toMatch(/empty/)
})

test('a file of several games is rejected, by its columns or because its lines contradict each other [DATA-24]', async () => {
  const hours = [0, 1, 2, 3, 4, 5].map((hour) => 1_700_000_000 + hour * 3_600)
  const mixed = (column: string, values: readonly string[]) =>
    [
      `time,${column},players`,
      ...hours.flatMap((time, hour) => values.map((value, game) => `${time},${value},${(game + 1) * 1_000 + hour}`)),
    ].join('\n')
  expect(await problemOf(mixed('game', ['Obby', 'Tycoon']))).toMatch(/Line 3: the column “game” has “Tycoon”.*Split it/)
  expect(await problemOf(mixed('Universe ID', ['5', '6']))).toMatch(/“Universe ID” has “6”.*several games/)
  expect(await problemOf(mixed('id', ['5', '6']))).toMatch(/“id” has .*several games/)
  expect(await problemOf(mixed('server', ['eu', 'us']))).toMatch(/50 % of the lines .* same minute.*several games/)
  expect(await problemOf(mixed('game', ['Obby']))).toBe('understood')
  // An id may count the rows, and a game whose id stays may change its name.
  expect(await problemOf('id,time,players\n1,1700000000,5\n2,1700003600,9\n3,1700007200,1')).toBe('understood')
  expect(await problemOf('gameid,name,time,players\n7,A,1700000000,5\n7,B,1700003600,9')).toBe('understood')
  // Several counts of a minute that hardly differ are of one game.
  const often = Array.from({ length: 40 }, (_, row) => `${1_700_000_000 + row * 15},${1_000 + row}`)
  expect(await problemOf(['time,players', ...often].join('\n'))).toBe('understood')
})

test('pairs of JSON are a time and players, in pieces of any size; a second list is another series [DATA-24]', async () => {
  const text = '{"name":"CCU","data":[[1700000000000,5],[1700003600000,null],[1700007200000, 7.5]]}'
  for (const size of [1, 7, 64_000])
    for (const form of [text, text.slice(text.indexOf('[['), -1)]) {
      const { samples, report } = await guess(form, 'UTC', size)
      expect(samples).toMatchObject([{ ccu: 5 }, { ccu: 8 }])
      expect(report).toMatchObject({ rows: 3, withoutPlayers: 1, separator: 'JSON' })
    }
  expect(await problemOf('[[1700000000000,5],[17000036')).toMatch(/cut off after record 1/)
  expect(await problemOf('{"a":[[1700000000000,5]],"b":[[1700000000000,9]]}')).toMatch(/Record 2/)
})

test('columns of other trackers are known by name, and a date and its time of day are joined', async () => {
  const minute = Date.UTC(2026, 10, 1, 9, 5) / 60_000
  const ms = minute * 60_000
  const files = [
    `unix,Players online\n${ms / 1_000},5`,
    `epoch,online players\n${ms},5`,
    `DateTime;Average Players\n2026-11-01 09:05:00;4,9`,
    'date,time,avg players\n2026-11-01,9:05,5',
    'sep=;\nTime;"playing {game=""A"", universe=""7""}"\n2026-11-01 09:05:00;5',
    'Time,"playing {game=""A"", universe=""7""}"\n2026-11-01 09:05:00,5',
  ]
  for (const file of files) expect((await guess(file)).samples).toMatchObject([{ minute, ccu: 5 }])
  const { samples } = await guess(`time,players,average players\n${ms},5,6`)
  expect(samples).toMatchObject([{ ccu: 5 }])
  expect(await problemOf('time,peak\n1700000000,3')).toMatch(/players, playing.*playersonline.*averageplayers/)
})

test('decimal commas are read where they separate nothing, and missing values are counted [DATA-24]', async () => {
  const { samples, report } = await guess(
    'time;players;visits;favorites\n1700000000;1250,5;-1;7\n1700003600;NaN;null;-\n1700007200;12,500;;8',
  )
  expect(samples).toMatchObject([
    { ccu: 1_251, visits: null, favorites: 7 },
    { ccu: 13, visits: null, favorites: 8 },
  ])
  expect(report).toMatchObject({ withoutPlayers: 1, missingValues: 5 })
  expect(await problemOf('time;players\n1700000000;12,500')).toMatch(/Line 2: ccu “12,500” may be a fraction/)
})

test('UTF-16 is read with and without a mark, in pieces of any size [DATA-24]', async () => {
  const text = 'Date\tJoueurs connectés\tPlayers\r\n2026-11-01 17:00\t9\t5\r\n2026-11-01 18:00\t9\t6\r\n'
  for (const mark of ['\ufeff', ''])
    for (const size of [1, 3, 64_000]) {
      const little = Buffer.from(`${mark}${text}`, 'utf16le')
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        const { samples, report } = await guess(bytes, 'UTC', size)
        expect(samples.map(({ ccu }) => ccu)).toEqual([5, 6])
        expect(report).toMatchObject({ ignored: ['Joueurs connectés'], separator: '\t' })
      }
    }
  const odd = Buffer.concat([Buffer.from('\ufeffDate,Players\n2026-11-01 17:00,5\n', 'utf16le'), Buffer.from('A')])
  expect(await problemOf(odd)).toMatch(/Line 3/)
  expect(await problemOf(Buffer.from('A'))).toMatch(/names of columns/)
})

test('a date and a time of day in two columns are joined, whatever their order and form [DATA-24]', async () => {
  const minute = Date.UTC(2026, 10, 1, 17) / 60_000
  const files = [
    'Date,Time,Players\n2026-11-01,17:00:00,5',
    'Players;Time;Date\n5;5:00 PM;2026-11-01',
    'Day\tHour\tPlayers\n2026/11/01\t17\t5',
    'date,hour,players\n2026-11-01,17:00,5',
  ]
  for (const file of files) expect((await guess(file)).samples, file).toMatchObject([{ minute, ccu: 5 }])
  const { samples } = await guess('Date,Hour,Players\n2026-11-01,0,5\n2026-11-01,9,6\n2026-11-01,12:05 AM,7')
  expect(samples.map((sample) => sample.minute - minute)).toEqual([-17 * 60, -8 * 60, -17 * 60 + 5])
  expect(await problemOf('Date,Time,Players\n2026-11-01,,5')).toMatch(
    /Line 2: the time “2026-11-01 without a time of day”/,
  )
  expect(await problemOf('Date,Time,Players\n2026-11-01,13:00 PM,5')).toMatch(/Line 2: .*calendar/)
  expect(await problemOf('Date,Time,Players\n01.11.2026,17:00,5')).toMatch(/Line 2: .*day or the month/)
  expect(await problemOf('Date,Hour,Players\n2026-11-01,24,5')).toMatch(/Line 2|each be the time/)
})

test('of a peak and an average the average is taken, and a peak alone is none [DATA-24]', async () => {
  for (const mean of ['Average', 'Avg.', 'Avg. Players', 'mean']) {
    const { samples, report } = await guess(`Date,Peak,${mean}\n2026-11-01,90,50.4\n2026-11-02,91,51`)
    expect(samples.map(({ ccu }) => ccu)).toEqual([50, 51])
    expect(report.ignored).toEqual(['Peak'])
  }
  expect(await problemOf('Date,Peak\n2026-11-01,90')).toMatch(/no column is the number of players/)
})

test('times without an offset are UTC, which the report says with how to say otherwise [DATA-24]', async () => {
  const bench = await openWithGame()
  const universe = bench.universe(0)
  const file = await bench.file('players.csv', 'Date,Players\n2026-01-05 17:00,5\n2026-01-05 18:00,6')
  const args = ['samples', 'import', file, '--guess', '--universe', String(universe), '--dry-run']
  const { stdout } = await bench.run(...args)
  expect(stdout).toContain('read as UTC')
  expect(stdout).toContain('--time-zone Europe/Berlin')
  const berlin = await bench.run(...args, '--time-zone', 'Europe/Berlin')
  expect(berlin.stdout).toContain('read as Europe/Berlin')
  expect(berlin.stdout).toContain('2026-01-05T16:00')
  expect((await guess('time,players\n2026-11-01T17:00Z,5')).report.timeZone).toBeNull()
})

test('a dry run needs no tracked game, and says that the import does [DATA-24]', async () => {
  const bench = await openWithGame()
  const file = await bench.file('players.csv', 'Date,Players\n2026-01-05 17:00,5\n2026-01-05 18:00,6')
  const args = ['samples', 'import', file, '--guess', '--universe', '987654321']
  const preview = await bench.json(z.looseObject({}), ...args, '--dry-run')
  expect(preview).toMatchObject({ samples: 2, untracked: [987_654_321] })
  expect((await bench.run(...args, '--dry-run')).stdout).toContain('Universe 987654321 is not known here. Add it')
  expect(await bench.rejection(args)).toContain('universe 987654321 is not known here')
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
