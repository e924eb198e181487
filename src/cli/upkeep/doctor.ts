// The command `doctor`: checks the installation, and says what to do about each problem.
import type { Command } from 'commander'
import { rejection } from '../../domain/error.js'
import type { CheckReport, Examination } from '../../services/operator/doctor/run-checks.js'
import { type Cli, examples } from '../cli.js'
import { oneLine } from '../io/table.js'

export function addDoctorCommand(program: Command, cli: Cli): void {
  const command = program
    .command('doctor')
    .description('looks at everything that Headcount needs and says what to do; exit code 1 where something is wrong')
    .action(async () => {
      const examination = await cli.examine()
      cli.answer(examinationJson(examination), examination.checks.map(checkText).join('\n'))
      const checks = examination.checks.filter((check) => check.state === 'wrong').map((check) => check.name)
      if (checks.length > 0) throw rejection('UNAVAILABLE', { name: 'checks failed', facts: { checks } })
    })
  examples(command, 'doctor', 'doctor --json')
}

const examinationJson = ({ ok, checks }: Examination) => ({
  ok,
  checks: checks.map(({ name, state, found, advice }) => ({ name, state, found, advice })),
})

/** In characters: the longest state and the longest name of a check, each with a gap. */
const [STATE_WIDTH, NAME_WIDTH] = [9, 15]

function checkText({ name, state, found, advice }: CheckReport): string {
  const line = `${state.padEnd(STATE_WIDTH)}${name.padEnd(NAME_WIDTH)}${oneLine(found)}`
  return advice === null ? line : `${line}\n${' '.repeat(STATE_WIDTH + NAME_WIDTH)}${oneLine(advice)}`
}
