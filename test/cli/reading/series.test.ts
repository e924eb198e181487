// `series`: points of a game on the command line, equal to those of the API.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CliTestBench, openBenchWithSamples } from '../../support/cli/run-cli.js'
import { flipTickBit } from '../../support/store/damage-file.js'

const seriesShape = z.strictObject({
  series: z.looseObject({
    interval: z.string(),
    time_zone: z.string(),
    columns: z.strictObject({
      time: z.array(z.iso.datetime({ precision: 3 })),
      coverage: z.array(z.number()),
      ccu: z.strictObject({
        value: z.array(z.number().nullable()),
        min: z.array(z.int().nullable()),
        max: z.array(z.int().nullable()),
      }),
    }),
  }),
})

const openWithSample = (): Promise<CliTestBench> => openBenchWithSamples([{ ccu: 41 }])

test('series prints one line for each point, gaps included [PROCESS-20]', async () => {
  const bench = await openWithSample()
  const { series } = await bench.json(seriesShape, 'series', '1', '--last', '3h')
  expect(series).toMatchObject({ interval: '1h', time_zone: 'UTC' })
  expect(series.columns.time).toHaveLength(3)
  expect(series.columns.ccu.value.slice(0, 2)).toEqual([null, null])
  expect(series.columns.ccu.max[2]).toBe(41)
  const plain = await bench.run('series', '1', '--last', '3h')
  const [headings = '', ...lines] = plain.stdout.trimEnd().split('\n')
  expect(headings).toMatch(/^time \(UTC\) +coverage +ccu +ccu_min +ccu_max$/)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:00 +0 +- +- +-$/)
  expect(lines[2]).toMatch(/ 41 +41 +41$/)
  const { stdout } = await bench.run('series', '1', '--last', '3h', '--metrics', 'ccu,visits', '--csv')
  expect(stdout.split('\r\n')[0]).toBe('game_id,time,coverage,ccu,ccu_min,ccu_max,visits,visits_change')
})

test('series says which part is damaged and not counted', async () => {
  const bench = await openWithSample()
  await bench.leave()
  flipTickBit(join(bench.folder, 'headcount.db'))
  const { code, stdout } = await bench.run('series', '1', '--last', '3h')
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^The samples from \d{4}-\d\d-\d\d \d\d:\d\d to \d{4}-\d\d-\d\d \d\d:\d\d are damaged and not counted\. Run doctor\.$/,
  )
})

test('series by day begins at midnight of the time zone that is wanted', async () => {
  const bench = await openWithSample()
  const range = ['--interval', '1d', '--from', '2026-01-30', '--to', '2026-01-31', '--tz', 'Europe/Berlin']
  const { series } = await bench.json(seriesShape, 'series', '1', ...range)
  expect(series.columns.time).toEqual(['2026-01-29T23:00:00.000Z', '2026-01-30T23:00:00.000Z'])
  expect((await bench.run('series', '1', ...range)).stdout).toContain('\n2026-01-30 00:00')
  // Intl would name it Asia/Calcutta.
  const { stdout } = await bench.run('series', '1', '--last', '3h', '--tz', 'Asia/Kolkata')
  expect(stdout).toMatch(/^time \(Asia\/Kolkata\) /)
  // The time of what is compared is local, too.
  const [headings, line] = (await bench.run('series', '1', ...range, '--compare', 'year')).stdout.split('\n')
  expect(headings).toContain('  compare_time (Europe/Berlin)  compare_coverage  ')
  expect(line).toMatch(/^2026-01-30 00:00 .* 2025-01-31 00:00 /)
  const { stdout: csv } = await bench.run('series', '1', ...range, '--compare', 'year', '--csv')
  expect(csv.split('\r\n')[1]).toContain(',2025-01-30T23:00:00.000Z,')
})

test('series rejects wrong values with what they take, and with the nearest right word', async () => {
  const bench = await openWithSample()
  const wrong: readonly (readonly [words: readonly string[], says: string])[] = [
    [['--interval', '1hh'], 'Did you mean 1h?'],
    [['--metrics', 'ccu,vists'], 'Did you mean visits?'],
    [['--metrics', 'ccu,ccu'], 'different metrics'],
    [['--compare', 'usuall'], 'Did you mean usual?'],
    [['--last', '3 hours'], 'Did you mean 3h?'],
    [['--last', '24'], 'for example 24h or 30d. Did you mean 24h?'],
    [['--from', 'yesterday'], '2027-01-31'],
    [['--tz', 'Berlin'], 'Europe/Berlin'],
    [['--intervall', '1h'], 'Did you mean --interval?'],
  ]
  for (const [words, says] of wrong)
    expect(await bench.rejection(['series', '1', ...words], 2), words.join(' ')).toContain(says)
  expect(await bench.rejection(['series', '1', '--last', '1h', '--from', '2026-01-01'])).toContain('exclude each other')
  expect(await bench.rejection(['series', '1', '--interval', '1m', '--last', '100d'])).toContain(
    'shortest one that fits',
  )
  expect(await bench.rejection(['series', '99'])).toContain('no game')
})
