// The minute that is running has no sample until its tick has stored one, some seconds into it: until then it is not missing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromWire, type WireChart } from '../../../../src/charts/page/wire.js'
import type { Minute } from '../../../../src/domain/clock.js'
import type { Game } from '../../../../src/domain/game.js'
import { MEASURE_NAMES } from '../../../../src/domain/measures.js'
import { emptyBlock } from '../../../../src/domain/sample.js'
import { NOW } from '../../support/history.js'
import { startWeb, type TestWeb } from '../../support/start-web.js'

const DAYS = 9

let web: TestWeb
let whole: Game
let holed: Game
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' } })
  whole = await web.services.games.change(await web.track(0), { isPublic: true })
  holed = await web.services.games.change(await web.track(1), { isPublic: true })
  const minutes = Array.from({ length: DAYS * 1_440 }, (_, row) => NOW - DAYS * 1_440 + row)
  await write(whole, minutes)
  await write(
    holed,
    minutes.filter((minute) => minute !== NOW - 10),
  )
})
afterAll(() => web.stop())

async function write({ universeId }: Game, minutes: readonly Minute[]): Promise<void> {
  const block = emptyBlock(universeId, minutes.length)
  for (const [row, minute] of minutes.entries()) {
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = 1_000
  }
  await web.store.series.importBlock(block)
}

/** Every place of the page that says how much was measured, of an hour or day that is not over. */
async function sharesOf({ universeId }: Game, range: string) {
  const visitor = web.visitor()
  // An hour of Nepal begins 45 minutes before noon in UTC.
  visitor.jar.set('time-zone', encodeURIComponent('Asia/Kathmandu'))
  const base = `/games/${universeId}`
  const { text } = await visitor.get(`${base}?range=${range}`)
  const address = /href="([^"]*days\.csv[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const [heads = [], ...days] = (await visitor.get(address)).text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  const chart = fromWire(JSON.parse((await visitor.get(`${base}/series?range=${range}`)).text) as WireChart)
  const table = [...text.matchAll(/data-label="Coverage">([^<]*)/g)].map(([, share]) => share)
  return {
    sentence: /Measured ([^ ]+%) of the time/.exec(text.replaceAll(/<[^>]+>/g, ''))?.[1],
    today: table[0],
    total: table.at(-1),
    file: Number(days.map((cells) => cells[heads.indexOf('coverage')]).sort()[0]),
    tooltip: chart.coverage?.shares.at(-1),
  }
}

const all = { sentence: '100.0%', today: '100.0%', total: '100.0%', file: 1, tooltip: 1 }

describe('the minute that is running', () => {
  it.each(['24h', '7d'])('is not missing before its sample is stored: %s [WEB-20]', async (range) => {
    expect(await sharesOf(whole, range)).toEqual(range === '24h' ? { ...all, file: expect.any(Number) } : all)
  })

  it('counts once its sample is stored, and hides no minute that is missing [WEB-20]', async () => {
    const before = await sharesOf(holed, '24h')
    await write(whole, [NOW])
    await write(holed, [NOW])
    expect(await sharesOf(whole, '7d')).toEqual(all)
    const after = await sharesOf(holed, '24h')
    expect(before).toMatchObject({ today: '>99.9%', tooltip: 0.978 })
    expect(after).toMatchObject({ today: '>99.9%', tooltip: 0.978 })
    expect(after.file).toBeLessThan(1)
  })
})
