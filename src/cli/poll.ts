// The command `poll once`.
import type { Command } from 'commander'
import { isoOfMinute } from '../domain/clock.js'
import type { TickReport } from '../services/sampling/tick-parts.js'
import { CLI, type Cli, examples } from './cli.js'
import { table } from './io/table.js'

export function addPollCommands(program: Command, cli: Cli): void {
  const group = program.command('poll').description('sample without waiting for the service')
  examples(group, 'poll once', 'poll once --json')
  group
    .command('once')
    .description('samples every active game now, due or not; works beside a running service')
    .action(async () => {
      const report = await cli.withServices((services) =>
        services.sampleTick({ everything: true, stop: cli.io.signal }),
      )
      cli.answer(reportJson(report), reportText(report))
    })
}

const reportJson = (report: TickReport) => ({
  timestamp: isoOfMinute(report.minute),
  sampled: report.sampled,
  gaps: report.gaps.map(({ universeId, reason }) => ({ universe_id: universeId, reason })),
})

function reportText({ minute, sampled, gaps }: TickReport): string {
  if (sampled === 0 && gaps.length === 0) return `No active game is tracked. Add one: ${CLI} game add --help`
  const done = `${isoOfMinute(minute)}: ${sampled} sampled, ${gaps.length} without a sample.`
  const missing = gaps.map(({ universeId, reason }) => [universeId, reason])
  return gaps.length === 0 ? done : `${done}\n\n${table(['universe', 'reason'], missing)}`
}
