// Runs pieces of work one after the other, or a few together where they wait for a server. Each piece yields to requests by itself;
// if all ran at once, a request would wait for a turn of each of them.

type Start = () => Promise<void>

export class SerialWork {
  /** What nobody can do without comes first. */
  private readonly urgent = new Set<Start>()
  private readonly postponable = new Set<Start>()
  private running = 0

  /** `atOnce`: the number of pieces that run together. */
  constructor(private readonly atOnce = 1) {}

  /** The number of pieces that wait. The caller bounds them. */
  get waiting(): number {
    return this.urgent.size + this.postponable.size
  }

  run<T>(work: () => Promise<T>, { isUrgent }: { readonly isUrgent: boolean }): Promise<T> {
    return new Promise((resolve, reject) => {
      const start: Start = () => work().then(resolve, reject)
      const queue = isUrgent ? this.urgent : this.postponable
      queue.add(start)
      if (this.running < this.atOnce) void this.runAll()
    })
  }

  private async runAll(): Promise<void> {
    this.running++
    for (let next = this.takeNext(); next !== undefined; next = this.takeNext()) await next()
    this.running--
  }

  private takeNext(): Start | undefined {
    for (const queue of [this.urgent, this.postponable]) {
      const [next] = queue
      if (next === undefined) continue
      queue.delete(next)
      return next
    }
    return undefined
  }
}
