// The commands `samples import` and `samples restore`.
import type { Command } from 'commander'
import { type Cli, examples } from './cli.js'
import { addSamplesImport } from './samples/import.js'
import { addSamplesRestore } from './upkeep/restore-samples.js'

export function addSamplesVerbs(program: Command, cli: Cli): void {
  const noun = program.command('samples').description('bring history in, and back')
  examples(
    noun,
    'samples import history.csv',
    'samples import export.csv --account "My studio"',
    'samples import players.csv --guess --game 4 --dry-run',
    'samples restore --dry-run',
  )
  addSamplesImport(noun, cli)
  addSamplesRestore(noun, cli)
}
