// A history that is exported by the API and imported again by `samples import` is the same, byte for byte.

import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openPngPainter } from '../../../src/charts/render-png.js'
import { isoOfDay } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { type Block, emptyBlock } from '../../../src/domain/sample.js'
import { createApp, type HttpSettings } from '../../../src/http/app.js'
import { startHttp } from '../../../src/http/start-http.js'
import { openLog } from '../../../src/log.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'

const FIRST_DAY = Math.floor(Date.UTC(2026, 0, 5) / 86_400_000)
const DAYS = 9
const countShape = z.object({ imported: z.int(), corrected: z.int(), unchanged: z.int() })
const settings: HttpSettings = {
  trustProxy: false,
  operatorContact: undefined,
  publicUrl: undefined,
  givenOrigin: undefined,
  signUp: 'closed',
  discordClientId: () => undefined,
  painter: openPngPainter(),
  discordOrigin: 'https://discord.com',
  corsOrigins: [],
  legacySegments: [],
  legacyRequestsPerMinute: 60,
}
const log = openLog('silent')

/** Samples on both sides of the border of a stored week, with gaps, missing votes, and numbers of different length. */
function history(universeId: number): Block {
  const minutes = Array.from({ length: DAYS * 1_440 }, (_, index) => FIRST_DAY * 1_440 + index)
  const kept = minutes.filter((minute) => minute % 211 !== 0 && minute % 5_000 > 300)
  const block = emptyBlock(universeId, kept.length)
  kept.forEach((minute, row) => {
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = 995_000 + row
    block.columns.ccu[row] = minute % 97 === 0 ? 0 : 10 ** (minute % 7) - (minute % 2)
    block.columns.dislikes[row] = 2 ** 53 - 1 - (minute % 3)
    if (minute % 13 === 0) for (const name of ['likes', 'dislikes'] as const) block.columns[name][row] = Number.NaN
  })
  return block
}

async function openServer(bench: CliTestBench) {
  await bench.account('Studio', 'enterprise', 1)
  const { services, store } = await bench.beside()
  const key = await services.keys.create(await services.accounts.require('Studio'), 'export')
  const server = await startHttp(createApp(services, settings, log), '127.0.0.1', 0)
  onTestFinished(() => server.stop(1_000))
  const dates = `start_date=${isoOfDay(FIRST_DAY)}&end_date=${isoOfDay(FIRST_DAY + DAYS - 1)}`
  const get = async (format: string): Promise<string> => {
    const url = `http://127.0.0.1:${server.port}/api/v1/games/1/export?${dates}&format=${format}`
    const { statusCode, body } = await request(url, { headers: { 'x-api-key': key.secret } })
    expect(statusCode).toBe(200)
    return body.text()
  }
  return { store, get }
}

test('what is exported from one service and imported into another is exported there as the same bytes', async () => {
  const [from, to] = [await openBench(), await openBench()]
  const [source, target] = [await openServer(from), await openServer(to)]
  const block = history(from.universe(0))
  await source.store.series.importBlock(block)
  const csv = await source.get('csv')
  expect(csv.split('\r\n')).toHaveLength(block.minutes.length + 2)
  const file = await to.file('export.csv', csv)
  const count = { imported: block.minutes.length, corrected: 0, unchanged: 0 }
  expect(await to.json(countShape, 'samples', 'import', file)).toEqual(count)
  expect(await target.get('csv')).toBe(csv)
  expect(await target.get('json')).toBe(await source.get('json'))
  const again = await to.json(countShape, 'samples', 'import', file)
  expect(again).toEqual({ imported: 0, corrected: 0, unchanged: count.imported })
})
