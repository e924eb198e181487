// Timing, and the table that the bench prints.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < count; round++) taken.push(await timed(work))
  return taken
}

/** The longest that a timer had to wait while `work` ran, ms: a timer a millisecond, kept outside of JavaScript. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(20)
  delay.reset()
  await work()
  await sleep(5)
  delay.disable()
  return delay.max / 1e6
}

interface Line {
  readonly figure: string
  readonly value: number
  readonly unit: string
  readonly goal?: number
  /** The goal is a least. */
  readonly more?: boolean
  readonly rows?: number | undefined
  /** How many times better than the row store it must be, or the bench fails. */
  readonly ratio?: number
}

export class Report {
  private readonly lines: Line[] = []

  add(line: Line): void {
    this.lines.push(line)
    process.stderr.write(`${line.figure}: ${rounded(line.value)} ${line.unit}\n`)
  }

  /** Prints the table; answers whether every ratio holds. */
  print(): boolean {
    const failed = this.lines.filter((line) => line.ratio !== undefined && !(timesBetter(line) >= line.ratio))
    const out = ['| figure | measured | goal | row store | times better |', '|---|--:|--:|--:|--:|']
    for (const line of this.lines) {
      const goal = line.goal === undefined ? '' : `${line.more ? '≥' : '≤'} ${line.goal}`
      const rows = line.rows === undefined ? '' : rounded(line.rows)
      const better =
        line.rows === undefined ? '' : `${rounded(timesBetter(line))}${line.ratio ? ` (≥ ${line.ratio})` : ''}`
      out.push(`| ${line.figure} | ${rounded(line.value)} ${line.unit} | ${goal} | ${rows} | ${better} |`)
    }
    process.stdout.write(`${out.join('\n')}\n`)
    for (const line of failed)
      process.stdout.write(`FAILED: ${line.figure} is only ${rounded(timesBetter(line))} times better.\n`)
    return failed.length === 0
  }
}

const timesBetter = ({ value, rows = Number.NaN, more }: Line): number => (more ? value / rows : rows / value)

const rounded = (value: number): string => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3))
