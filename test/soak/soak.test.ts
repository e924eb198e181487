// Days of simulated time with rare faults, lived twice: the same comes of it, and the memory does not grow.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { recordFigure } from '../ledger/ledger.js'
import { program } from '../support/cli/programs.js'
import { isLongRun } from '../support/test-run.js'
import { type SoakReport, soakReportSchema } from './soak-report.js'

interface SoakSize {
  readonly name: string
  readonly days: number
  readonly games: number
  /** Minutes between two ticks. */
  readonly interval: number
}

const SEED = Number(process.env.TEST_SEED ?? 1)
const [DAYS, GAMES, MINUTE_DAYS] = [process.env.SOAK_DAYS, process.env.SOAK_GAMES, process.env.SOAK_MINUTE_DAYS].map(
  Number,
)
const SHORT: readonly SoakSize[] = [{ name: '2 days at ten minutes', days: 2, games: 10, interval: 10 }]
const LONG: readonly SoakSize[] = [
  { name: `${DAYS} days at ten minutes`, days: DAYS ?? 0, games: GAMES ?? 0, interval: 10 },
  { name: `${MINUTE_DAYS} days at one minute`, days: MINUTE_DAYS ?? 0, games: GAMES ?? 0, interval: 1 },
]
const SIZES = isLongRun ? LONG : SHORT
const DAY_MINUTES = 1_440
/** A tick of 200 games takes about 0.15 s of a processor. */
const TICK_TIMEOUT_MS = 1_500
const MAX_REPORT_BYTES = 32 * 1024 * 1024
/** What the first day leaves, and room for caches that fill later. */
const MAX_HEAP_GROWTH = 1.25
const HEAP_ROOM_BYTES = 12 * 1024 * 1024
/** 110 indexes of the market, and samples that are read and written. */
const MAX_BUFFERS_BYTES = 96 * 1024 * 1024

const timeoutOf = ({ days, interval }: SoakSize): number => 120_000 + (days * DAY_MINUTES * TICK_TIMEOUT_MS) / interval

async function live(size: SoakSize): Promise<SoakReport> {
  const { days, games, interval } = size
  const args = ['--expose-gc', program('soak/soak-process.ts'), ...[SEED, days, games, interval].map(String)]
  const options = { timeout: timeoutOf(size), maxBuffer: MAX_REPORT_BYTES }
  const { stdout } = await promisify(execFile)(process.execPath, args, options)
  return soakReportSchema.parse(JSON.parse(stdout))
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0)
const mib = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`

describe.each(SIZES)('$name', (size) => {
  it(`from seed ${SEED} give the same series, events and posts twice, in the memory of the first day`, {
    timeout: 2 * timeoutOf(size),
  }, async () => {
    const [first, second] = await Promise.all([live(size), live(size)])
    expect(first).toMatchObject({ notOnce: 0, madeUp: 0, repeatedPosts: 0 })
    expect(first.samples).toBeGreaterThan(0)
    expect(first.posts).toBeGreaterThan(0)
    expect(sum(Object.values(first.faults))).toBeGreaterThan(0)
    const heaps = first.memoryByDay.map(({ heap }) => heap)
    const [heapOfFirst = 0] = heaps
    const buffers = Math.max(...first.memoryByDay.map((memory) => memory.buffers))
    expect(Math.max(...heaps)).toBeLessThan(heapOfFirst * MAX_HEAP_GROWTH + HEAP_ROOM_BYTES)
    expect(buffers).toBeLessThan(MAX_BUFFERS_BYTES)
    const { digests, samples, gaps, events, posts, faults } = second
    expect({ digests, samples, gaps, events, posts, faults }).toEqual({
      digests: first.digests,
      samples: first.samples,
      gaps: first.gaps,
      events: first.events,
      posts: first.posts,
      faults: first.faults,
    })
    const figure = `${size.days} days of ${size.games} games twice: ${samples} samples, ${events} events, ${posts} posts, the same; heap ${mib(heapOfFirst)} after a day, ${mib(heaps[Math.floor(size.days / 2)] ?? 0)} in the middle, ${mib(heaps.at(-1) ?? 0)} in the end; buffers at most ${mib(buffers)}`
    if (size.interval === 1) await recordFigure('soak at a minute', figure)
    else await recordFigure('soak', figure)
  })
})
