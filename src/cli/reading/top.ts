// The command `top`: how all games of an account are doing now, on a terminal again and again.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { type Minute, minuteOf } from '../../domain/clock.js'
import { type GameNowJson, gameNowJson } from '../../files/game-now-json.js'
import type { Services } from '../../services/services.js'
import { type Cli, examples } from '../cli.js'
import { END_OF_OUTPUT, FOLLOW_OPTION } from '../follow.js'
import { wholeNumber } from '../io/read-values.js'
import { countedGames, oneLine, table, timeText } from '../io/table.js'
import { csv } from './csv.js'

const MAX_SECONDS = 3_600

interface TopOptions {
  readonly account: string
  readonly every: number
  readonly csv?: true
  readonly follow?: true
}

interface GamesReading {
  readonly account: string
  /** Milliseconds. */
  readonly readAt: number
  readonly games: readonly GameNowJson[]
}

export function addTop(program: Command, cli: Cli): void {
  const verb = program
    .command('top')
    .description('shows how all games of an account are doing now; on a terminal it goes on until q or Ctrl-C')
    .requiredOption('--account <account>', 'id or name')
    .addOption(new Option('--every <seconds>', 'how often it looks').argParser(wholeNumber(1, MAX_SECONDS)).default(10))
    .option('--csv', 'once, as CSV; --json: once, as JSON')
    .addOption(new Option(FOLLOW_OPTION, 'goes on until it is stopped').hideHelp())
    .action(async (options: TopOptions) => {
      const read = () => cli.withServices((services) => readGames(services, options.account))
      const found = await read()
      if (options.csv) return cli.answer({ games: found.games }, csvOf(found.games))
      if (!options.follow || cli.isJson) return cli.answer({ games: found.games }, textOf(found))
      await writeForever(cli, options, found, read)
    })
  examples(verb, 'top --account "My studio"', 'top --account 1 --every 60', 'top --account 1 --csv > now.csv')
}

async function writeForever(
  cli: Cli,
  { every }: TopOptions,
  first: GamesReading,
  read: () => Promise<GamesReading>,
): Promise<void> {
  const { signal } = cli.io
  const hint = `\n\nEvery ${every} s. q ends.`
  for (let found = first; !signal.aborted; found = await read()) {
    cli.io.write('out', textOf(found) + hint + END_OF_OUTPUT)
    await cli.io.taken()
    await sleep(every * 1_000, undefined, { signal }).catch(() => undefined)
  }
}

async function readGames(services: Services, idOrName: string): Promise<GamesReading> {
  const account = await services.accounts.require(idOrName)
  const readAt = services.clock.now()
  const now: Minute = minuteOf(readAt)
  const games = (await services.gamesNow(account, { withAccuracy: true })).map((game) => gameNowJson(game, now))
  return { account: account.name, readAt, games: games.sort(byRank) }
}

/** Paused games have no rank and come last. */
const byRank = (a: GameNowJson, b: GameNowJson): number =>
  (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY) || a.id - b.id

const HEADINGS = ['rank', 'players', '24 h', '7 d', 'usual', 'like ratio', 'last event', 'sampled', 'id', 'name']

function textOf({ account, readAt, games }: GamesReading): string {
  if (games.length === 0) return 'This account has no game.'
  const players = games.reduce((sum, { stats, is_active }) => sum + (is_active ? (stats?.playing ?? 0) : 0), 0)
  const title = `${oneLine(account)}: ${countedGames(games.length)}, ${players} players, ${timeText(readAt)}`
  return `${title}\n\n${table(HEADINGS, games.map(rowOf))}`
}

const rowOf = (game: GameNowJson) => [
  game.rank ?? (game.is_active ? null : 'paused'),
  game.stats?.playing ?? null,
  shareText(game.change_24h?.playing_share),
  shareText(game.change_7d?.playing_share),
  game.usual && `${game.usual.position} ${Math.round(game.usual.low)}-${Math.round(game.usual.high)}`,
  likeRatio(game),
  game.last_event && `${game.last_event.type} ${game.last_event.time.slice(0, 10)}`,
  ageText(game.freshness),
  game.id,
  game.name,
]

/** 0.125 as `+12.5 %`. */
function shareText(share: number | null | undefined): string | null {
  if (share === null || share === undefined) return null
  return `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`
}

function likeRatio({ stats }: GameNowJson): string | null {
  if (stats === null || stats.likes === null || stats.dislikes === null) return null
  const votes = stats.likes + stats.dislikes
  return votes === 0 ? null : `${((stats.likes / votes) * 100).toFixed(1)} %`
}

function ageText({ age_minutes: age, stale }: GameNowJson['freshness']): string {
  if (age === null) return 'never'
  return `${age} min ago${stale ? ' (stale)' : ''}`
}

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
