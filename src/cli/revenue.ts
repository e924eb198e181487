// The command `revenue import`.
import type { Command } from 'commander'
import { readRevenueCsv } from '../files/read-revenue-csv.js'
import { type Cli, examples } from './cli.js'
import { id } from './io/read-values.js'

export function addRevenueCommands(program: Command, cli: Cli): void {
  const group = program.command('revenue').description('bring in what a game earned')
  examples(group, 'revenue import --game 4 revenue.csv')
  group
    .command('import')
    .description('imports daily revenue of a game; all of the file or, after one bad line, nothing')
    .argument('<file>', 'a CSV file')
    .requiredOption('--game <id>', 'its ID', id)
    .addHelpText(
      'after',
      `
The first line names the columns, the others are UTC days and numbers:
  date,revenue
  2026-01-31,1250.5
What is imported corrects what was there. It is shown to the members of the game's account alone.`,
    )
    .action(async (file: string, { game }: { game: number }) => {
      const { imported } = await cli.withServices(async (services) => {
        const { signal } = cli.io
        return services.importRevenue(await services.games.require(game), readRevenueCsv(cli.readLines(file)), signal)
      })
      cli.answer({ imported }, `${imported} days imported.`)
    })
}
