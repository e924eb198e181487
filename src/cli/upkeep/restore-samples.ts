// The command `samples restore`.

import { type Command, Option } from 'commander'
import { dayOf, isoOfDay } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import { RESTORABLE_DAYS, type RestoreResult } from '../../domain/ports/removed-samples.js'
import type { LostSamples } from '../../domain/reasons/database-damage.js'
import type { CommandLineReasons } from '../../domain/reasons/operator-reasons.js'
import { type Cli, examples, misused } from '../cli.js'
import { id, utcDay } from '../io/read-values.js'

interface RestoreOptions {
  readonly universe?: number
  readonly game?: number
  readonly from?: number
  readonly until?: number
  readonly dryRun?: boolean
}

/** A range of days that contains every possible minute. */
const ALL_DAYS = { start: -1_000_000, end: 1_000_000 }
const MAX_LISTED = 20

export function addSamplesRestore(group: Command, cli: Cli): void {
  const command = group
    .command('restore')
    .description(
      `brings back what retention removed in the last ${RESTORABLE_DAYS} days; works beside the running service`,
    )
    .addOption(new Option('--universe <id>', 'only this universe').argParser(id).conflicts('game'))
    .addOption(new Option('--game <id>', "only this game's universe").argParser(id))
    .addOption(new Option('--from <date>', 'only weeks that have a day from this one on').argParser(utcDay))
    .addOption(new Option('--until <date>', 'only weeks that have a day up to this one').argParser(utcDay))
    .option('--dry-run', 'counts what would be restored, and changes nothing', false)
    .addHelpText(
      'after',
      `
Retention works in whole weeks, from Thursday to Wednesday (UTC), and so does restoring.
Samples that are in a week stay as they are; those that were removed come back.
Only time in which the service ran with a correct clock counts towards the ${RESTORABLE_DAYS} days; doctor shows what is left.`,
    )
    .action(async (options: RestoreOptions) => {
      const range = { start: options.from ?? ALL_DAYS.start, end: options.until ?? ALL_DAYS.end }
      if (range.start > range.end) misused(command, '--from must not be after --until.')
      const isDryRun = options.dryRun ?? false
      const result = await cli.withServices(async ({ games, restoreSamples }) => {
        const universeId =
          options.game === undefined ? options.universe : (await games.require(options.game)).universeId
        const onProgress = (done: number, total: number): void => cli.io.progress({ label: 'restoring', done, total })
        return restoreSamples({ universeId, range, isDryRun, signal: cli.io.signal, onProgress })
      })
      const { samples, weeks, universes, damaged } = result
      cli.answer({ restored: samples, weeks, universes }, resultText(result, isDryRun))
      if (damaged.length > 0)
        throw rejection('UNAVAILABLE', { name: 'removed samples damaged', facts: listed(damaged) })
    })
  examples(
    command,
    'samples restore --dry-run',
    'samples restore --game 4',
    'samples restore --from 2026-01-01 --until 2026-03-31',
  )
}

function resultText({ samples, weeks, universes }: RestoreResult, isDryRun: boolean): string {
  if (weeks === 0) return 'Nothing to restore.'
  const what = `${counted(samples, 'sample')} in ${counted(weeks, 'week')} of ${counted(universes, 'universe')}`
  if (isDryRun) return `${what} can be restored. Nothing was changed.`
  return `${what} restored.
Retention leaves these weeks alone for ${RESTORABLE_DAYS} days in which the service runs with a correct clock. Then it removes
again what no account's plan shows: to keep it, change a plan before. Each account still sees only what its plan shows.`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const listed = (damaged: readonly LostSamples[]): CommandLineReasons['removed samples damaged'] => ({
  weeks: damaged
    .slice(0, MAX_LISTED)
    .map(({ universeId, from, samples }) => ({ universeId, day: isoOfDay(dayOf(from)), samples })),
  more: Math.max(damaged.length - MAX_LISTED, 0),
})
