// How long the HTML of pages takes with 500 public games of a sample a minute. The goal: under 30 ms at the median for the home
// of their account and the rankings, and 50 for others. In Chromium: how much script pages load, when they are painted, and
// the script of a pointer move over a chart.
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { request } from 'undici'
import { z } from 'zod'
import { compose } from '../../src/compose.js'
import { DAY_MINUTES, type Minute, minuteOf } from '../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { type Block, emptyBlock } from '../../src/domain/sample.js'
import { CHROMIUM_MISSING, chromiumPath } from '../support/cli/programs.js'
import { type Benchmark, inFolder, startHelper } from './bench.js'
import { configOf } from './commands-past.js'
import { benchPaint } from './http/paint.js'
import { benchPointer } from './http/pointer.js'
import { median } from './measure.js'
import type { Report } from './report.js'

const GAMES = 500
const DAYS = 30
const FIRST_UNIVERSE = 5_000_000_000
const WEEK = 7 * DAY_MINUTES

/** For pages that show all games. */
const LIST_GOAL = 30
const GOAL = 50

const PAGES = {
  'the front page': () => '/',
  'the ranking of 500': () => '/rankings',
  'sorted by 7 days': () => '/rankings?sort=week&page=3',
  'the home of 500': () => '/accounts/1/home',
  'the home of 500 by change': () => '/accounts/1/home?sort=day&page=3',
  'a game, 7 days': () => `/games/${FIRST_UNIVERSE}`,
  'a game, 30 days': () => `/games/${FIRST_UNIVERSE}?range=30d`,
  'five games, 30 days': () => `/games/${FIRST_UNIVERSE}?range=30d&${compared}`,
  'another game each time': (time: number) => `/games/${FIRST_UNIVERSE + 5 + time}`,
} as const

const compared = [1, 2, 3, 4].map((more) => `compare=${FIRST_UNIVERSE + more}`).join('&')
const listening = z.object({ port: z.int() })

export const benchPages: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      const databaseUrl = `file:${join(folder, 'bench.db')}`
      const cookie = `headcount=${await writeGames(databaseUrl)}`
      const service = await startHelper('http/pages-process.ts', databaseUrl)
      const origin = `http://127.0.0.1:${listening.parse(service.ready).port}`
      for (const [what, pathOf] of Object.entries(PAGES)) {
        let time = 0
        const value = await median(quick ? 20 : 100, () => read(origin + pathOf(time++), cookie))
        report.add({
          figure: `HTML of ${what}, p50`,
          value,
          unit: 'ms',
          goal: what.includes('game') ? GOAL : LIST_GOAL,
        })
      }
      await benchInBrowser(report, origin, cookie)
      await service.stop()
    },
    { inMemory: true },
  )

async function benchInBrowser(report: Report, origin: string, cookie: string): Promise<void> {
  if (chromiumPath === undefined) {
    console.log(`What a browser does was not measured: ${CHROMIUM_MISSING}`)
    return
  }
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  const browser = await chromium.launch({ executablePath: chromiumPath, args })
  try {
    const [name = '', value = ''] = cookie.split('=')
    const painted = (name: string, path: string, hasChart = false) => ({ name, url: origin + path, hasChart })
    const pages = [
      painted('the front page', '/'),
      painted('the ranking of 500', '/rankings'),
      painted('the home of 500', '/accounts/1/home'),
      painted('a game with its chart', `/games/${FIRST_UNIVERSE}`, true),
    ]
    await benchPaint(report, browser, { pages, cookie: { name, value }, bare: `${origin}/nothing` })
    await benchPointer(report, browser, `${origin}/games/${FIRST_UNIVERSE}`)
  } finally {
    await browser.close()
  }
}

async function read(address: string, cookie: string): Promise<void> {
  const { statusCode, body } = await request(address, { headers: address.includes('/accounts/') ? { cookie } : {} })
  await body.dump({ limit: 10_000_000 })
  if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}.`)
}

/** Returns the secret of a session of the account. */
async function writeGames(databaseUrl: string): Promise<string> {
  const { store, services, close } = await compose(configOf(databaseUrl))
  const now = minuteOf(Date.now())
  const account = await services.accounts.create({ name: 'Bench', plan: 'enterprise' })
  for (let index = 0; index < GAMES; index++) {
    const facts = { name: `Game ${index}`, rootPlaceId: 1, updatedAt: null, condition: 'shown' as const }
    const universe = { id: FIRST_UNIVERSE + index, ...facts }
    const draft = { accountId: account.id, universe, channelId: null, createdAt: Date.now(), maxGames: GAMES }
    const added = await store.games.add(draft)
    if (added.outcome === 'full') throw new Error('There is no room for the games of the bench.')
    await store.games.update({ ...added.game, isPublic: true })
    for (let from = now - DAYS * DAY_MINUTES; from <= now; from += WEEK)
      await store.series.importBlock(waveOf(universe.id, from, Math.min(from + WEEK, now + 1)))
  }
  const grant = { accountId: account.id, role: 'viewer' } as const
  const person = { subject: { discordUserId: null, grant }, name: null, browser: 'bench', replaces: undefined }
  const { secret } = await services.sessions.start(person)
  await close()
  return secret
}

function waveOf(universeId: number, from: Minute, until: Minute): Block {
  const block = emptyBlock(universeId, until - from)
  for (let row = 0; row < until - from; row++) {
    const minute = from + row
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = Math.floor(minute / 7) + (universeId % 1_000)
    block.columns.ccu[row] = Math.round(5_000 + 4_000 * Math.sin(minute / 230 + universeId) + (minute % 17))
  }
  return block
}
