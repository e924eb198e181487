// Starts Chromium for the tests of the pages, once for each worker. Without Chromium, these tests are skipped and say
// so.
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { CHROMIUM_MISSING, quickChromiumPath } from '../support/cli/programs.js'
import type { Visitor } from './support/start-web.js'

/** The narrowest width at which the pages must be whole (WCAG 1.4.10). */
export const NARROW = { width: 320, height: 640 }
export const PHONE = { width: 360, height: 740 }
/** The widest screen; low, because a browser without a graphics card takes long to draw all of one. */
export const WIDEST = { width: 3840, height: 600 }
export const DESKTOP = { width: 1440, height: 900 }
const CLOSE_TIMEOUT_MS = 20_000

export interface TabOptions {
  readonly size?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  readonly scripts?: boolean
  readonly timeZone?: string
  readonly locale?: string
  readonly hasTouch?: boolean
  /** The visitor whose cookies the browser has. */
  readonly as?: Visitor
}

/** A page in a browser profile of its own, with the errors and requests that the browser recorded. */
export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors that the browser reported: content policy, scripts, missing files. */
  readonly complaints: readonly string[]
  /** The origins of all requests. */
  readonly origins: ReadonlySet<string>
  /** The address and transferred size of each loaded script. */
  readonly loadedScripts: readonly LoadedScript[]
}

export interface LoadedScript {
  readonly path: string
  readonly bytes: number
}

export type TabOpener = (options?: TabOptions) => Promise<Tab>

/**
 * The first two are pages of the browser's own in each window, which take half of its processor time where it has windows. The
 * others are those that playwright turns off; the last such argument counts alone.
 */
const FEATURES_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
].join(',')

/** One browser for the whole worker, because a launch takes a second of both cores. */
let launched: Promise<Browser> | undefined

function launch(): Promise<Browser> {
  // Without a graphics card, drawing as if there were one takes a quarter of the browser's processor time.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--disable-features=${FEATURES_OFF}`]
  launched ??= chromium.launch({ executablePath: quickChromiumPath ?? '', args })
  return launched
}

/** `describe` for tests in Chromium; each tab is closed at the end of the file. */
export function describeInBrowser(name: string, origin: () => string, tests: (open: TabOpener) => void): void {
  describe.skipIf(quickChromiumPath === undefined)(
    quickChromiumPath === undefined ? `${name} (skipped: ${CHROMIUM_MISSING})` : name,
    () => {
      let browser: Browser
      beforeAll(async () => {
        browser = await launch()
      })
      afterAll(async () => {
        for (const context of browser?.contexts() ?? []) await context.close()
      })
      tests((options) => openTab(browser, origin(), options))
    },
  )
}

async function openTab(browser: Browser, origin: string, options: TabOptions = {}): Promise<Tab> {
  const context = await browser.newContext(contextOptions(origin, options))
  if (options.as) {
    const { hostname } = new URL(origin)
    const cookies = [...options.as.jar].map(([name, value]) => ({ name, value, domain: hostname, path: '/' }))
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, httpOnly: true, sameSite: 'Lax' as const })))
  }
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  limitClosing(context, page)
  const complaints: string[] = []
  const origins = new Set<string>()
  const loadedScripts: LoadedScript[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(`${error}`))
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin)
  })
  page.on('requestfinished', async (request) => {
    // To ask for the size of everything takes a tenth of the processor time of these tests.
    if (request.resourceType() !== 'script') return
    const { responseBodySize: bytes } = await request.sizes().catch(() => ({ responseBodySize: 0 }))
    loadedScripts.push({ path: new URL(request.url()).pathname, bytes })
  })
  return { page, context, complaints, origins, loadedScripts }
}

/**
 * A tab that is closed while it loads another page hangs in about one of 70 runs. So the page is waited for, and a tab that
 * hangs nevertheless is left to the end of the browser.
 */
function limitClosing(context: BrowserContext, page: Page): void {
  const close = context.close.bind(context)
  context.close = async () => {
    await page.waitForLoadState('load', { timeout: CLOSE_TIMEOUT_MS }).catch(() => undefined)
    const stop = new AbortController()
    const limit = setTimeout(CLOSE_TIMEOUT_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    await Promise.race([close(), limit])
    stop.abort()
  }
}

const contextOptions = (baseURL: string, options: TabOptions): BrowserContextOptions => ({
  baseURL,
  viewport: options.size ?? DESKTOP,
  colorScheme: options.theme ?? 'light',
  javaScriptEnabled: options.scripts ?? true,
  timezoneId: options.timeZone ?? 'Europe/Berlin',
  locale: options.locale ?? 'en-US',
  acceptDownloads: true,
  hasTouch: options.hasTouch ?? false,
})

/** Expects no error in the browser and no request to another host. */
export function expectClean({ complaints, origins }: Tab, origin: string): void {
  expect(complaints).toEqual([])
  expect([...origins].filter((one) => one !== origin)).toEqual([])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules of axe whose result depends on the width of the screen. */
export const WIDTH_RULES = ['scrollable-region-focusable', 'target-size']

/** No rule of WCAG, but landmarks with the same name cannot be distinguished in a list of them. */
const LANDMARK_RULES = { 'landmark-unique': { enabled: true } }

/** The rules of axe whose result depends on the theme, because the themes differ in nothing but their colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Checks WCAG 2.2 AA in both themes, as far as axe can tell. axe is injected by the debugger, because the content
 * policy blocks scripts. `rules` are tags or rules of axe; `within` chooses a part of the page.
 */
export async function expectAccessible({ page }: Tab, rules: readonly string[] = TAGS, within = 'html'): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  // Where the page is scrolled, the sticky header covers a part of some button, which axe takes for the button's size.
  await page.evaluate('scrollTo(0, 0)')
  const inDark = rules === TAGS ? COLOR_RULES : rules.filter((rule) => COLOR_RULES.includes(rule))
  for (const [colorScheme, runOnly] of Object.entries({ dark: inDark, light: rules })) {
    if (runOnly.length === 0) continue
    await page.emulateMedia({ colorScheme: colorScheme as 'light' | 'dark', reducedMotion: 'reduce' })
    // Preloading fetches each style sheet again, and only a rule that is not run reads them.
    const { violations } = (await page.evaluate(
      `axe.run(${JSON.stringify(within)}, ${JSON.stringify({
        runOnly,
        resultTypes: ['violations'],
        preload: false,
        ...(runOnly === TAGS && { rules: LANDMARK_RULES }),
      })})`,
    )) as AxeResults
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    )
    expect(found).toEqual([])
  }
}

/** Expects that nothing is wider than the page, also at the width of a phone. */
export async function expectNoSideways({ page }: Tab): Promise<void> {
  const [content, screen] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number]
  expect(content).toBeLessThanOrEqual(screen)
}

/** For pages whose tables fit on the narrowest screen. */
export async function expectNoScrollingTables(tab: Tab): Promise<void> {
  await expectNoSideways(tab)
  const scrolling = await tab.page
    .locator('section.scroll')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map(({ ariaLabel }) => ariaLabel))
  expect(scrolling).toEqual([])
}

const FOCUSABLE = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((one) =>
  one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0 && (one.type !== 'radio' || one.checked))`

/** Notes in the page each control that gets the focus, and those that do not show it. */
const NOTE_FOCUS = `(() => {
  document.activeElement?.blur()
  const places = ${FOCUSABLE}
  const seen = new Set()
  window.focusNotes = { count: places.length, seen, unmarked: [], missed: () => places.filter((one) => !seen.has(one)) }
  document.addEventListener('focusin', ({ target }) => {
    if (!places.includes(target) || seen.has(target)) return
    seen.add(target)
    const { outlineStyle, outlineWidth, boxShadow, textDecorationLine } = getComputedStyle(target)
    const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || textDecorationLine !== 'none'
    if (!isMarked) window.focusNotes.unmarked.push(target.outerHTML)
  })
  return places.length
})()`

/** Expects that the Tab key reaches all controls, and that each shows its focus. A date field takes several presses. */
export async function expectKeyboard({ page }: Tab): Promise<void> {
  const count = (await page.evaluate(NOTE_FOCUS)) as number
  for (let press = 0, reached = 0; press < 2 * count && reached < count; press++) {
    await page.keyboard.press('Tab')
    // Asking the page after each press would take most of the time of the test.
    if (press >= count - 1) reached = (await page.evaluate('window.focusNotes.seen.size')) as number
  }
  expect(await page.evaluate('window.focusNotes.unmarked')).toEqual([])
  expect(await page.evaluate('window.focusNotes.missed().map((one) => one.outerHTML)')).toEqual([])
}

/** Saves pictures for people to look at, in both widths and themes, to the folder that SCREENSHOTS names. */
export async function screenshots({ page }: Tab, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  for (const size of [PHONE, DESKTOP]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${colorScheme}.png`), fullPage: true })
    }
  }
  if (before) await page.setViewportSize(before)
}
