import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isoOfMinute, minuteOf } from '../../../src/domain/clock.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'

const HEADER = 'timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue'
const countShape = z.strictObject({
  imported: z.int(),
  corrected: z.int(),
  unchanged: z.int(),
  duplicates: z.int().optional(),
})

const openWithGames = async (): Promise<CliTestBench> => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 2)
  return bench
}

async function importLines(bench: CliTestBench, ...lines: string[]) {
  const file = await bench.file('history.csv', `${[HEADER, ...lines].join('\r\n')}\r\n`)
  return bench.json(countShape, 'samples', 'import', file)
}

async function rejectionOf(bench: CliTestBench, ...lines: string[]): Promise<string> {
  const file = await bench.file(`${randomUUID()}.csv`, lines.join('\n'))
  return bench.rejection(['samples', 'import', file])
}

test('what is imported corrects what was there, and importing it again changes nothing [PROCESS-9]', async () => {
  const bench = await openWithGames()
  const [one, two] = [bench.universe(0), bench.universe(1)]
  const first = [
    `2026-01-01T00:00:00.000Z,${one},10,1000,50,40,4,`,
    `2026-01-01T00:05:00.000Z,${one},11,1010,50,,,`,
    `2026-01-01T00:00:00.000Z,${two},7,70,5,4,3,`,
  ]
  expect(await importLines(bench, ...first)).toEqual({ imported: 3, corrected: 0, unchanged: 0 })
  expect(await importLines(bench, ...first)).toEqual({ imported: 0, corrected: 0, unchanged: 3 })
  const second = [first[0] ?? '', `2026-01-01T00:05:00.000Z,${one},12,1010,50,40,4,`]
  expect(await importLines(bench, ...second)).toEqual({ imported: 0, corrected: 1, unchanged: 1 })
})

test('times are floored to the minute, and empty likes and dislikes stay unknown', async () => {
  const bench = await openWithGames()
  const one = bench.universe(0)
  await importLines(bench, `2026-01-01T00:04:59.999Z,${one},10,1000,50,,,`)
  const { store } = await bench.beside()
  const latest = await store.series.latest([one])
  expect(latest.get(one)).toMatchObject({ ccu: 10, likes: null, dislikes: null })
  expect(isoOfMinute(latest.get(one)?.minute ?? 0)).toBe('2026-01-01T00:04:00.000Z')
})

test('lines come in any order, and of two for one minute the later counts [DATA-23]', async () => {
  const bench = await openWithGames()
  const one = bench.universe(0)
  const times = ['2026-01-09T23:59', '2026-01-01T00:01', '2026-01-08T00:00', '2026-01-01T00:00', '2026-01-08T00:00:59']
  const lines = times.map((time, index) => `${time}Z,${one},${index},${Number.MAX_SAFE_INTEGER - index},50,40,4,`)
  expect(await importLines(bench, ...lines)).toEqual({ imported: 4, corrected: 0, unchanged: 0, duplicates: 1 })
  const { store } = await bench.beside()
  const [from, until] = [minuteOf(Date.UTC(2026, 0, 1)), minuteOf(Date.UTC(2026, 0, 10))]
  const read: [time: string, ccu: number, visits: number][] = []
  for await (const { minutes, columns } of store.series.blocks(one, from, until))
    minutes.forEach((minute, row) => {
      read.push([isoOfMinute(minute).slice(0, 16), columns.ccu[row] ?? 0, columns.visits[row] ?? 0])
    })
  expect(read).toEqual([
    ['2026-01-01T00:00', 3, 9007199254740988],
    ['2026-01-01T00:01', 1, 9007199254740990],
    ['2026-01-08T00:00', 4, 9007199254740987],
    ['2026-01-09T23:59', 0, 9007199254740991],
  ])
})

test('one bad line rejects the whole file, with its number [PROCESS-10]', async () => {
  const bench = await openWithGames()
  const one = bench.universe(0)
  const good = `2026-01-01T00:00:00.000Z,${one},10,1000,50,40,4,`
  const ahead = new Date(Date.now() + 120_000).toISOString()
  const bad: readonly (readonly [line: string, says: string])[] = [
    [`2026-01-01T00:01:00.000Z,${one},10,1000,50,40`, 'fields'],
    [`2026-02-30T00:01:00.000Z,${one},10,1000,50,40,4,`, 'timestamp'],
    [`2026-01-01T24:00:00.000Z,${one},10,1000,50,40,4,`, 'timestamp'],
    [`2026-01-01T00:01:60.000Z,${one},10,1000,50,40,4,`, 'timestamp'],
    [`2026-01-01T00:01:00.000Z,${one},10,9007199254740992,50,40,4,`, 'visits'],
    [`2026-01-01T00:01:00.000Z,${one},10,10000000000000001,50,40,4,`, 'visits'],
    [`2026-01-01T00:01:00.000Z,${one},1e3,1000,50,40,4,`, 'CCU'],
    [`2026-01-01T00:01:00.000Z,${one},-1,1000,50,40,4,`, 'CCU'],
    [`2026-01-01T00:01:00.000Z,${one},1,9007199254740993,50,40,4,`, 'visits'],
    [`2026-01-01T00:01:00.000Z,${one},,1000,50,40,4,`, 'CCU'],
    [`${ahead},${one},10,1000,50,40,4,`, 'future'],
    [`1969-12-31T23:59:00Z,${one},10,1000,50,40,4,`, 'before 1970'],
    ['2026-01-01T00:01:00.000Z,5,10,1000,50,40,4,', 'universe 5'],
    [`2026-01-01T00:01:00.000Z,${one},10,1000,50,40,4,9.5`, 'revenue'],
  ]
  const rejections = await Promise.all(bad.map(([line]) => rejectionOf(bench, HEADER, good, line)))
  for (const [index, [, says]] of bad.entries()) expect(rejections[index]).toMatch(new RegExp(`Line 3.*${says}`))
  expect(await rejectionOf(bench, good)).toContain('Line 1')
  expect(await rejectionOf(bench, '')).toContain('empty')
  const { store } = await bench.beside()
  expect(await store.series.firstMinute(one)).toBeUndefined()
})

test('a universe that is not known here is rejected at its first line, before the file ends [PROCESS-10]', async () => {
  const bench = await openWithGames()
  const pipe = join(bench.folder, 'pipe.csv')
  execFileSync('mkfifo', [pipe])
  // The pipe has no end while this writer is open.
  const writer = await open(pipe, constants.O_RDWR)
  await writer.writeFile(`${HEADER}\n2026-01-01T00:00:00Z,${bench.universe(0)},5,,,,,\n`)
  await writer.writeFile('2026-01-01T00:00:00Z,987654321,5,,,,,\n')
  expect(await bench.rejection(['samples', 'import', pipe])).toContain('Line 3: universe 987654321 is not known here')
  await writer.close()
})

test('a file may leave out all columns but time, universe and players, and what it does not say is unknown [DATA-22]', async () => {
  const bench = await openWithGames()
  const one = bench.universe(0)
  const file = await bench.file('players.csv', `timestamp,universe_id,CCU\r\n2026-01-01T00:00:00.000Z,${one},10\r\n`)
  expect(await bench.json(countShape, 'samples', 'import', file)).toEqual({ imported: 1, corrected: 0, unchanged: 0 })
  const ordered = await bench.file('ordered.csv', `CCU,visits,universe_id,timestamp\n12,,${one},2026-01-01T01:00Z\n`)
  expect(await bench.json(countShape, 'samples', 'import', ordered)).toMatchObject({ imported: 1 })
  const { store } = await bench.beside()
  const unknown = { visits: null, favorites: null, likes: null, dislikes: null }
  expect((await store.series.latest([one])).get(one)).toMatchObject({ ccu: 12, ...unknown })
})

test('a column that is unknown, there twice or missing is named [DATA-22]', async () => {
  const bench = await openWithGames()
  const rejections: readonly (readonly [header: string, says: string])[] = [
    ['timestamp,universe_id,ccu', '“ccu” is unknown (did you mean CCU?)'],
    ['timestamp,universe_id,CCU,peak', '“peak” is unknown'],
    ['timestamp,universe_id,CCU,CCU', '“CCU” is there twice'],
    ['timestamp,CCU', '“universe_id” is missing'],
    ['timestamp,universe_id,visits', '“CCU” is missing'],
  ]
  for (const [header, says] of rejections) {
    const rejection = await rejectionOf(bench, header, '2026-01-01T00:00:00.000Z,1,2')
    expect(rejection).toContain(`Line 1: the column ${says}`)
    expect(rejection).toContain('--guess')
  }
})

test('the minute that runs is not yet the future', async () => {
  const bench = await openWithGames()
  const now = isoOfMinute(minuteOf(Date.now()))
  expect(await importLines(bench, `${now},${bench.universe(0)},1,1,1,1,1,`)).toMatchObject({ imported: 1 })
})

test('a file that cannot be read is named', async () => {
  const bench = await openBench()
  expect(await bench.rejection(['samples', 'import', 'absent.csv'])).toMatch(/There is no file \S*absent\.csv\./)
})

test('a file that is a folder, is compressed, or has an endless line is rejected with a plain word', async () => {
  const bench = await openWithGames()
  const rejectionOfFile = (file: string) => bench.rejection(['samples', 'import', file])
  const lines = `${HEADER}\n2026-01-01T00:00:00.000Z,${bench.universe(0)},10,,,,,\n`
  expect(await rejectionOfFile(await bench.file('endless.csv', lines + '1'.repeat(200_000)))).toMatch(
    new RegExp(
      `has a line of more than 100000 characters, after its first ${lines.length} bytes. Nothing was imported`,
    ),
  )
  const packed = join(bench.folder, 'samples.csv.gz')
  await writeFile(packed, gzipSync(lines))
  for (const more of [[], ['--guess', '--universe', String(bench.universe(0))]])
    expect(await bench.rejection(['samples', 'import', packed, ...more])).toMatch(
      /samples[.]csv[.]gz is compressed [(]gzip[)][.] Unpack it first. Nothing was imported/,
    )
  expect(await rejectionOfFile(bench.folder)).toMatch(/is a folder. Name a file in it/)
})
