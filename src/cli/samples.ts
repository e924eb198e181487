// samples import FILE.csv
import type { Command } from 'commander'
import { readSamplesCsv } from '../files/read-samples-csv.js'
import { type Cli, examples } from './cli.js'
import { readLines } from './read-lines.js'

export function addSamplesVerbs(program: Command, cli: Cli): void {
  const noun = program.command('samples').description('bring history in')
  examples(noun, 'samples import history.csv')
  noun
    .command('import')
    .description('imports samples in the format of the CSV export; all of the file or, after one bad line, nothing')
    .argument('<file>', 'a CSV file')
    .addHelpText(
      'after',
      `
The first line names the columns:
  timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue
Times are UTC and floored to the minute; empty likes and dislikes are unknown; revenue stays empty.
What is imported corrects what was there. Importing a file twice changes nothing more.`,
    )
    .action(async (file: string) => {
      const count = await cli.withOperations((operations) => operations.importSamples(readSamplesCsv(readLines(file))))
      const { imported, corrected, unchanged } = count
      const text = `${imported} imported, ${corrected} corrected, ${unchanged} unchanged.`
      cli.answer({ imported, corrected, unchanged }, text)
    })
}
