// The commands `samples import` and `samples restore`.
import type { Command } from 'commander'
import { type Cli, examples } from './cli.js'
import { addSamplesImport } from './samples/import.js'
import { addSamplesRestore } from './upkeep/restore-samples.js'

export function addSamplesCommands(program: Command, cli: Cli): void {
  const group = program.command('samples').description('bring history in, and back')
  examples(
    group,
    'samples import history.csv',
    'samples import export.csv --account "My studio"',
    'samples import players.csv --guess --game 4 --dry-run',
    'samples restore --dry-run',
  )
  addSamplesImport(group, cli)
  addSamplesRestore(group, cli)
}
