// The command `export`: the samples of a game, as the API exports them, printed in pieces as they are read.
import { type Command, Option } from 'commander'
import { isoOfMinute, minuteOf } from '../../domain/clock.js'
import { type DateRange, MAX_RANGE_DAYS } from '../../domain/rules/date-range.js'
import { FILE_FORMATS } from '../../files/formats.js'
import { type Cli, examples } from '../cli.js'
import { type CommandIo, throwIfStopped } from '../io/command-io.js'
import { id, utcDay } from '../io/read-values.js'

interface ExportOptions {
  readonly from?: number
  readonly to?: number
  readonly startDate?: number
  readonly endDate?: number
}

export function addExport(program: Command, cli: Cli): void {
  const command = program
    .command('export')
    .description(`prints the samples of a game as CSV or JSON, at most ${MAX_RANGE_DAYS} days; today without dates`)
    .argument('<game>', 'its ID', id)
    .addOption(new Option('--from <date>', 'the first UTC day; also --start-date').argParser(utcDay))
    .addOption(new Option('--to <date>', 'the last UTC day, included; also --end-date').argParser(utcDay))
    .addOption(new Option('--start-date <date>').argParser(utcDay).conflicts('from').hideHelp())
    .addOption(new Option('--end-date <date>').argParser(utcDay).conflicts('to').hideHelp())
    .option('--csv', 'as CSV, which is the default')
    .action(async (gameId: number, { from, to, startDate = from, endDate = to }: ExportOptions) => {
      await cli.withReading(async (services) => {
        const game = await services.games.require(gameId)
        const account = await services.accounts.require(`${game.accountId}`)
        const end = endDate ?? utcDay(isoOfMinute(minuteOf(services.clock.now())).slice(0, 10))
        const start = startDate ?? end
        const problem = rangeProblem({ start, end })
        if (problem !== undefined) command.error(`error: ${problem}`)
        const exported = await services.exportSamples(account, game, { start, end })
        await writeText(FILE_FORMATS[cli.isJson ? 'json' : 'csv'].encode(exported), cli.io)
      })
    })
  examples(command, 'export 4 --from 2027-01-01 --to 2027-01-31 > january.csv')
}

/** Names the options, which the texts of the API do not. */
function rangeProblem({ start, end }: DateRange): string | undefined {
  if (start > end) return '--from must not be after --to, which is today where it is left out.'
  return end - start < MAX_RANGE_DAYS ? undefined : `--from to --to may span at most ${MAX_RANGE_DAYS} days.`
}

/** Two years are 150 MB, so the next piece is read only when the operator's terminal or file has accepted the one before. */
async function writeText(chunks: AsyncIterable<Uint8Array>, io: CommandIo): Promise<void> {
  // A piece may end in the middle of a multi-byte character.
  const decoder = new TextDecoder()
  let last = ''
  for await (const chunk of chunks) {
    throwIfStopped(io.signal)
    const text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    last = text
    io.write('out', text)
    await io.drained()
  }
  if (!last.endsWith('\n')) io.write('out', '\n')
}
