// The command `config check`: prints the effective configuration, and checks that the database can be used. It changes nothing.
import type { Command } from 'commander'
import { HeadcountError, rejection } from '../domain/error.js'
import type { DatabaseCondition } from '../domain/ports/upkeep.js'
import { operatorErrorText } from '../messages/error-text.js'
import { type Cli, examples } from './cli.js'
import { oneLine, table } from './io/table.js'

export function addConfigCommands(program: Command, cli: Cli): void {
  const group = program.command('config').description('look at the configuration')
  examples(group, 'config check')
  group
    .command('check')
    .description('shows what is in force and looks at the database; exit code 1 or 78 where something is wrong')
    .action(async () => {
      const settings = cli.settings()
      const { problems, condition = 'current' } = await lookAtDatabase(cli)
      cli.answer({ ok: problems.length === 0, problems, settings }, reportText(settings, problems, condition))
      if (problems.length > 0) throw rejection('UNAVAILABLE', { name: 'database unusable', facts: { problems } })
    })
}

async function lookAtDatabase(
  cli: Cli,
): Promise<{ readonly problems: string[]; readonly condition?: DatabaseCondition }> {
  try {
    const condition = cli.examineDatabase()
    if (condition !== undefined) return { problems: [], condition }
    const { database } = await cli.withReading((services) => services.checkHealth())
    return {
      problems: [
        ...(database.writable ? [] : ['The database cannot be written to.']),
        ...(database.migrated === false ? ['The database is not migrated to the schema of this program.'] : []),
      ],
    }
  } catch (error) {
    // An error of the configuration keeps its own exit code.
    if (error instanceof HeadcountError && error.code === 'NOT_CONFIGURED') throw error
    return { problems: [oneLine(operatorErrorText(error))] }
  }
}

const CONDITION_TEXTS: Readonly<Record<DatabaseCondition, string>> = {
  new: 'There is no database yet. The first start of the service makes it.',
  old: 'The database has an older schema. The next start of the service copies it and brings it up to date.',
  current: 'The database can be written to and is up to date.',
}

function reportText(
  settings: Readonly<Record<string, string>>,
  problems: readonly string[],
  condition: DatabaseCondition,
): string {
  const end = problems.length === 0 ? `All is well. ${CONDITION_TEXTS[condition]}` : problems.join('\n')
  return `${table(['variable', 'in force'], Object.entries(settings))}\n\n${end}`
}
