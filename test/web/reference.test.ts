// The API reference at /docs: rendered from the OpenAPI document, with samples that run and a form that sends a call.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../src/http/api/routes.js'
import { LOOKUPS } from '../../src/http/legacy/routes.js'
import { callForReader } from '../../src/http/web/reference/samples.js'
import { NOON } from '../support/start-app.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectNoScrollingTables,
  expectNoSideways,
  screenshots,
  WIDTH_RULES,
} from './browser.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

const NOW = NOON / 60_000
const run = promisify(execFile)
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find(existsSync)
const CURL = '/usr/bin/curl'

/** Each sample is a module of its own; the number keeps two that are alike apart. Prints what each has printed. */
const RUN_IN_NODE = `
import { text } from 'node:stream/consumers'
import { format } from 'node:util'
const outputs = []
const print = console.log
for (const [index, sample] of JSON.parse(await text(process.stdin)).entries()) {
  const lines = []
  console.log = (...values) => lines.push(format(...values))
  await import('data:text/javascript,' + encodeURIComponent(sample + '\\n// ' + index))
  outputs.push(lines.join('\\n'))
}
print(JSON.stringify(outputs))`
const RUN_IN_PYTHON = `
import contextlib, io, json, sys
outputs = []
for sample in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(sample, 'sample', 'exec'), {'__name__': '__main__'})
    outputs.append(printed.getvalue())
print(json.dumps(outputs))`

let web: TestWeb
let owner: Visitor
let update: number
beforeAll(async () => {
  web = await startWeb({ settings: { operatorContact: 'ops@studio.example' } })
  await web.tenant({ name: 'Studio before' })
  for (const index of [0, 1]) {
    const game = await web.track(index)
    await web.write(game.universeId, [NOW - 1, NOW])
    const at = { start: NOW - 90, end: NOW - 90 }
    const facts = { kind: 'update', foundAt: NOW - 89 } as const
    const update = { kind: 'update', facts, subject: `${game.universeId}` } as const
    const known = { accountId: null, cause: null, uncertainty: 0, universeId: game.universeId }
    await web.store.eventLog.put({ ...known, ...update, ...at })
  }
  owner = await web.member('owner')
  update = ENDPOINTS.length
})
afterAll(() => web.stop())

const unescaped = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** The text of each element whose id ends like this. */
const codeIn = (html: string, ending: string): string[] =>
  [...html.matchAll(new RegExp(`<code id="[^"]*${ending}">(.*?)</code>`, 'gs'))].map(([, code = '']) => unescaped(code))

describe('GET /docs', () => {
  it('shows every operation of the document with an anchor, its parameters, fields and statuses [WEB-12]', async () => {
    const { status, text } = await web.visitor().get('/docs')
    expect(status).toBe(200)
    for (const { path, params, query, example } of ENDPOINTS) {
      expect(text).toContain(`</b> ${path.replace(/:(\w+)/g, '{$1}')}</code>`)
      const call = callForReader(example.call, { games: [], today: Math.floor(NOW / 1_440) })
      expect(unescaped(text)).toContain(`${web.url}/api/v1${call}`)
      expect(call).not.toMatch(/2026-01/)
      for (const name of [...Object.keys(params.shape), ...Object.keys(query.shape)])
        expect(unescaped(text)).toContain(name)
    }
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id)
    expect(links.length).toBeGreaterThan(40)
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('shows the errors, the limits by plan, the versions with the rule for deprecation, and the older lookups', async () => {
    const text = unescaped((await web.visitor().get('/docs')).text)
    for (const part of ['RATE_LIMIT_EXCEEDED429', 'Premium100255 min90 days730 daysforever', 'Sunset (RFC 8594'])
      expect(text.replaceAll(/(?<=[A-Z])\u200B/g, '')).toContain(part)
    for (const { example, cacheSeconds } of LOOKUPS) {
      expect(text).toContain(`curl "${web.url}/api/platform${example.call}"`)
      expect(text).toContain(`Kept for ${cacheSeconds / 60} min.`)
    }
    expect(text).toContain('ops@studio.example')
  })

  it('shows the reader’s own games in the calls, and nobody else’s [WEB-12]', async () => {
    const own = unescaped((await owner.get('/docs')).text)
    expect(own).toContain(`/api/v1/games/1/stats`)
    const yesterday = new Date(web.services.clock.now() - 86_400_000).toISOString().slice(0, 10)
    expect(own).toContain(`/api/v1/games/1/summary?start_date=${yesterday}&end_date=${yesterday}`)
    const second = unescaped((await owner.get('/docs?game=2')).text)
    expect(second).toContain(`/api/v1/games/2/stats`)
    expect(second).toContain(`/api/v1/series?games=2,1&`)
    for (const wrong of ['?game=99', '?game=x', '?game=1&game=2'])
      expect((await owner.get(`/docs${wrong}`)).status, wrong).toBe(200)
    expect((await web.visitor().get('/docs?game=2')).text).toContain('/api/v1/games/1/stats')
  })

  it('has examples of older lookups that are of the form that they answer', async () => {
    for (const { response, example } of LOOKUPS) response.parse(example.answer)
  })
})

describe('the samples', () => {
  const environment = () => ({ PATH: process.env.PATH, HEADCOUNT_KEY: web.key })

  it.skipIf(!existsSync(CURL))('in curl answer 200 with the reader’s key [WEB-13]', async () => {
    const samples = codeIn((await owner.get('/docs')).text, '-curl-code').filter((code) => !code.includes('{event_id}'))
    expect(samples).toHaveLength(update)
    for (const sample of samples) {
      const { stdout } = await run('/bin/sh', ['-c', `${sample} --silent --show-error`], { env: environment() })
      expectSuccess(sample, stdout)
    }
  })

  it('in JavaScript run and print the answer [WEB-13]', async () => {
    const samples = codeIn((await owner.get('/docs')).text, '-JavaScript-code')
    expect(samples).toHaveLength(update)
    expectOutputs(samples, await runAll(process.execPath, ['--input-type=module', '--eval', RUN_IN_NODE], samples))
  })

  it.skipIf(PYTHON === undefined)('in Python run and print the answer [WEB-13]', async () => {
    const samples = codeIn((await owner.get('/docs')).text, '-Python-code')
    expect(samples).toHaveLength(update)
    expectOutputs(samples, await runAll(PYTHON ?? '', ['-c', RUN_IN_PYTHON], samples))
  })

  /** Runs the samples one after the other in one process, because each start of a process takes longer than a sample. */
  async function runAll(program: string, args: readonly string[], samples: readonly string[]): Promise<string[]> {
    const running = run(program, args, { env: environment() })
    running.child.stdin?.end(JSON.stringify(samples))
    const { stdout } = await running
    return JSON.parse(stdout) as string[]
  }

  function expectSuccess(sample: string, stdout: string): void {
    const answer = JSON.parse(stdout) as { success: boolean }
    expect(answer.success, `${sample}\n${stdout}`).toBe(true)
  }

  function expectOutputs(samples: readonly string[], outputs: readonly string[]): void {
    expect(outputs).toHaveLength(samples.length)
    for (const [index, sample] of samples.entries()) {
      // The records, not the game that they are about.
      if (/\/(export|gaps)\?/.test(sample)) expect(sample).toMatch(/answer(\.|\[")(data|gaps)/)
      const output = outputs[index]?.trim()
      expect(output, sample).not.toBe('')
      expect(output, sample).not.toMatch(/^(undefined|None)$/)
    }
  }
})

describeInBrowser(
  'the reference',
  () => web.url,
  (open) => {
    it('sends a call with a key that it forgets [WEB-14]', async () => {
      const tab = await open()
      const { page } = tab
      await page.goto('/docs#getGameStats')
      const form = page.locator('form[data-call="/games/{id}/stats"]')
      await page.locator('#getGameStats details.call-form > summary').click()
      await form.locator('input[data-key]').fill(web.key)
      await form.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => form.locator('.call-status').textContent()).toMatch(/^200/)
      expect(await form.locator('output pre').textContent()).toContain('"playing"')
      await form.locator('input[name=id]').fill('0')
      await form.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => form.locator('.call-status').textContent()).toMatch(/^400/)
      expect(await form.locator('output pre').textContent()).toContain('INVALID_PARAMETERS')
      const kept = await page.evaluate(
        'JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state])',
      )
      expect(kept).not.toContain(web.key)
      expect(await page.locator('input[data-key]').first().getAttribute('name')).toBeNull()
      expect(await page.locator('input[data-key]').first().getAttribute('autocomplete')).toBe('off')
      await page.reload()
      expect(await form.locator('input[data-key]').inputValue()).toBe('')
      expect(web.logged.join('')).not.toContain(web.key)
      // The browser reports every answer with an error status.
      expect(tab.complaints.filter((one) => !one.includes('400'))).toEqual([])
      await tab.context.close()
    })

    it('shows one language in all samples, also without scripts in each of them', async () => {
      for (const scripts of [true, false]) {
        const { page, context } = await open({ scripts })
        await page.goto('/docs')
        for (const id of ['getUser', 'getGames'])
          await page.locator(`#${id} > details.section-details > summary`).click()
        expect(await page.locator('#getUser-curl-code').isVisible()).toBe(true)
        await page.locator('label[for="getGames-Python"]').click()
        expect(await page.locator('#getGames-Python-code').isVisible()).toBe(true)
        expect(await page.locator('#getGames-curl-code').isVisible()).toBe(false)
        expect(await page.locator('#getUser-Python-code').isVisible()).toBe(scripts)
        expect(await page.locator('#getUser details.call-form').isVisible()).toBe(scripts)
        await context.close()
      }
    })

    it('is a short list of closed sections, which a link to one opens, with scripts and without [WEB-12]', async () => {
      for (const scripts of [true, false]) {
        const { page, context } = await open({ scripts })
        await page.goto('/docs')
        const height = () => page.evaluate<number>('document.documentElement.scrollHeight')
        expect(await height()).toBeLessThan(20_000)
        const answer = page.locator('#getGameSeries .operation')
        expect(await answer.isVisible()).toBe(false)
        await page.locator('.contents.at-side a[href="#getGameSeries"]').click()
        await expect.poll(() => answer.isVisible()).toBe(true)
        const top = () => page.locator('#getGameSeries').evaluate((section) => section.getBoundingClientRect().top)
        await expect.poll(top).toBeLessThan(200)
        await context.close()
      }
    })

    it('is printed whole, with scripts and without [WEB-12]', async () => {
      for (const scripts of [true, false]) {
        const { page, context } = await open({ scripts })
        await page.goto('/docs')
        await page.emulateMedia({ media: 'print' })
        expect(await page.locator('#getGameSeries .operation').isVisible()).toBe(true)
        expect(await page.locator('#Series table.fields').isVisible()).toBe(true)
        await context.close()
      }
    })

    it('copies a sample, and asks nobody else', async () => {
      const tab = await open()
      await tab.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await tab.page.goto('/docs#getGames')
      await tab.page.locator('button[data-copy="getGames-curl-code"]').click()
      expect(await tab.page.evaluate('navigator.clipboard.readText()')).toContain('/api/v1/games"')
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('is accessible in both themes with forms open, and fits a phone of 320 px', async () => {
      const tab = await open({ as: owner })
      await tab.page.goto('/docs')
      await tab.page.getByRole('button', { name: 'Open all sections' }).click()
      await tab.page.locator('#getGameSeries details.call-form > summary').click()
      await expectAccessible(tab)
      await screenshots(tab, 'reference')
      await tab.page.setViewportSize({ width: 320, height: 640 })
      await expectNoScrollingTables(tab)
      await tab.page.locator('details.on-phone > summary').click()
      await expectNoSideways(tab)
      await expectAccessible(tab, undefined, 'details.on-phone')
      await expectAccessible(tab, WIDTH_RULES)
      await tab.context.close()
    })
  },
)
