// The commands that read what the API answers: `stats`, `rank` and `export` here, the others in files of their own.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isoOfMinute, isoOfMs, type Minute, minuteOf, msOf } from '../../domain/clock.js'
import { ADDED_MEASURES, byMeasure } from '../../domain/measures.js'
import { shareOrNull } from '../../domain/rounding.js'
import { dateRange } from '../../domain/rules/date-range.js'
import { MEASURE_RANKINGS, type MeasureRanking, rankedValue } from '../../domain/rules/ranking.js'
import { FILE_FORMATS } from '../../files/formats.js'
import type { RankedGame } from '../../services/reading/ranking/rank-games.js'
import { parseEnd } from '../../services/reading/series/range-text.js'
import { type Cli, examples, misused } from '../cli.js'
import { requireGoingOn } from '../io/command-io.js'
import { id, oneOf, utcDay, wholeNumber } from '../io/read-values.js'
import { table, timeText } from '../io/table.js'
import { csv } from './csv.js'
import { addEvents } from './events.js'
import { addSeries } from './series.js'
import { addTop } from './top.js'

const MAX_RANKED_GAMES = 500
/** The answer passes through the memory of the service; the API streams longer ranges. */
const MAX_EXPORT_DAYS = 92
const CSV_OPTION = ['--csv', 'as CSV'] as const

export function addReadVerbs(program: Command, cli: Cli): void {
  addStats(program, cli)
  addRank(program, cli)
  addTop(program, cli)
  addSeries(program, cli)
  addEvents(program, cli)
  addExport(program, cli)
}

function addStats(program: Command, cli: Cli): void {
  const verb = program
    .command('stats')
    .description('shows the last sample of a game')
    .argument('<game>', 'its id', id)
    .option(...CSV_OPTION)
    .action(async (gameId: number, options: { csv?: true }) => {
      const { game, latest } = await cli.withServices(async (services) =>
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
  examples(verb, 'stats 4', 'stats 4 --json')
}

interface RankOptions {
  readonly account: string
  readonly by: MeasureRanking
  readonly at?: Minute
  readonly limit: number
  readonly csv?: true
}

function addRank(program: Command, cli: Cli): void {
  const verb = program
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
      const { ranked, popularity } = await cli.withServices(async (services) => {
        if (at !== undefined && at > minuteOf(services.clock.now())) misused(verb, '--at must not lie in the future.')
        return services.rankGames(await services.accounts.require(options.account), by, at)
      })
      const value = ({ latest, before }: Pick<RankedGame, 'latest' | 'before'>) =>
        measured(by, rankedValue(by, latest, before))
      const listed = ranked.slice(0, options.limit)
      const rankings = listed.map(({ rank, previousRank, game, latest, before, stale }) => ({
        rank,
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
  examples(verb, 'rank --account "My studio" --limit 10', 'rank --account 1 --by change --at 2027-01-31T19:30Z --csv')
}

/** The value by which the ranking was made, unless every entry has it. */
const measured = (by: MeasureRanking, value: number | null): Readonly<Record<string, number | null>> => {
  if (by === 'ccu' || by === 'visits') return {}
  return { [by]: by === 'favorites' ? value : shareOrNull(value) }
}

function pastTime(text: string): Minute {
  const end = parseEnd(text)
  if (end?.kind === 'time') return end.minute
  throw new InvalidArgumentError('It takes a time with its offset, such as 2027-01-31T19:30Z.')
}

interface ExportOptions {
  readonly from?: number
  readonly to?: number
  readonly startDate?: number
  readonly endDate?: number
}

function addExport(program: Command, cli: Cli): void {
  const verb = program
    .command('export')
    .description(`prints the samples of a game as CSV or JSON, at most ${MAX_EXPORT_DAYS} days; today without dates`)
    .argument('<game>', 'its id', id)
    .addOption(new Option('--from <date>', 'the first UTC day; also --start-date').argParser(utcDay))
    .addOption(new Option('--to <date>', 'the last UTC day, included; also --end-date').argParser(utcDay))
    .addOption(new Option('--start-date <date>').argParser(utcDay).conflicts('from').hideHelp())
    .addOption(new Option('--end-date <date>').argParser(utcDay).conflicts('to').hideHelp())
    .option('--csv', 'as CSV, which is the default')
    .action(async (gameId: number, { from, to, startDate = from, endDate = to }: ExportOptions) => {
      const text = await cli.withServices(async (services) => {
        const game = await services.games.require(gameId)
        const account = await services.accounts.require(`${game.accountId}`)
        const end = endDate ?? utcDay(isoOfMinute(minuteOf(services.clock.now())).slice(0, 10))
        const range = dateRange(startDate ?? end, end, MAX_EXPORT_DAYS)
        const exported = await services.exportSamples(account, game, range)
        return textOf(FILE_FORMATS[cli.isJson ? 'json' : 'csv'].encode(exported), cli.io.signal)
      })
      cli.answer(cli.isJson ? JSON.parse(text) : undefined, text.trimEnd())
    })
  examples(verb, 'export 4 --from 2027-01-01 --to 2027-01-31 > january.csv')
}

async function textOf(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const chunk of chunks) {
    requireGoingOn(signal)
    pieces.push(chunk)
  }
  return Buffer.concat(pieces).toString('utf8')
}
