// The command `drill`: what this database would lose if the worst happened to it now.
import { type Command, Option } from 'commander'
import { rejection } from '../../domain/error.js'
import { codeOf } from '../../domain/gap.js'
import type { DrillReport, FaultAccount } from '../../domain/ports/drill.js'
import { drillEnd, drillHeadings, drillParts, drillRow } from '../../messages/english/drill.js'
import { type Cli, examples } from '../cli.js'
import { wholeNumber } from '../io/read-values.js'
import { table } from '../io/table.js'

const MAX_KILLS = 10_000

export function addDrillCommand(program: Command, cli: Cli): void {
  const command = program
    .command('drill')
    .description(
      'kills, fills the disk and sets the clock of a throw-away copy of the database and counts what is lost; works beside the running service',
    )
    .addOption(
      new Option('--kills <count>', 'how often the copy is killed').argParser(wholeNumber(1, MAX_KILLS)).default(10),
    )
    .action(async ({ kills }: { kills: number }) => {
      const { io } = cli
      const report = await cli.withOperating((operating) =>
        operating.drill({
          kills,
          signal: io.signal,
          onProgress: (part, done, total) => io.progress({ label: drillParts[part], done, total }),
        }),
      )
      cli.answer(reportJson(report), `${table(drillHeadings, report.faults.map(drillRow))}\n\n${drillEnd(report)}`)
      const lost = report.faults.reduce((sum, fault) => sum + fault.lost, 0)
      const isSound = report.faults.every(({ damage }) => damage === null)
      if (lost > 0 || !isSound) throw rejection('UNAVAILABLE', { name: 'drill lost samples', facts: { lost, isSound } })
      if (report.damageBefore !== null) throw rejection('UNAVAILABLE', { name: 'damaged before the drill', facts: {} })
    })
  examples(command, 'drill', 'drill --kills 100 --json')
}

const reportJson = ({ samples, games, damageBefore, faults }: DrillReport) => ({
  samples,
  games,
  ...(damageBefore !== null && {
    damaged_weeks_before: damageBefore.lostWeeks,
    lost_samples_before: damageBefore.lostSamples,
  }),
  faults: faults.map(faultJson),
})

const faultJson = ({ fault, hits, misses, due, stored, gaps, lost, damage, recoveryMs }: FaultAccount) => ({
  fault: codeOf(fault),
  hits,
  misses,
  due,
  stored,
  gaps: Object.fromEntries(gaps.map(([reason, count]) => [codeOf(reason), count])),
  lost,
  is_sound: damage === null,
  damage,
  recovery_ms: recoveryMs,
})
