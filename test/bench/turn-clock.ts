// The longest turn of the event loop, as on a machine with nothing else to do: a turn that never ends stops all others. Each
// turn counts as the smaller of two times, because both are too long on a busy machine: its time by the clock without the
// waiting of its thread for a processor, in which it may wait for threads that collect garbage; and the processor time of
// the whole process, which also has threads that compile and collect garbage beside it.
import { closeSync, openSync, readSync } from 'node:fs'

const MIN_TIMED_MS = 1

export class TurnClock {
  private longest = 0
  private isRunning = false
  /** Linux counts there how long the thread waited for a processor; elsewhere it counts as never having waited. */
  private file: number | undefined
  private readonly bytes = Buffer.alloc(128)

  start(): void {
    this.longest = 0
    this.isRunning = true
    this.file ??= openCounts()
    let began = performance.now()
    let waited = this.waitedMs()
    let cpu = process.cpuUsage()
    const next = (): void => {
      const passed = performance.now() - began
      // Most turns are short, and asking the system for its counts takes longer than they do.
      if (passed >= MIN_TIMED_MS) {
        const { user, system } = process.cpuUsage(cpu)
        const ranMs = passed - (this.waitedMs() - waited)
        this.longest = Math.max(this.longest, Math.min(ranMs, (user + system) / 1_000))
      }
      waited = this.waitedMs()
      cpu = process.cpuUsage()
      began = performance.now()
      if (this.isRunning) setImmediate(next)
    }
    setImmediate(next)
  }

  /** Milliseconds. */
  stop(): number {
    this.isRunning = false
    if (this.file !== undefined) closeSync(this.file)
    this.file = undefined
    return this.longest
  }

  private waitedMs(): number {
    if (this.file === undefined) return 0
    const length = readSync(this.file, this.bytes, 0, this.bytes.length, 0)
    return Number(this.bytes.toString('latin1', 0, length).split(' ')[1]) / 1e6
  }
}

function openCounts(): number | undefined {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return undefined
  }
}
