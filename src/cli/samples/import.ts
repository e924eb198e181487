// The command `samples import`.
import { type Command, Option } from 'commander'
import type { Account } from '../../domain/account.js'
import { type ImportRows, MAX_IMPORT_ROWS } from '../../domain/sample-file.js'
import { emptyGuess, type GuessReport, guessSamples } from '../../files/detection/guess-samples.js'
import { readSamplesCsv } from '../../files/samples/read-samples-csv.js'
import { CSV_HEADER } from '../../files/samples/samples-csv.js'
import type { ImportResult } from '../../services/management/import-samples.js'
import type { ImportPreview } from '../../services/management/preview-import.js'
import type { Services } from '../../services/services.js'
import { type Cli, misused } from '../cli.js'
import { uncompressed } from '../io/read-lines.js'
import { id, timeZone } from '../io/read-values.js'
import { counted, guessJson, guessText, previewJson, previewText } from './import-texts.js'

interface ImportCommand {
  readonly account?: string
  readonly guess?: boolean
  readonly dryRun?: boolean
  readonly game?: number
  readonly universe?: number
  readonly timeZone?: string
}

const HELP = `
The first line names the columns:
  ${CSV_HEADER}
timestamp, universe_id and CCU must be there; the totals of a column that is missing are unknown.
A file may have ${MAX_IMPORT_ROWS.toLocaleString('en-US')} lines; split a longer one.
Times are UTC and floored to the minute. Empty totals are unknown. In each line, likes and dislikes are both there or
both empty. Revenue must be empty, unless --account says whose it is: then any line of a day may hold the revenue of
that day.
What is imported corrects what was there. Importing a file twice changes nothing more.

With --guess the file may be another tracker's: separated by commas, semicolons or tabs, or JSON such as our own
export, [[time, players], ...] or an object in each line. Columns are found by their names (time, players, visits,
favorites, likes, dislikes), times are dates, or seconds or milliseconds since 1970. A file holds one game, or names the universe of each
line. The answer says what was understood. Try it with --dry-run first.`

export function addSamplesImport(group: Command, cli: Cli): void {
  const command = group
    .command('import')
    .description(
      'imports samples in the format of the CSV export. One bad line, and nothing is imported. A stop in the middle leaves some weeks imported: import the file again then',
    )
    .argument('<file>', 'a CSV file, or with --guess a file of another tracker')
    .option('--account <account>', "id or name: whose revenue the file's last column holds")
    .option('--guess', 'finds out what the columns and times of the file are')
    .option('--dry-run', 'says what would come of the file, and stores nothing. Its game need not be there yet')
    .addOption(new Option('--game <id>', 'with --guess: whose samples these are').argParser(id).conflicts('universe'))
    .addOption(new Option('--universe <id>', 'the same, by the id of the universe').argParser(id))
    .addOption(new Option('--time-zone <zone>', 'with --guess: of times without an offset').argParser(timeZone))
    .addHelpText('after', HELP)
    .action(async (file: string, options: ImportCommand) => {
      const hasGuessOption =
        options.game !== undefined || options.universe !== undefined || options.timeZone !== undefined
      if (hasGuessOption && options.guess !== true) misused(command, '--game, --universe and --time-zone need --guess.')
      if (options.account !== undefined && options.guess === true)
        misused(command, '--account does not go with --guess.')
      const work = (services: Services): Promise<void> => run(cli, services, file, options)
      await (options.dryRun === true ? cli.withDryRun(work) : cli.withServices(work))
    })
}

async function run(cli: Cli, services: Services, file: string, options: ImportCommand): Promise<void> {
  const guess = options.guess === true ? emptyGuess() : undefined
  const owner = options.account === undefined ? undefined : await services.accounts.require(options.account)
  const rows =
    guess === undefined
      ? readSamplesCsv(cli.readWholeLines(file))
      : await guessRows(cli, services, file, options, guess)
  if (options.dryRun === true) return answerPreview(cli, await services.previewImport(rows, owner), guess)
  answerImport(cli, await importRows(cli, services, rows, owner), guess)
}

async function guessRows(cli: Cli, services: Services, file: string, options: ImportCommand, report: GuessReport) {
  const universeId =
    options.game === undefined ? options.universe : (await services.games.require(options.game)).universeId
  return guessSamples(
    uncompressed(file, cli.io.readFile(file)),
    { universeId, timeZone: options.timeZone ?? 'UTC' },
    report,
  )
}

const importRows = (
  { io }: Cli,
  services: Services,
  rows: AsyncIterable<ImportRows>,
  owner: Account | undefined,
): Promise<ImportResult> =>
  services.importSamples(rows, {
    owner,
    signal: io.signal,
    onProgress: (done, total) => io.progress({ label: 'importing', done, total }),
  })

function answerImport(cli: Cli, result: ImportResult, guess: GuessReport | undefined): void {
  const { duplicates, ...counts } = result
  const repeated =
    duplicates === 0
      ? ''
      : ` ${counted(duplicates, 'line had', 'lines had')} a later line for the same minute, which counts.`
  const text = `${counts.imported} imported, ${counts.corrected} corrected, ${counts.unchanged} unchanged.${repeated}`
  const json = { ...counts, ...(duplicates > 0 && { duplicates }), ...(guess && { understood: guessJson(guess) }) }
  cli.answer(json, guess === undefined ? text : `${guessText(guess)}\n${text}`)
}

function answerPreview(cli: Cli, preview: ImportPreview, guess: GuessReport | undefined): void {
  const json = { dry_run: true, ...previewJson(preview), ...(guess && { understood: guessJson(guess) }) }
  cli.answer(json, [...(guess ? [guessText(guess)] : []), previewText(preview)].join('\n'))
}
