// Assembles the command line from its commands, and configures how commander reports wrong usage.
import { Command } from 'commander'
import { programVersion } from '../program-version.js'
import { CLI, type Cli, examples, misused } from './cli.js'
import { addConfigCommands } from './config-check.js'
import type { CommandIo } from './io/command-io.js'
import { oneLine } from './io/table.js'
import { addAccountCommands } from './management/account.js'
import { addGameCommands } from './management/game.js'
import { addGuildCommands } from './management/guild.js'
import { addKeyCommands } from './management/key.js'
import { addLoginCommands } from './management/login.js'
import { addMemberCommands } from './management/member.js'
import { addSecretCommands } from './management/secret.js'
import { addNotificationsCommands } from './notifications.js'
import { addPollCommands } from './poll.js'
import { addReadCommands } from './reading/read.js'
import { addRevenueCommands } from './revenue.js'
import { addSamplesCommands } from './samples.js'
import { addSimulateCommand } from './simulate.js'
import { addBackupCommands } from './upkeep/backup.js'
import { addDoctorCommand } from './upkeep/doctor.js'
import { addDrillCommand } from './upkeep/drill.js'
import { addMigrateStoreCommand } from './upkeep/migrate-store.js'

/** These settings must precede the commands, because each command copies them when it is added. */
export function makeProgram(cli: Cli, io: CommandIo): Command {
  const program = new Command()
    .name(CLI)
    .description("Headcount's command line for its operator. Works beside the running service, on the same database.")
    .option('--json', 'one JSON document on standard output; may stand anywhere')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.write('out', text),
      writeErr: (text) => io.write('err', text),
      outputError: (text, write) => write(`${oneLine(text)} (--help shows how)\n`),
    })
    .version(programVersion, '--version', 'the version of this command line')
    .exitOverride()
  // Only commands that print a table have --csv.
  program.hook('preAction', (_, command) => {
    if (cli.isJson && command.opts().csv === true)
      misused(command, '--json and --csv exclude each other: give one of them.')
  })
  addAccountCommands(program, cli)
  addMemberCommands(program, cli)
  addLoginCommands(program, cli)
  addKeyCommands(program, cli)
  addGameCommands(program, cli)
  addGuildCommands(program, cli)
  addNotificationsCommands(program, cli)
  addPollCommands(program, cli)
  addReadCommands(program, cli)
  addSamplesCommands(program, cli)
  addRevenueCommands(program, cli)
  addSimulateCommand(program, cli)
  addBackupCommands(program, cli)
  addMigrateStoreCommand(program, cli)
  addSecretCommands(program, cli)
  addConfigCommands(program, cli)
  addDoctorCommand(program, cli)
  addDrillCommand(program, cli)
  return examples(
    program,
    'account create --name "My studio" --plan enterprise',
    'game add --account "My studio" --url <address of the game>',
    'game add --help',
  )
}
