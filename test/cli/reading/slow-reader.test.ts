// What a command prints arrives whole, however slowly it is read, as by a pager.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DAY_MINUTES, minuteOf, systemClock } from '../../../src/domain/clock.js'
import { blockOf, sample } from '../../store/contract/support.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'

const DAYS = 20
/** Longer than the command line waits before it ends itself. */
const PAUSE_MS = 3_500

async function openWithHistory(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  const { series } = (await bench.beside()).store
  const today = Math.floor(minuteOf(systemClock.now()) / DAY_MINUTES) * DAY_MINUTES
  const minutes = Array.from({ length: DAYS * DAY_MINUTES }, (_, index) => today - DAYS * DAY_MINUTES + index)
  const id = bench.universe(0)
  await series.importBlock(
    blockOf(
      id,
      minutes.map((minute) => sample(id, minute)),
    ),
  )
  return bench
}

const fromDay = (): string => new Date(systemClock.now() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10)

async function readSlowly(bench: CliTestBench): Promise<{ code: number | null; lines: number }> {
  const command = bench.start(['export', '1', '--from', fromDay()])
  command.process.stdout?.pause()
  await sleep(PAUSE_MS)
  command.process.stdout?.resume()
  const { code, stdout } = await command.ended
  return { code, lines: stdout.trimEnd().split('\n').length }
}

it.each(['beside a service', 'without a service'])(
  '%s, an export that is read after a pause is whole',
  async (where) => {
    const bench = await openWithHistory()
    if (where === 'without a service') await bench.leave()
    const { code, lines } = await readSlowly(bench)
    expect(code).toBe(0)
    // The heading, and each minute since that day.
    expect(lines).toBe(1 + (DAYS - 1) * DAY_MINUTES)
  },
  60_000,
)
