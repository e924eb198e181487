// What the preview of a rule costs in CPU time: the default rule, 30 days of one game with a sample each minute, among
// 200 tracked games and with the platform's charts counted for 60 days.
import { join } from 'node:path'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf } from '../../src/domain/clock.js'
import { marketLink } from '../../src/domain/insights/market/market-link.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import type { MarketCount } from '../../src/domain/ports/market.js'
import type { Store } from '../../src/domain/ports/store.js'
import { emptyBlock } from '../../src/domain/sample.js'
import { createPreviewRule } from '../../src/services/notifications/preview-rule.js'
import { openStore } from '../../src/store/open-store.js'
import { type Benchmark, inFolder } from './bench.js'

const NOW = minuteOf(Date.UTC(2026, 5, 17, 12, 34))
const DAYS = 60
const LAST_DAY = Math.floor(NOW / DAY_MINUTES) * DAY_MINUTES
const FROM = LAST_DAY - DAYS * DAY_MINUTES
const GAMES = 200
const FIRST = 5_000_000_000
/** Of the other games, so many days are stored, with a sample every ten minutes. */
const PEER_DAYS = 9
const PEER_STEP = 10
const MEMBERS = 5
const STUDIO = { name: 'Bench', plan: 'enterprise', status: 'active', trialEndsAt: null, formerPlan: null } as const
const MAX_CPU_MS = 2_000

type Players = (minute: Minute) => number

const hourOfDay = (minute: Minute): number => (minute % DAY_MINUTES) / HOUR_MINUTES
const dayNumber = (minute: Minute): number => Math.floor((minute - FROM) / DAY_MINUTES)
/** As many players more or fewer by chance as a count of that size has. */
const noise = (minute: Minute): number => 1 + 0.02 * Math.sin(minute * 12.9898) * Math.cos(minute * 78.233)

/** All games lose as much within three hours, every fifth day, and have it back half a day later. */
const platformAt: Players = (minute) => {
  const [hour, isLow] = [hourOfDay(minute), dayNumber(minute) % 5 === 4]
  return isLow && hour >= 4 && hour < 20 ? 1 - 0.5 * Math.min(1, (hour - 4) / 3) : 1
}

/** Falls every other day at another hour, and a restart of the same hour in two weeks of four. */
const restlessAt: Players = (minute) => {
  const [day, hour] = [dayNumber(minute), hourOfDay(minute)]
  const begin = (day * 7) % 20
  if (day % 2 === 1 && hour >= begin && hour < begin + 3) return 0.4
  return Math.floor(day / 14) % 2 === 1 && hour >= 21 ? 0.4 : 1
}

const GAMES_PREVIEWED: Readonly<Record<string, { readonly size: number; readonly shape: Players }>> = {
  'a quiet game': { size: 1_000, shape: () => 1 },
  'a game of 150 players': { size: 150, shape: () => 1 },
  'a game that falls every other day': { size: 150, shape: restlessAt },
  'a game that falls as far as Roblox': { size: 150, shape: platformAt },
}

export const benchPreview: Benchmark = (report) =>
  inFolder(
    async (folder) => {
      const clock = { now: () => NOW * 60_000, monotonic: () => NOW * 60_000 }
      const store = await openStore(`file:${join(folder, 'preview.db')}`, { clock })
      const account = await store.accounts.create({ ...STUDIO, createdAt: 0 })
      for (let index = 0; index < GAMES; index++) await addGame(store, account.id, FIRST + index)
      const games = await store.games.active()
      await writeMarket(store)
      for (const [index, [name, { size, shape }]] of Object.entries(GAMES_PREVIEWED).entries()) {
        const game = games[index]
        if (game === undefined) throw new Error('The bench has games.')
        await writePast(store, game.universeId, (minute) => size * shape(minute))
        const preview = createPreviewRule({ store, clock, plans: DEFAULT_PLANS, market: 'charts' })
        const before = process.cpuUsage()
        const { readings, alerts } = await preview(account, game, DEFAULT_RULE, 30)
        const { user, system } = process.cpuUsage(before)
        const figure = `preview of 30 days of ${name}, ${readings} samples, ${alerts.length} alerts: CPU`
        report.add({ figure, value: (user + system) / 1_000, unit: 'ms', bounds: [0, MAX_CPU_MS] })
      }
      store.close()
    },
    { inMemory: true },
  )

async function addGame(store: Store, accountId: number, id: number): Promise<void> {
  const universe = { id, name: `Game ${id}`, rootPlaceId: 1, updatedAt: 1, condition: 'shown' as const }
  const draft = { accountId, universe, channelId: '112233445566778899', createdAt: 0, maxGames: GAMES }
  const added = await store.games.add(draft)
  if (added.outcome === 'full') throw new Error('There is no room for the games of the bench.')
  if (id - FIRST >= Object.keys(GAMES_PREVIEWED).length)
    await writePast(store, id, (minute) => (500 + (id % 97) * 10) * platformAt(minute), {
      days: PEER_DAYS,
      step: PEER_STEP,
    })
}

async function writeMarket(store: Store): Promise<void> {
  let before: MarketCount | undefined
  for (let minute = FROM; minute <= NOW; minute += minute < NOW - PEER_DAYS * DAY_MINUTES ? PEER_STEP : 1) {
    const players = 100_000 * platformAt(minute)
    const counts = new Map(Array.from({ length: MEMBERS }, (_, id) => [id + 1, Math.round(players * (1 + id / 10))]))
    const now = { minute, counts }
    await store.market.record('charts', marketLink(before, now), counts)
    before = now
  }
}

async function writePast(
  store: Store,
  universeId: number,
  playersAt: Players,
  { days, step }: { readonly days: number; readonly step: number } = { days: DAYS, step: 1 },
): Promise<void> {
  for (let start = LAST_DAY - days * DAY_MINUTES; start <= NOW; start += DAY_MINUTES) {
    const length = Math.floor(Math.min(DAY_MINUTES, NOW + 1 - start) / step)
    const block = emptyBlock(universeId, length)
    for (let row = 0; row < length; row++) {
      const minute = start + row * step
      block.minutes[row] = minute
      for (const name of MEASURE_NAMES) block.columns[name][row] = Number.NaN
      const wave = 1 + 0.4 * Math.sin((minute / DAY_MINUTES) * 2 * Math.PI)
      block.columns.ccu[row] = Math.round(playersAt(minute) * wave * noise(minute))
      block.columns.visits[row] = minute * 50
      block.columns.favorites[row] = minute
    }
    await store.series.importBlock(block)
  }
}
