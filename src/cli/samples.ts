// samples import FILE.csv, samples restore
import type { Command } from 'commander'
import { readSamplesCsv } from '../files/read-samples-csv.js'
import { CSV_HEADER } from '../files/samples-csv.js'
import { type Cli, examples } from './cli.js'
import { addSamplesRestore } from './restore-samples.js'

export function addSamplesVerbs(program: Command, cli: Cli): void {
  const noun = program.command('samples').description('bring history in, and back')
  examples(
    noun,
    'samples import history.csv',
    'samples import export.csv --account "My studio"',
    'samples restore --dry-run',
  )
  noun
    .command('import')
    .description('imports samples in the format of the CSV export; all of the file or, after one bad line, nothing')
    .argument('<file>', 'a CSV file')
    .option('--account <account>', "id or name: whose revenue the file's last column tells")
    .addHelpText(
      'after',
      `
The first line names the columns:
  ${CSV_HEADER}
Times are UTC and floored to the minute; empty totals are unknown; revenue stays empty,
unless --account says whose it is: then a day's revenue stands on any record of the day.
What is imported corrects what was there. Importing a file twice changes nothing more.`,
    )
    .action(async (file: string, { account }: { account?: string }) => {
      const count = await cli.withServices(async (services) => {
        const owner = account === undefined ? undefined : await services.accounts.require(account)
        const onProgress = (done: number, total: number): void => cli.io.progress({ label: 'importing', done, total })
        return services.importSamples(readSamplesCsv(cli.readLines(file)), {
          owner,
          signal: cli.io.signal,
          onProgress,
        })
      })
      const { duplicates, ...counts } = count
      const lines = duplicates === 0 ? '' : ` ${duplicates} lines had a later line for the same minute, which counts.`
      const text = `${count.imported} imported, ${count.corrected} corrected, ${count.unchanged} unchanged.${lines}`
      cli.answer(duplicates === 0 ? counts : count, text)
    })
  addSamplesRestore(noun, cli)
}
