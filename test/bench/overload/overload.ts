// Ten minutes of everything at once: 200 clients of the API as often as their plans allow, 20 slow exports, 50 slash commands a
// minute and ticks of 5,000 universes. A run counts only if the clients themselves were not late: else it is void and fails.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { keepFigures, recordFigure } from '../../ledger/ledger.js'
import { type DiscordDouble, startDiscordDouble } from '../../support/discord/double.js'
import { type Benchmark, type BenchmarkOptions, count, type Helper, inFolder, MIB, startHelper } from '../bench.js'
import { quantile } from '../measure.js'
import type { Report } from '../report.js'
import { clientAccountSchema, clientMinute, serviceMinute } from './messages.js'

const GUILD = '200000000000000001'
const CHANNEL = '200000000000000010'
const COMMANDS_PER_MINUTE = 50
const COMMAND_TIMEOUT_MS = 60_000
const MINUTE_MS = 60_000
const MAX_STATS_MS = 100
const MAX_LATENESS_MS = 5_000
const MAX_CLIENT_DELAY_MS = 20
/** How much the memory may grow from the second minute on. */
const MAX_GROWTH = 1.2

const listening = z.object({ url: z.string() })
const serving = z.object({ port: z.int(), accounts: z.array(clientAccountSchema) })

export const benchOverload: Benchmark = (report, options) => inFolder((folder) => overload(folder, report, options))

async function overload(folder: string, report: Report, { quick }: BenchmarkOptions): Promise<void> {
  const [universes, minutes, days] = quick ? [500, 2, 30] : [5_000, 10, 365]
  const guilds = [{ id: GUILD, name: 'Bench', ownerId: '1', channels: [{ id: CHANNEL, name: 'stats' }] }]
  const discord = await startDiscordDouble({ guilds })
  const platform = await startHelper('poll/double-process.ts')
  const { url } = listening.parse(platform.ready)
  const [token, api] = [discord.token, discord.apiUrl]
  const file = join(folder, 'overload.db')
  const service = await startHelper('overload/service-process.ts', file, url, token, api, `${universes}`, `${days}`)
  const { port, accounts } = serving.parse(service.ready)
  while (discord.commands.length === 0) await sleep(50)
  const clients = await startHelper('overload/clients-process.ts', `${port}`, '20', `${days}`)
  await clients.ask(accounts)
  const commands = new Commands(discord)
  const seen: MinuteFigures[] = []
  for (let minute = 0; minute < minutes; minute++) {
    await commands.run()
    const figures = await readMinute(service, clients)
    seen.push(figures)
    process.stderr.write(`  minute ${minute + 1}: ${JSON.stringify(figures)}\n`)
  }
  await Promise.all([clients.stop(), service.stop(), platform.stop()])
  await discord.close()
  print(report, seen, { universes, commands })
  if (quick || !report.isWithinBounds('overload')) return
  await recordFigure('overload', figureOf(seen), true)
  await keepFigures()
}

type MinuteFigures = z.infer<typeof serviceMinute> & z.infer<typeof clientMinute>

const readMinute = async (service: Helper, clients: Helper): Promise<MinuteFigures> => ({
  ...serviceMinute.parse(await service.ask('minute')),
  ...clientMinute.parse(await clients.ask('minute')),
})

class Commands {
  readonly ms: number[] = []
  unanswered = 0

  constructor(private readonly discord: DiscordDouble) {}

  /** A minute of commands, evenly apart. */
  async run(): Promise<void> {
    for (let index = 0; index < COMMANDS_PER_MINUTE; index++) {
      const began = performance.now()
      void this.discord
        .slash({ command: 'stats', options: { game: `Game ${index + 1}` } })
        .done(COMMAND_TIMEOUT_MS)
        .then(
          () => this.ms.push(performance.now() - began),
          () => this.unanswered++,
        )
      await sleep(MINUTE_MS / COMMANDS_PER_MINUTE)
    }
  }
}

interface OverloadRun {
  readonly universes: number
  readonly commands: Commands
}

const maxOf = (minutes: readonly MinuteFigures[], value: (minute: MinuteFigures) => number): number =>
  Math.max(...minutes.map(value))

const sumOf = (minutes: readonly MinuteFigures[], value: (minute: MinuteFigures) => number): number =>
  minutes.reduce((total, minute) => total + value(minute), 0)

const failuresOf = ({ failures }: MinuteFigures): number =>
  Object.values(failures).reduce((total, count) => total + count, 0)

/** The memory of the last minute against that of the second. */
const growthOf = (minutes: readonly MinuteFigures[]): number => {
  const [, second = minutes[0]] = minutes
  return (minutes.at(-1)?.rss ?? 0) / (second?.rss ?? 1)
}

function figureOf(minutes: readonly MinuteFigures[]): string {
  const latest = (maxOf(minutes, ({ latestMs }) => latestMs) / 1_000).toFixed(1)
  const p99 = Math.round(maxOf(minutes, (minute) => minute.p99))
  const answers = sumOf(minutes, (minute) => minute.answers)
  return `${minutes.length} minutes: ${answers} answers, each 200; the latest sample after ${latest} s, the p99 of /stats ${p99} ms in the worst minute; no gap; memory × ${growthOf(minutes).toFixed(2)}`
}

function print(report: Report, minutes: readonly MinuteFigures[], { universes, commands }: OverloadRun): void {
  const max = (value: (minute: MinuteFigures) => number): number => maxOf(minutes, value)
  const sum = (value: (minute: MinuteFigures) => number): number => sumOf(minutes, value)
  const seconds = (minutes.length * MINUTE_MS) / 1_000
  const clientDelay = max(({ delayP99 }) => delayP99)
  const isVoid = clientDelay > MAX_CLIENT_DELAY_MS
  const title = isVoid ? 'overload (void)' : 'overload'
  report.add({
    figure: 'overload: p99 of the event loop of the clients in the worst minute; void if it is higher',
    value: clientDelay,
    unit: 'ms',
    bounds: [0, MAX_CLIENT_DELAY_MS],
  })
  const add = (figure: string, value: number, unit: string, most?: number) =>
    report.add({
      figure: `${title}: ${figure}`,
      value,
      unit,
      bounds: most === undefined || isVoid ? undefined : [0, most],
    })
  const p99 = max((minute) => minute.p99)
  const latest = max(({ latestMs }) => latestMs)
  const last = minutes.at(-1)
  add('answers of the API', sum(({ answers }) => answers) / seconds, '/s')
  add('answers other than 200', sum(failuresOf), '', 0)
  add('p99 of /games/{id}/stats in the worst minute', p99, 'ms', MAX_STATS_MS)
  add('the latest sample after its minute began', latest, 'ms', MAX_LATENESS_MS)
  add(`samples a tick of ${count(universes)}`, sum(({ samples }) => samples) / sum(({ ticks }) => ticks), '')
  const missing = sum(({ gaps }) => gaps)
  add('gaps', missing, '', 0)
  add('bytes a second of slow exports', sum(({ exportBytes }) => exportBytes) / seconds / 1024, 'KiB')
  add('p99 of a slash command, whole', quantile(commands.ms, 0.99), 'ms')
  add('slash commands without an answer', commands.unanswered, '', 0)
  add('memory of the last minute', (last?.rss ?? 0) / MIB, 'MiB')
  add('memory of the last minute against the second', growthOf(minutes), '', MAX_GROWTH)
}
