// The command `series`: points of one game by minute, hour, day or week, as the API answers them.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { minuteOf } from '../../domain/clock.js'
import { METRICS, type Metric } from '../../domain/measures.js'
import { wallOf } from '../../domain/rules/wall-clock.js'
import {
  COMPARISONS,
  isSeriesMetric,
  SERIES_INTERVALS,
  type SeriesComparison,
  type SeriesInterval,
} from '../../domain/series/interval.js'
import { seriesCsv, tableColumns } from '../../files/series/series-csv.js'
import { type SeriesJson, seriesJson } from '../../files/series/series-json.js'
import { optionErrors } from '../../messages/english/usage.js'
import { nearestLength, parseEnd, parseLength } from '../../services/reading/series/range-text.js'
import type { RangeEnd } from '../../services/reading/series/series-range.js'
import { type Cli, examples } from '../cli.js'
import { hintOf, id, oneOf, suggestionOf, timeZone } from '../io/read-values.js'
import { table, wallText } from '../io/table.js'

interface SeriesCommandOptions {
  readonly metrics: readonly Metric[]
  readonly interval: SeriesInterval
  readonly from?: RangeEnd
  readonly to?: RangeEnd
  readonly last?: number
  readonly tz: string
  readonly compare?: SeriesComparison
  readonly csv?: true
}

export function addSeries(program: Command, cli: Cli): void {
  const command = program
    .command('series')
    .description('prints points of a game by minute, hour, day or week')
    .argument('<game>', 'its ID', id)
    .addOption(
      new Option('--metrics <list>', METRICS.join(', ')).argParser(metricList).default(['ccu'], 'ccu, the players'),
    )
    .addOption(
      new Option('--interval <interval>', SERIES_INTERVALS.join(', ')).argParser(oneOf(SERIES_INTERVALS)).default('1h'),
    )
    .addOption(new Option('--from <time>', 'a date or a time').argParser(rangeEnd))
    .addOption(new Option('--to <time>', 'a date, included, or a time, not included; now').argParser(rangeEnd))
    .addOption(
      new Option('--last <length>', 'up to now, in place of --from and --to: 24h, 30d; at most 732d').argParser(length),
    )
    .addOption(new Option('--tz <zone>', 'of days, weeks and local times').argParser(timeZone).default('UTC'))
    .addOption(new Option('--compare <with>', COMPARISONS.join(', ')).argParser(oneOf(COMPARISONS)))
    .option('--csv', 'as CSV')
    .action(async (gameId: number, options: SeriesCommandOptions) => {
      const series = await readSeries(cli, gameId, options)
      const text = options.csv ? seriesCsv([series]).text.trimEnd() : textOf(series)
      cli.answer({ series }, text)
    })
  examples(
    command,
    'series 4 --last 24h',
    'series 4 --metrics ccu,visits --interval 1d --from 2027-01-01 --to 2027-01-31 --tz Europe/Berlin',
    'series 4 --last 7d --compare previous --csv > week.csv',
  )
}

function readSeries(cli: Cli, gameId: number, options: SeriesCommandOptions): Promise<SeriesJson> {
  const { metrics, interval, from, to, last, tz, compare } = options
  const query = { grid: { interval, timeZone: tz }, range: { from, to, last }, metrics, compare }
  return cli.withReading(async (services) => {
    const game = await services.games.require(gameId)
    const account = await services.accounts.require(`${game.accountId}`)
    await services.readSeries.check(account, query, 1)
    const series = await services.readSeries.readOne(account, game, query)
    return seriesJson(series, { metrics, shape: 'columns' })
  })
}

/** One line for each point; all times are those of the zone. */
function textOf({ columns, time_zone: zone, damaged = [] }: SeriesJson): string {
  const textColumns = tableColumns(columns ?? {}).map(({ name, cells }) =>
    isTime(name)
      ? { name: `${name} (${zone})`, cells: cells.map((cell) => localTime(`${cell}`, zone)) }
      : { name, cells },
  )
  const count = textColumns[0]?.cells.length ?? 0
  const rows = Array.from({ length: count }, (_, at) => textColumns.map(({ cells }) => cells[at] ?? null))
  const points = table(
    textColumns.map(({ name }) => name),
    rows,
  )
  const damage = damaged.map(
    ({ from, until }) =>
      `The samples from ${localTime(from, zone)} to ${localTime(until, zone)} are damaged and not counted. Run doctor.`,
  )
  return [points, ...damage].join('\n')
}

/** The time of a point, and `compare_time` of the point beside it. */
const isTime = (column: string): boolean => /(^|_)time$/.test(column)

const localTime = (iso: string, zone: string): string => wallText(wallOf(minuteOf(Date.parse(iso)), zone))

function metricList(text: string): readonly Metric[] {
  const names = text.split(',')
  const wrong = names.find((name) => !isSeriesMetric(name))
  if (wrong === undefined && new Set(names).size === names.length) return names.filter(isSeriesMetric)
  const hint = wrong === undefined ? '' : hintOf(wrong, METRICS)
  throw new InvalidArgumentError(optionErrors.metrics(METRICS, hint))
}

function rangeEnd(text: string): RangeEnd {
  const end = parseEnd(text)
  if (end !== undefined) return end
  throw new InvalidArgumentError(optionErrors.dateOrTime)
}

function length(text: string): number {
  const minutes = parseLength(text)
  if (minutes !== undefined) return minutes
  throw new InvalidArgumentError(optionErrors.length(suggestionOf(nearestLength(text))))
}
