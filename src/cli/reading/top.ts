// The command `top`: how all games of an account are doing now, on a terminal again and again.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { type Minute, minuteOf } from '../../domain/clock.js'
import { shareOrNull } from '../../domain/rounding.js'
import { ratio } from '../../domain/rules/summary.js'
import { type GameNowJson, gameNowJson } from '../../files/game-now-json.js'
import type { Services } from '../../services/services.js'
import { type Cli, examples } from '../cli.js'
import { COLUMNS_OPTION, END_OF_OUTPUT, FOLLOW_OPTION } from '../follow.js'
import { wholeNumber } from '../io/read-values.js'
import { csv } from './csv.js'
import { DEFAULT_COLUMNS, type GamesReading, topText } from './top-table.js'

const MAX_SECONDS = 3_600
const MAX_COLUMNS = 10_000

interface TopOptions {
  readonly account: string
  readonly every: number
  /** The width of the terminal. */
  readonly columns: number
  readonly csv?: true
  readonly follow?: true
}

export function addTop(program: Command, cli: Cli): void {
  const command = program
    .command('top')
    .description('shows how all games of an account are doing now; on a terminal it goes on until q or Ctrl-C')
    .requiredOption('--account <account>', 'id or name')
    .addOption(new Option('--every <seconds>', 'how often it looks').argParser(wholeNumber(1, MAX_SECONDS)).default(10))
    .option('--csv', 'once, as CSV; --json: once, as JSON')
    .addOption(
      new Option(`${COLUMNS_OPTION} <n>`, 'width of the output')
        .argParser(wholeNumber(1, MAX_COLUMNS))
        .default(DEFAULT_COLUMNS)
        .hideHelp(),
    )
    .addOption(new Option(FOLLOW_OPTION, 'goes on until it is stopped').hideHelp())
    .action(async (options: TopOptions) => {
      const read = () => cli.withReading((services) => readGames(services, options.account))
      const found = await read()
      if (options.csv) return cli.answer({ games: found.games }, csvOf(found.games))
      if (!options.follow || cli.isJson) return cli.answer({ games: found.games }, topText(found, options.columns))
      await writeForever(cli, options, found, read)
    })
  examples(command, 'top --account "My studio"', 'top --account 1 --every 60', 'top --account 1 --csv > now.csv')
}

async function writeForever(
  cli: Cli,
  { every, columns }: TopOptions,
  first: GamesReading,
  read: () => Promise<GamesReading>,
): Promise<void> {
  const { signal } = cli.io
  const hint = `\n\nEvery ${every} s. q ends.`
  for (let found = first; !signal.aborted; found = await read()) {
    cli.io.write('out', topText(found, columns) + hint + END_OF_OUTPUT)
    await cli.io.drained()
    await sleep(every * 1_000, undefined, { signal }).catch(() => undefined)
  }
}

async function readGames(services: Services, idOrName: string): Promise<GamesReading> {
  const account = await services.accounts.require(idOrName)
  const readAt = services.clock.now()
  const now: Minute = minuteOf(readAt)
  const games = (await services.gamesNow(account, { isDetailed: true })).map((game) => gameNowJson(game, now))
  return { account: account.name, readAt, games: games.sort(byRank) }
}

/** Paused games have no rank and come last. */
const byRank = (a: GameNowJson, b: GameNowJson): number =>
  (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY) || a.id - b.id

const CSV_HEADINGS = [
  'id',
  'universe_id',
  'is_active',
  'rank',
  'previous_rank',
  'playing',
  'visits',
  'favorites',
  'likes',
  'dislikes',
  'like_ratio',
  'usual_expected',
  'usual_low',
  'usual_high',
  'usual_position',
  'change_24h',
  'change_7d',
  'last_event',
  'last_event_time',
  'lastUpdated',
  'stale',
  'name',
]

const csvOf = (games: readonly GameNowJson[]): string =>
  csv(
    CSV_HEADINGS,
    games.map(({ stats, usual, last_event: event, ...game }) => [
      game.id,
      game.universe_id,
      game.is_active,
      game.rank,
      game.previous_rank,
      stats?.playing ?? null,
      stats?.visits ?? null,
      stats?.favorites ?? null,
      stats?.likes ?? null,
      stats?.dislikes ?? null,
      stats && shareOrNull(ratio(stats.likes, stats.dislikes)),
      usual?.expected ?? null,
      usual?.low ?? null,
      usual?.high ?? null,
      usual?.position ?? null,
      game.change_24h?.playing ?? null,
      game.change_7d?.playing ?? null,
      event?.type ?? null,
      event?.time ?? null,
      game.freshness.lastUpdated,
      game.freshness.stale,
      game.name,
    ]),
  )
