// How much script a pointer move over a chart of 40,000 points takes in Chromium. The goal: at most 4 ms.
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { quantile } from '../measure.js'
import type { Report } from '../report.js'

const POINTS = 40_000
const MOVES = 300
const GOAL_MS = 4
const SIZE = { width: 1440, height: 900 }

/** Each frame's script is timed, because the chart reads at most once a frame, in a callback before it. */
const TIME_FRAMES = `
  window.frameTimes = []
  const nextFrame = window.nextFrame = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (act) => nextFrame((time) => {
    const began = performance.now()
    act(time)
    window.frameTimes.push(performance.now() - began)
  })`

const frameTimes = z.array(z.number())

export async function benchPointer(report: Report, browser: Browser, address: string): Promise<void> {
  const taken = await movedOver(browser, address)
  const figure = `script of a pointer move over ${POINTS} points`
  report.add({ figure: `${figure}, p50`, value: quantile(taken, 0.5), unit: 'ms', goal: GOAL_MS })
  report.add({ figure: `${figure}, p95`, value: quantile(taken, 0.95), unit: 'ms', goal: GOAL_MS })
}

async function movedOver(browser: Browser, address: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: SIZE })
  await page.addInitScript(TIME_FRAMES)
  await page.route('**/series*', (route) => route.fulfill({ json: manyPoints() }))
  await page.goto(address)
  await page.waitForSelector('figure.chart[data-state=ready]')
  const box = await page.locator('.plot').boundingBox()
  if (!box) throw new Error('The page has no plot.')
  await move(page, box, MOVES / 5)
  await page.evaluate('window.frameTimes.length = 0')
  await move(page, box, MOVES)
  if (!(await page.locator('.tooltip').isVisible())) throw new Error('The pointer read nothing.')
  return frameTimes.parse(await page.evaluate('window.frameTimes'))
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** To and fro in uneven steps, each in a frame of its own. */
async function move(page: Page, { x, y, width, height }: Box, times: number): Promise<void> {
  for (let step = 1; step <= times; step++) {
    await page.mouse.move(x + ((step * 137) % Math.floor(width)), y + height / 2)
    await page.evaluate('new Promise((resolve) => nextFrame(() => resolve()))')
  }
}

/** The players, and the period before, of four weeks by the minute. */
function manyPoints(): object {
  const until = Math.floor(Date.now() / 60_000)
  const line = (name: string, from: number) => ({
    name,
    minutes: [from, ...Array.from({ length: POINTS - 1 }, () => 1)],
    values: Array.from({ length: POINTS }, (_, row) => Math.round(5_000 + 4_000 * Math.sin(row / 230) + (row % 17))),
    interval: 1,
    schedule: [],
    gaps: [],
  })
  const from = until - POINTS
  const texts = { metric: 'Players', unit: 'players', noData: 'No data' }
  return {
    ...{ title: 'Bench', metric: 'ccu', texts, from, until, markers: [] },
    lines: [line('Players', from)],
    previous: { ...line('Before', from - POINTS), shift: POINTS },
  }
}
