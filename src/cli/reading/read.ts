// The commands that read what the API answers: `stats` and `rank` here, the others in files of their own.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isoOfMinute, isoOfMs, type Minute, minuteOf, msOf } from '../../domain/clock.js'
import { ADDED_MEASURES, byMeasure } from '../../domain/measures.js'
import { shareOrNull } from '../../domain/rounding.js'
import { MEASURE_RANKINGS, type MeasureRanking, rankedValue } from '../../domain/rules/ranking.js'
import { optionErrors } from '../../messages/english/usage.js'
import type { RankedGame } from '../../services/reading/ranking/rank-games.js'
import { parseEnd } from '../../services/reading/series/range-text.js'
import { type Cli, examples, misused } from '../cli.js'
import { id, oneOf, wholeNumber } from '../io/read-values.js'
import { table, timeText } from '../io/table.js'
import { csv } from './csv.js'
import { addEvents } from './events.js'
import { addExport } from './export.js'
import { addSeries } from './series.js'
import { addTop } from './top.js'

const MAX_RANKED_GAMES = 500
const CSV_OPTION = ['--csv', 'as CSV'] as const

export function addReadCommands(program: Command, cli: Cli): void {
  addStats(program, cli)
  addRank(program, cli)
  addTop(program, cli)
  addSeries(program, cli)
  addEvents(program, cli)
  addExport(program, cli)
}

function addStats(program: Command, cli: Cli): void {
  const command = program
    .command('stats')
    .description('shows the last sample of a game')
    .argument('<game>', 'its ID', id)
    .option(...CSV_OPTION)
    .action(async (gameId: number, options: { csv?: true }) => {
      const { game, latest } = await cli.withReading(async (services) =>
        services.currentStats(await services.games.require(gameId)),
      )
      const { minute, ccu: playing, visits, favorites, likes, dislikes } = latest
      const added = byMeasure(ADDED_MEASURES, (name) => latest[name])
      const stats = { visits, likes, dislikes, favorites, playing, ...added }
      const headings = ['id', ...Object.keys(stats), 'lastUpdated', 'name']
      const { id, name } = game
      const rowAt = (time: string) => [[id, ...Object.values(stats), time, name]]
      const text = options.csv
        ? csv(headings, rowAt(isoOfMinute(minute)))
        : table(headings, rowAt(timeText(msOf(minute))))
      cli.answer({ game: { id, name, stats, lastUpdated: isoOfMinute(minute) } }, text)
    })
  examples(command, 'stats 4', 'stats 4 --json')
}

interface RankOptions {
  readonly account: string
  readonly by: MeasureRanking
  readonly at?: Minute
  readonly limit: number
  readonly csv?: true
}

function addRank(program: Command, cli: Cli): void {
  const command = program
    .command('rank')
    .description('lists the active games of an account in order, with their ranks a day ago')
    .requiredOption('--account <account>', 'id or name')
    .addOption(
      new Option('--by <metric>', MEASURE_RANKINGS.join(', ')).argParser(oneOf(MEASURE_RANKINGS)).default('ccu'),
    )
    .addOption(
      new Option('--at <time>', 'as it was at a past minute, for example 2027-01-31T19:30Z').argParser(pastTime),
    )
    .addOption(new Option('--limit <n>', 'how many').argParser(wholeNumber(1, MAX_RANKED_GAMES)).default(100))
    .option(...CSV_OPTION)
    .action(async (options: RankOptions) => {
      const { by, at } = options
      const { ranked, popularity } = await cli.withReading(async (services) => {
        if (at !== undefined && at > minuteOf(services.clock.now()))
          misused(command, '--at must not lie in the future.')
        return services.rankGames(await services.accounts.require(options.account), by, at)
      })
      const value = ({ latest, before }: Pick<RankedGame, 'latest' | 'before'>) =>
        measured(by, rankedValue(by, latest, before))
      const listed = ranked.slice(0, options.limit)
      const rankings = listed.map(({ previousRank, game, latest, before, stale }, index) => ({
        // As in the API, each game has a number.
        rank: index + 1,
        previous_rank: previousRank,
        id: game.id,
        ccu: latest?.ccu ?? null,
        visits: latest?.visits ?? null,
        ...value({ latest, before }),
        stale,
        universe_id: game.universeId,
        name: game.name,
      }))
      const added = Object.keys(measured(by, null))
      const headings = ['rank', 'previous_rank', 'id', 'ccu', 'visits', ...added, 'stale', 'universe_id', 'name']
      const rows = rankings.map((row) => Object.values(row))
      const text = options.csv ? csv(headings, rows) : table(headings, rows)
      const json = rankings.map((row) => {
        const place = popularity?.places.get(row.universe_id)
        return popularity && place ? { ...row, popularity: { ...place, read_at: isoOfMs(popularity.readAt) } } : row
      })
      cli.answer({ rankings: json }, rows.length > 0 || options.csv ? text : 'This account has no active game.')
    })
  examples(
    command,
    'rank --account "My studio" --limit 10',
    'rank --account 1 --by change --at 2027-01-31T19:30Z --csv',
  )
}

/** The value by which the ranking was made, unless every entry has it. */
const measured = (by: MeasureRanking, value: number | null): Readonly<Record<string, number | null>> => {
  if (by === 'ccu' || by === 'visits') return {}
  return { [by]: by === 'favorites' ? value : shareOrNull(value) }
}

function pastTime(text: string): Minute {
  const end = parseEnd(text)
  if (end?.kind === 'time') return end.minute
  throw new InvalidArgumentError(optionErrors.time)
}
