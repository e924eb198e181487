// The commands in Discord with 500 games: from the person's press to the finished answer, through the real discord.js
// over the double, all in this process. Charts are asked for anew each time, so that none is answered from memory.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bot, startBot } from '../../src/bot/start-bot.js'
import { type Composed, compose } from '../../src/compose.js'
import { type DiscordDouble, startDiscordDouble } from '../support/discord/index.js'
import { type BenchOptions, type Figure, type Helper, inFolder, median, startHelper } from './bench.js'
import { CHANNEL, GUILD, writeCommandsPast } from './commands-past.js'
import { configOf } from './past.js'

const MODERATOR = { permissions: ['ManageGuild' as const] }
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const LONGEST_MS = 30_000

export const benchCommands = ({ quick }: BenchOptions): Promise<Figure[]> =>
  inFolder(
    async (folder) => {
      const composed = await compose(configOf(`file:${folder}/bench.db`))
      const names = await writeCommandsPast(composed, quick ? 3 : 30)
      const guilds = [{ id: GUILD, name: 'Bench', ownerId: '1', channels: [{ id: CHANNEL, name: 'stats' }] }]
      const double = await startDiscordDouble({ guilds })
      const [bot, idle] = [await readyBot(composed, double), await startHelper('idle-process.ts')]
      try {
        return await measure({ double, names, idle, runs: quick ? 5 : 30 })
      } finally {
        await Promise.all([bot.stop(), idle.stop()])
        await Promise.all([double.close(), composed.close()])
      }
    },
    { inMemory: true },
  )

async function readyBot({ operations }: Composed, double: DiscordDouble): Promise<Bot> {
  const bot = startBot({ token: double.token, apiUrl: double.apiUrl, operations, log: SILENT })
  while (bot.state().state !== 'ready' || double.commands.length === 0) await sleep(50)
  // The first chart is drawn when nobody waits for it.
  await sleep(4_000)
  return bot
}

type Ask = (run: number) => Promise<unknown>

interface Stage {
  readonly double: DiscordDouble
  readonly names: readonly string[]
  readonly idle: Helper
  readonly runs: number
}

async function measure({ double, names, idle, runs }: Stage): Promise<Figure[]> {
  const game = (run: number): string => names[run % names.length] ?? ''
  const slash = (command: string, options: Record<string, string> = {}) =>
    double.slash({ command, options, member: MODERATOR }).done(LONGEST_MS)
  const page = (await slash('rank')).message
  // Its buttons are others after each press; the last one leads on to the next page.
  const turn = () => JSON.stringify(page.components).match(/.*(v1:rank:page:[^"]*)/)?.[1] ?? ''
  const asks: Readonly<Record<string, Ask>> = {
    '/rank': () => slash('rank'),
    '/rank, next page': () => double.button({ customId: turn(), message: page }).done(LONGEST_MS),
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
  const figures: Figure[] = []
  for (const [what, ask] of Object.entries(asks)) figures.push({ what, result: await timedOver(runs, ask, idle) })
  return figures
}

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** The median answer, the slowest, and the longest stop of the event loop; an idle process beside it is stopped, too. */
async function timedOver(runs: number, ask: Ask, idle: Helper): Promise<string> {
  await ask(runs)
  await idle.ask('forget')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const taken: number[] = []
  delay.enable()
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await ask(run)
    taken.push(performance.now() - started)
  }
  delay.disable()
  const stop = (delay.max / 1e6).toFixed(0)
  const beside = Number(await idle.ask('longest')).toFixed(0)
  const answers = `median ${median(taken).toFixed(0)} ms, slowest ${Math.max(...taken).toFixed(0)} ms`
  return `${answers}; event loop stopped at most ${stop} ms (idle process: ${beside} ms)`
}
