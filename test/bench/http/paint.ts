// What a browser loads and paints: the script of pages with and without a chart at the first visit, and at the visits after it
// how much later than an empty page the largest part of a page is painted: beside an empty document, and beside a page of the
// service that has nothing in its frame.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { quantile } from '../measure.js'
import type { Report } from '../report.js'

const LOADS = 16
/** Until a new tab of the browser is at rest. */
const NEW_TAB_MS = 5_000
const MAX_RATIO = 1.5
const MAX_KB = 60
const MAX_KB_WITH_CHART = 220
const SIZE = { width: 1440, height: 900 }
const EMPTY = '<!doctype html><html lang="en"><title>Empty</title><p>Nothing</p></html>'

/** The browser may report a larger part later, so the last entry counts. */
const OBSERVE = `
  window.painted = 0
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) window.painted = startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })`

export interface PaintedPage {
  readonly name: string
  readonly url: string
  readonly hasChart: boolean
}

export interface PaintBenchmark {
  readonly pages: readonly PaintedPage[]
  /** The address of a page of the service without content. */
  readonly bare: string
  /** The value of the session cookie for pages of an account. */
  readonly cookie: { readonly name: string; readonly value: string }
}

export async function benchPaint(report: Report, browser: Browser, benchmark: PaintBenchmark): Promise<void> {
  const { pages, cookie, bare } = benchmark
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(EMPTY))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const empty = { name: 'an empty document', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
  const frame = { name: 'an empty page of the service', url: bare }
  const context = await browser.newContext({ viewport: SIZE })
  await context.addCookies(pages.slice(0, 1).map(({ url }) => ({ ...cookie, url: new URL(url).origin })))
  for (const page of pages) await addScript(report, browser, page, cookie)
  const taken = new Map<string, number[]>()
  // In one tab, as people go from page to page: with each new one, Chromium loads a hundred scripts of its own address bar.
  const tab = await context.newPage()
  await tab.addInitScript(OBSERVE)
  await tab.goto(empty.url)
  await sleep(NEW_TAB_MS)
  // In turns, so that a busy moment of the machine is felt by all.
  for (let load = 0; load < LOADS; load++) {
    for (const { name, url } of [empty, frame, ...pages]) {
      const painted = await paintOnce(tab, url)
      if (load > 0) taken.set(name, [...(taken.get(name) ?? []), painted])
    }
  }
  await context.close()
  server.close()
  const paintOf = (name: string): number => quantile(taken.get(name) ?? [], 0.5)
  for (const [name] of taken)
    report.add({ figure: `largest contentful paint of ${name}, p50`, value: paintOf(name), unit: 'ms' })
  for (const { name } of pages) {
    for (const floor of [empty, frame]) {
      const value = paintOf(name) / paintOf(floor.name)
      report.add({ figure: `the same of ${name} beside ${floor.name}`, value, unit: 'times', goal: MAX_RATIO })
    }
  }
}

/** As it goes over the wire to a browser that was never here before. */
async function addScript(
  report: Report,
  browser: Browser,
  { name, url, hasChart }: PaintedPage,
  cookie: PaintBenchmark['cookie'],
): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE })
  await context.addCookies([{ ...cookie, url: new URL(url).origin }])
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    const size = request.resourceType() === 'script' ? request.sizes() : undefined
    if (size) sizes.push(size.then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
  await context.close()
  const bounds = [0, hasChart ? MAX_KB_WITH_CHART : MAX_KB] as const
  report.add({ figure: `compressed script of ${name}`, value: bytes / 1_000, unit: 'kB', bounds })
}

/** Milliseconds. */
async function paintOnce(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' })
  // On a busy machine the browser may report what it painted later.
  await page.waitForFunction('window.painted > 0')
  return z
    .number()
    .positive()
    .parse(await page.evaluate('window.painted'))
}
