// `npm run demo` as a process: what it prints, and that the printed addresses show it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

/** Far more than the few seconds that the demo takes, because the machine may be busy. */
const START_MS = 240_000

let folder: string
let demo: ChildProcess
let output = ''
let started: Promise<unknown>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-demo-test-'))
  const program = new URL('../../dist/src/demo.js', import.meta.url).pathname
  const env = { PATH: process.env.PATH, PORT: '0', TMPDIR: folder }
  demo = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  started = new Promise((resolve) => {
    demo.stdout?.on('data', (data: Buffer) => {
      output += data.toString()
      if (output.includes('Ctrl+C ends the demo.')) resolve(undefined)
    })
  })
  await Promise.race([started, once(demo, 'exit')])
}, START_MS)
afterAll(async () => {
  demo.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

interface PrintedAddresses {
  readonly page: string
  /** The events or updates of the game. */
  readonly api: string
  /** The summary of the same days, which is not printed. */
  readonly summary: (gameId?: number) => string
}

/** The addresses that are printed below the line with these words. */
function addressesOf(words: string): PrintedAddresses {
  const lines = output.split('\n')
  const at = lines.findIndex((line) => line.includes(words))
  const page = lines[at + 1]?.trim() ?? ''
  const [, api = ''] = /'(http[^']+\/api\/v1\/games\/[^']+)'/.exec(lines[at + 2] ?? '') ?? []
  expect([words, at > 0, page.startsWith('http'), api !== '']).toEqual([words, true, true, true])
  const { searchParams, pathname } = new URL(api)
  const [from, to] = [searchParams.get('from'), searchParams.get('to')]
  const own = Number(/games\/(\d+)/.exec(pathname)?.[1])
  const summary = (gameId = own) => `${origin()}/api/v1/games/${gameId}/summary?start_date=${from}&end_date=${to}`
  return { page, api, summary }
}

const eventsShape = z.object({ events: z.array(z.looseObject({ type: z.string() })) })
const updatesShape = z.object({ updates: z.array(z.looseObject({})).min(1) })

const key = (): string => /hc_live_[\w-]+/.exec(output)?.[0] ?? ''

/** A service on a busy machine says when to ask again. */
async function answered(address: string, init?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(address, init)
    if (response.status !== 503) return response
    await response.body?.cancel()
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1))
  }
}

async function textOf(address: string): Promise<string> {
  const response = await answered(address)
  expect(response.status).toBe(200)
  return (await response.text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

async function ask<Schema extends z.ZodType>(address: string, shape: Schema): Promise<z.infer<Schema>> {
  const response = await answered(address, { headers: { 'X-API-Key': key() } })
  expect(response.status).toBe(200)
  return shape.parse(await response.json())
}

const summaryShape = z.object({
  summary: z.object({
    coverage: z.number(),
    ccu: z.object({ min: z.int(), average: z.number(), max: z.int() }),
    revenue: z.object({ total: z.number() }).nullable(),
  }),
  history: z.array(z.object({ date: z.string(), coverage: z.number(), ccu: z.object({ average: z.number() }) })),
})

const origin = (): string => /http:\/\/[\d.:]+/.exec(output)?.[0] ?? ''

it('an update with an effect, with revenue and a gap because the platform did not answer', async () => {
  const { page, api, summary: summaryOf } = addressesOf('an update brought many players')
  await ask(api, updatesShape)
  const { summary, history } = await ask(summaryOf(), summaryShape)
  const days = history.map(({ ccu }) => ccu.average)
  // The range begins three days before the update, so index 4 is the first whole day after it.
  expect(days[4]).toBeGreaterThan(1.3 * (days[2] ?? 0))
  expect(summary.revenue?.total).toBeGreaterThan(0)
  expect(await textOf(page)).toContain('Roblox did not answer')
})

it('a fall of the platform, which another game shows too', async () => {
  const { page, api, summary: summaryOf } = addressesOf('all of Roblox lost players')
  expect((await ask(api, eventsShape)).events.map(({ type }) => type)).toContain('market_fall')
  for (const address of [summaryOf(), summaryOf(1)]) {
    const { summary } = await ask(address, summaryShape)
    expect(summary.ccu.min).toBeLessThan(0.5 * summary.ccu.average)
  }
  expect(await textOf(page)).toContain('Measured 100.0%')
})

it('a game that was hidden, with that reason and less coverage', async () => {
  const { page, api, summary } = addressesOf('the game was hidden for 92 minutes')
  expect((await ask(api, eventsShape)).events.map(({ type }) => type)).toContain('incident')
  expect((await ask(summary(), summaryShape)).summary.coverage).toBeCloseTo(1 - 92 / 1_440, 3)
  expect(await textOf(page)).toContain('Roblox did not show the game')
})

it('milestones that were reached, on the page of the game that was launched', async () => {
  const gamesShape = z.object({ games: z.array(z.object({ platform_id: z.string() })) })
  const { games } = await ask(`${origin()}/api/v1/games`, gamesShape)
  expect(games).toHaveLength(12)
  const texts = await Promise.all(games.map(({ platform_id: id }) => textOf(`${origin()}/games/${id}?range=30d`)))
  expect(texts.some((text) => text.includes('1,000,000 visits ·'))).toBe(true)
  expect(texts.some((text) => text.includes('Headcount was not running'))).toBe(true)
})

it('usage of the API for thirty days', async () => {
  const usage = z.object({ usage: z.object({ requests: z.object({ last_30_days: z.int() }) }) })
  const report = await ask(`${origin()}/api/v1/usage`, usage)
  expect(report.usage.requests.last_30_days).toBeGreaterThan(1_000)
})

it('a member, on the page of members that the printed link leads to', async () => {
  const code = /code=([\w-]+)/.exec(output)?.[1] ?? ''
  const used = await answered(`${origin()}/sign-in/link`, {
    method: 'POST',
    body: new URLSearchParams({ code }),
    headers: { origin: origin() },
    redirect: 'manual',
  })
  expect(used.status).toBe(303)
  const cookie = used.headers.getSetCookie().map((one) => one.split(';')[0])
  const headers = { cookie: cookie.join('; ') }
  const account = used.headers.get('location')?.replace(/\/home$/, '') ?? ''
  const members = await answered(`${origin()}${account}/members`, { headers })
  expect(await members.text()).toContain('1000000000000000007')
})

it('ends on a signal, and leaves nothing behind', async () => {
  const exit = once(demo, 'exit')
  demo.kill('SIGTERM')
  expect((await exit)[0]).toBe(0)
  expect(await readdir(folder)).toEqual([])
})
