// The longest turn of the event loop in CPU time, so that a busy machine does not count: a turn that never ends stops all
// others.
export class TurnClock {
  private longest = 0
  private isRunning = false

  start(): void {
    this.longest = 0
    this.isRunning = true
    let before = process.cpuUsage()
    const next = (): void => {
      const { user, system } = process.cpuUsage(before)
      before = process.cpuUsage()
      this.longest = Math.max(this.longest, user + system)
      if (this.isRunning) setImmediate(next)
    }
    setImmediate(next)
  }

  /** Milliseconds, those of threads beside the event loop included. */
  stop(): number {
    this.isRunning = false
    return this.longest / 1_000
  }
}
