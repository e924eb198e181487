// The commands in Discord with 500 games: from the person's press to the finished answer, through the real discord.js
// over the double, all in this process. No chart is requested twice, so that none is answered from memory.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bot, startBot } from '../../src/bot/start-bot.js'
import { openPngPainter, type PngPainter } from '../../src/charts/render-png.js'
import { type CompositionRoot, compose } from '../../src/compose.js'
import { HeadcountError } from '../../src/domain/error.js'
import { type DiscordDouble, startDiscordDouble } from '../support/discord/double.js'
import { type Benchmark, type Helper, inFolder, startHelper } from './bench.js'
import { CHANNEL, configOf, GUILD, writeCommandsPast } from './commands-past.js'
import { quantile, times } from './measure.js'
import type { Report } from './report.js'

const MODERATOR = { permissions: ['ManageGuild' as const] }
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const COMMAND_TIMEOUT_MS = 30_000
/** A picture is left out where too many are being drawn. */
const BUSY_PAINTER: PngPainter = {
  paint: async () => {
    throw new HeadcountError('UNAVAILABLE', 'Too many pictures are being drawn.')
  },
  warmUp: async () => ({ added: [], rejected: [] }),
  close: async () => undefined,
}
const STATS_GOAL_MS = 50
const CONCURRENCY = 12
const FIRST_ANSWER_GOAL_MS = 1_000
/** The first answers of a process also load and compile code. */
const WARM_UP_GAMES = 6
/** A command answers in under 300 ms from the store, at the median. */
const GOAL_MS = 300

export const benchCommands: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      const composed = await compose(configOf(`file:${folder}/bench.db`))
      const names = await writeCommandsPast(composed, quick ? 3 : 30)
      const guilds = [{ id: GUILD, name: 'Bench', ownerId: '1', channels: [{ id: CHANNEL, name: 'stats' }] }]
      const double = await startDiscordDouble({ guilds })
      const idle = await startHelper('idle-process.ts')
      const painter = openPngPainter()
      let bot = await readyBot(composed, double, BUSY_PAINTER)
      try {
        await measureNumbers({ report, double, names, runs: quick ? 5 : 30 })
        await bot.stop()
        bot = await readyBot(composed, double, painter)
        await measure({ report, double, names, idle, runs: quick ? 5 : 30 })
        await measureAtOnce({ report, double, names, runs: quick ? 2 : 5 })
      } finally {
        await Promise.all([bot.stop(), idle.stop(), painter.close()])
        await Promise.all([double.close(), composed.close()])
      }
    },
    { inMemory: true },
  )

async function readyBot({ services }: CompositionRoot, double: DiscordDouble, painter: PngPainter): Promise<Bot> {
  const bot = startBot({
    token: double.token,
    apiUrl: double.apiUrl,
    services,
    log: SILENT,
    painter,
  })
  while (bot.state().state !== 'ready' || double.commands.length === 0) await sleep(50)
  // The first chart is drawn when nobody waits for it.
  await sleep(4_000)
  return bot
}

type CommandCall = (run: number) => Promise<unknown>

interface CommandBenchmark {
  readonly report: Report
  readonly double: DiscordDouble
  readonly names: readonly string[]
  readonly idle: Helper
  readonly runs: number
}

/** Each game is asked for once and in no other figure, so nothing about it is remembered. */
async function measureNumbers({ report, double, names, runs }: Omit<CommandBenchmark, 'idle'>): Promise<void> {
  const ask = (game: string) => double.slash({ command: 'stats', options: { game } }).done(COMMAND_TIMEOUT_MS)
  const fresh = names.slice(-runs)
  for (const game of names.slice(-runs - WARM_UP_GAMES, -runs)) await ask(game)
  let run = 0
  const taken = await times(runs, () => ask(fresh[run++] ?? ''))
  const figure = '/stats without picture, median of 500 games'
  report.add({ figure, value: quantile(taken, 0.5), unit: 'ms', goal: STATS_GOAL_MS })
}

async function measure({ report, double, names, idle, runs }: CommandBenchmark): Promise<void> {
  const game = (run: number): string => names[run % names.length] ?? ''
  const slash = (command: string, options: Record<string, string> = {}) =>
    double.slash({ command, options, member: MODERATOR }).done(COMMAND_TIMEOUT_MS)
  const page = (await slash('rank')).message
  // Its buttons are others after each press; the last one leads on to the next page.
  const turn = () => JSON.stringify(page.components).match(/.*(v1:rank:page:[^"]*)/)?.[1] ?? ''
  const asks: Readonly<Record<string, CommandCall>> = {
    '/rank': () => slash('rank'),
    '/rank, next page': () => double.button({ customId: turn(), message: page }).done(COMMAND_TIMEOUT_MS),
    '/rank by:visits': () => slash('rank', { by: 'visits' }),
    '/stats': (run) => slash('stats', { game: game(run) }),
    '/games': () => slash('games'),
    '/summary range:30d': (run) => slash('summary', { game: game(run), range: '30d' }),
    '/goal': (run) => slash('goal', { game: game(run) }),
    '/chart range:7d': (run) => slash('chart', { game: game(run), range: '7d' }),
    '/chart range:30d': (run) => slash('chart', { game: game(run), range: '30d' }),
    '/compare range:7d': (run) =>
      slash('compare', { first: game(run), second: game(run + 1), third: game(run + 2), range: '7d' }),
    '/export, a week of CSV': (run) => slash('export', { game: game(run), from: day(7), to: day(1), format: 'csv' }),
    '/track pause, resume': (run) => slash(`track ${run % 2 === 0 ? 'pause' : 'resume'}`, { game: game(0) }),
    '/settings': () => slash('settings'),
    '/help': () => slash('help'),
    '/privacy': () => slash('privacy'),
    autocomplete: (run) =>
      double.autocomplete({ command: 'stats', focused: { name: 'game', value: game(run).slice(0, 6) } }),
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await idle.ask('forget')
  for (const [what, ask] of Object.entries(asks)) {
    await ask(runs)
    delay.enable()
    let run = 0
    const taken = await times(runs, () => ask(run++))
    delay.disable()
    report.add({ figure: `${what}, median of 500 games`, value: quantile(taken, 0.5), unit: 'ms', goal: GOAL_MS })
  }
  report.add({ figure: 'longest stop of the event loop while commands answer', value: delay.max / 1e6, unit: 'ms' })
  report.add({ figure: 'the same of an idle process beside it', value: Number(await idle.ask('longest')), unit: 'ms' })
}

/** What everybody asks for at the same time; none of the charts was drawn before. */
async function measureAtOnce({ report, double, names, runs }: Omit<CommandBenchmark, 'idle'>): Promise<void> {
  const ask = (game = '') =>
    double.slash({ command: 'chart', options: { game, range: '90d' } }).done(COMMAND_TIMEOUT_MS)
  const fresh = [...names].reverse()
  const next = () => fresh.pop() ?? ''
  const one = quantile(await times(runs, () => ask(next())), 0.5)
  const firsts: number[] = []
  const all = await times(runs, async () => {
    const handles = await Promise.all(Array.from({ length: CONCURRENCY }, () => ask(next())))
    firsts.push(...handles.map(({ firstAnswer }) => firstAnswer?.afterMs ?? Number.POSITIVE_INFINITY))
  })
  const figure = `${CONCURRENCY} charts at once`
  report.add({
    figure: `${figure}: the latest first answer`,
    value: Math.max(...firsts),
    unit: 'ms',
    goal: FIRST_ANSWER_GOAL_MS,
  })
  const last = `${figure}: the last picture, in times of one alone`
  report.add({ figure: last, value: quantile(all, 0.5) / one, unit: '', goal: CONCURRENCY })
}

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
