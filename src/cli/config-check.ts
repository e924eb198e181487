// The command `config check`: prints the effective configuration, and checks that the database can be used.
import type { Command } from 'commander'
import { HeadcountError, rejection } from '../domain/error.js'
import { operatorErrorText } from '../messages/error-text.js'
import { type Cli, examples } from './cli.js'
import { ServiceRunningError } from './io/command-io.js'
import { oneLine, table } from './io/table.js'

export function addConfigCommands(program: Command, cli: Cli): void {
  const group = program.command('config').description('look at the configuration')
  examples(group, 'config check')
  group
    .command('check')
    .description('shows what is in force and tries the database; exit code 1 or 78 where something is wrong')
    .action(async () => {
      const settings = cli.settings()
      const problems = await problemsOfDatabase(cli)
      cli.answer({ ok: problems.length === 0, problems, settings }, reportText(settings, problems))
      if (problems.length > 0) throw rejection('UNAVAILABLE', { name: 'database unusable', facts: { problems } })
    })
}

async function problemsOfDatabase(cli: Cli): Promise<string[]> {
  try {
    const { database } = await cli.withServices((services) => services.checkHealth())
    return [
      ...(database.writable ? [] : ['The database cannot be written to.']),
      ...(database.migrated ? [] : ['The database is not migrated to the schema of this program.']),
    ]
  } catch (error) {
    // A running service has already checked this database when it started.
    if (error instanceof ServiceRunningError) return []
    // An error of the configuration keeps its own exit code.
    if (error instanceof HeadcountError && error.code === 'NOT_CONFIGURED') throw error
    return [oneLine(operatorErrorText(error))]
  }
}

const reportText = (settings: Readonly<Record<string, string>>, problems: readonly string[]): string =>
  `${table(['variable', 'in force'], Object.entries(settings))}\n\n${
    problems.length === 0 ? 'All is well: the database can be written to and is migrated.' : problems.join('\n')
  }`
