// Measures time as it would have passed on a machine with nothing else to do: a machine that is busy with other work lets
// the process wait for a processor, and that says nothing about the program.
import { readFileSync } from 'node:fs'

export interface Stopwatch {
  /** Milliseconds since the start, as on a machine with nothing else to do. */
  passed(): number
  /** Milliseconds since the start, by the clock. */
  elapsed(): number
}

export function startStopwatch(): Stopwatch {
  const [began, before] = [performance.now(), processorTime()]
  const elapsed = (): number => performance.now() - began
  return { elapsed, passed: () => elapsed() / slownessSince(before) }
}

/** Of the main thread, in milliseconds. */
interface ProcessorTime {
  readonly cpuMs: number
  readonly waited: number
}

/** Linux counts it; elsewhere the thread counts as never having waited. */
function processorTime(): ProcessorTime {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number)
    return { cpuMs: ran / 1e6, waited: waited / 1e6 }
  } catch {
    return { cpuMs: 0, waited: 0 }
  }
}

/** 1 where the thread never waited; 4 where it waited three quarters of the time in which it had something to do. */
function slownessSince(before: ProcessorTime): number {
  const now = processorTime()
  const ran = Math.max(1, now.cpuMs - before.cpuMs)
  return (ran + now.waited - before.waited) / ran
}
