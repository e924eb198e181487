// Samples for the bench: player counts with a daily rhythm, whose arrivals are drawn minute by minute.
import { DAY_MINUTES, type Minute } from '../../../src/domain/clock.js'
import { type Block, emptyBlock, type Sample } from '../../../src/domain/sample.js'
import { sampleAt } from '../../../src/series/blocks.js'

/** Of one universe, from a minute on; asked again, it goes on where it stopped. */
export class SampleGenerator {
  private seed: number
  private drift = 0
  private readonly totals: { visits: number; favorites: number; likes: number; dislikes: number }
  private readonly base: number

  constructor(
    readonly universeId: number,
    private minute: Minute,
  ) {
    this.seed = universeId * 2_654_435_761
    this.base = 20_000 / (1 + (universeId % 200)) ** 0.8
    this.totals = { visits: 1e8 + universeId, favorites: 1e6 + universeId, likes: 5e5, dislikes: 5e4 }
  }

  private unit(): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0
    return this.seed / 2 ** 32
  }
  /** About Poisson. */
  private drawn(mean: number): number {
    const normal = this.unit() + this.unit() + this.unit() + this.unit() + this.unit() + this.unit() - 3
    return Math.max(0, Math.round(mean + Math.sqrt(2 * mean) * normal))
  }

  block(length: number): Block {
    const block = emptyBlock(this.universeId, length)
    const { columns } = block
    for (let row = 0; row < length; row++) {
      this.drift = 0.98 * this.drift + 0.04 * (this.unit() - 0.5)
      const mean = this.base * (1 + 0.4 * Math.sin((this.minute / DAY_MINUTES) * 2 * Math.PI)) * (1 + this.drift)
      const arrivals = this.drawn(mean / 12)
      this.totals.visits += arrivals
      this.totals.favorites += this.drawn(arrivals * 0.02)
      this.totals.likes += this.drawn(arrivals * 0.01)
      this.totals.dislikes += this.drawn(arrivals * 0.002)
      block.minutes[row] = this.minute++
      columns.ccu[row] = this.drawn(mean)
      columns.visits[row] = this.totals.visits
      columns.favorites[row] = this.totals.favorites
      columns.likes[row] = this.totals.likes
      columns.dislikes[row] = this.totals.dislikes
    }
    return block
  }
  sample(): Sample {
    return sampleAt(this.block(1), 0)
  }
}
