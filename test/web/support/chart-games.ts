// Two public games with a week of samples, of which the pages in Chromium draw charts.
import { WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import type { Tab } from '../browser.js'
import { NOW, writeWave } from './history.js'
import { startWeb, type TestWeb } from './start-web.js'

export interface ChartGames {
  readonly web: TestWeb
  readonly shown: Game
  readonly other: Game
}

export async function startChartGames(): Promise<ChartGames> {
  const web = await startWeb({
    terms: { name: 'Own studio', plan: 'premium' },
    environment: { POPULARITY_URL: 'platform' },
  })
  const shown = await web.services.games.change(await web.track(0), { isPublic: true })
  const other = await web.services.games.change(await web.track(1), { isPublic: true })
  await writeWave(web, shown.universeId)
  await writeWave(web, other.universeId, 400)
  for (const weeks of [2, 3, 4])
    await web.write(
      shown.universeId,
      Array.from({ length: 60 }, (_, minute) => NOW - weeks * WEEK_MINUTES + minute),
      { ccu: 1_100 + weeks, visits: 500 },
    )
  return { web, shown, other }
}

export async function drawn({ page }: Tab): Promise<void> {
  await page.waitForSelector('figure.chart canvas')
  await page.waitForSelector('figure.chart[data-state=ready]')
}

export async function plotOf({ page }: Tab) {
  const box = await page.locator('.plot').boundingBox()
  if (!box) throw new Error('There is no plot.')
  return { box, tooltip: page.locator('.tooltip') }
}

/** The whole of a downloaded file. */
export async function streamed(stream: NodeJS.ReadableStream): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
