// Assembles the command line from its commands, and configures how commander reports wrong usage.
import { Command } from 'commander'
import { programVersion } from '../program-version.js'
import { CLI, type Cli, examples, misused } from './cli.js'
import { addConfigVerbs } from './config-check.js'
import type { CommandIo } from './io/command-io.js'
import { oneLine } from './io/table.js'
import { addAccountVerbs } from './management/account.js'
import { addGameVerbs } from './management/game.js'
import { addGuildVerbs } from './management/guild.js'
import { addKeyVerbs } from './management/key.js'
import { addLoginVerbs } from './management/login.js'
import { addMemberVerbs } from './management/member.js'
import { addSecretVerbs } from './management/secret.js'
import { addNotificationsVerbs } from './notifications.js'
import { addPollVerbs } from './poll.js'
import { addReadVerbs } from './reading/read.js'
import { addRevenueVerbs } from './revenue.js'
import { addSamplesVerbs } from './samples.js'
import { addSimulateVerb } from './simulate.js'
import { addBackupVerbs } from './upkeep/backup.js'
import { addDoctorVerb } from './upkeep/doctor.js'
import { addDrillVerb } from './upkeep/drill.js'

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
  program.hook('preAction', (_, verb) => {
    if (cli.isJson && verb.opts().csv === true) misused(verb, '--json and --csv exclude each other: give one of them.')
  })
  addAccountVerbs(program, cli)
  addMemberVerbs(program, cli)
  addLoginVerbs(program, cli)
  addKeyVerbs(program, cli)
  addGameVerbs(program, cli)
  addGuildVerbs(program, cli)
  addNotificationsVerbs(program, cli)
  addPollVerbs(program, cli)
  addReadVerbs(program, cli)
  addSamplesVerbs(program, cli)
  addRevenueVerbs(program, cli)
  addSimulateVerb(program, cli)
  addBackupVerbs(program, cli)
  addSecretVerbs(program, cli)
  addConfigVerbs(program, cli)
  addDoctorVerb(program, cli)
  addDrillVerb(program, cli)
  return examples(
    program,
    'account create --name "My studio" --plan enterprise',
    'game add --account "My studio" --url <address of the game>',
    'game add --help',
  )
}
