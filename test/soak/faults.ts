// Faults of the platform and of Discord, chosen by the number of the call: the nth of this minute for the same universes.
import { createHash } from 'node:crypto'
import type { Minute } from '../../src/domain/clock.js'
import type { PostResult } from '../../src/domain/notifications/sender.js'
import type { InterceptedRequest, SimulatorFault } from '../../src/simulator/options.js'
import { unit } from '../../src/simulator/world/hash.js'

const FAULTS: readonly (readonly [string, SimulatorFault])[] = [
  ['error', { status: 500, body: '' }],
  ['reset', { reset: true }],
  ['garbage', { status: 200, body: '<html>' }],
  ['truncated', { truncate: true, status: 200, body: '{"data":[{"id":1' }],
  ['limited', { status: 429, headers: { 'retry-after': '2' }, body: '' }],
  ['slow', { status: 503, body: '', delayMs: 3_000 }],
]
const FAULTY_CALLS = 0.01
/** Now and then nothing works for a whole tick, so that there are gaps. */
const FAULTY_MINUTES = 0.002
const FAILED_POSTS = 0.03
const UNKNOWN_POSTS = 0.02

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE()

export class SoakFaults {
  readonly counts: Record<string, number> = {}
  private minute: Minute = 0
  private readonly calls = new Map<string, number>()
  private readonly posts = new Map<string, number>()

  constructor(private readonly seed: number) {}

  begin(minute: Minute): void {
    this.minute = minute
    this.calls.clear()
  }

  ofCall = ({ path, query }: InterceptedRequest): SimulatorFault | undefined => {
    // Calls of the charts carry a random session.
    const name = `${path} ${query.get('universeIds') ?? ''}`
    const nth = this.calls.get(name) ?? 0
    this.calls.set(name, nth + 1)
    if (unit(this.seed, this.minute, 1) < FAULTY_MINUTES) return this.note('away', { reset: true })
    const call = numberOf(`${this.minute} ${name} ${nth}`)
    if (unit(this.seed, call, 2) >= FAULTY_CALLS) return undefined
    const [kind, fault] = FAULTS[Math.floor(unit(this.seed, call, 3) * FAULTS.length)] ?? ['none', undefined]
    return fault && this.note(kind, fault)
  }

  /** `unknown` is posted all the same. */
  ofPost(key: string): Extract<PostResult, { readonly result: 'failed' | 'unknown' }> | undefined {
    const nth = this.posts.get(key) ?? 0
    this.posts.set(key, nth + 1)
    const chance = unit(this.seed, numberOf(`${key} ${nth}`), 4)
    if (chance < FAILED_POSTS) return this.note('post failed', { result: 'failed', reason: 'No answer.' })
    if (chance < FAILED_POSTS + UNKNOWN_POSTS)
      return this.note('post unknown', { result: 'unknown', reason: 'No answer.' })
    return undefined
  }

  private note<T>(kind: string, fault: T): T {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1
    return fault
  }
}
