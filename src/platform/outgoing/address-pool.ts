// Shares calls among local addresses: each call leaves from the one whose rate limit leaves most. An address that fails gives its calls to
// the others, until it works again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent } from 'undici'
import type { Deadline } from './deadline.js'
import { LocalAddress } from './local-address.js'

/** With less time left, no call tries whether an address works again: it would have no time to be made from another. */
const MIN_TRIAL_TIME_MS = 15_000
/** While all limits are reached, the pool checks again after this time, because an address that fails may work again sooner. */
const MAX_WAIT_MS = 1_000

/** Without addresses there is one: the system's choice. */
export function openPool(addresses: readonly string[], options: Agent.Options): AddressPool {
  const localAddresses: readonly (string | undefined)[] = addresses.length === 0 ? [undefined] : addresses
  return new AddressPool(localAddresses.map((address) => new LocalAddress(address, options)))
}

export class AddressPool {
  constructor(readonly addresses: readonly LocalAddress[]) {}

  /**
   * Waits until the limit of an address allows a call, and takes it. `tried` are those from which this call failed. Undefined where the
   * turn would come after the deadline.
   */
  async take(
    endpoint: string,
    deadline: Deadline,
    tried: ReadonlySet<LocalAddress>,
  ): Promise<LocalAddress | undefined> {
    for (;;) {
      const usable = this.usable(deadline)
      const ready = usable.filter((one) => one.budget(endpoint).waitMs() <= 0)
      const chosen = bestAddress(ready, endpoint, tried)
      if (chosen) {
        chosen.begin(endpoint)
        return chosen
      }
      const wait = Math.min(...usable.map((one) => one.budget(endpoint).waitMs()))
      if (performance.now() + wait > deadline.at) return undefined
      const delay = this.addresses.length > 1 ? Math.min(wait, MAX_WAIT_MS) : wait
      await sleep(Math.max(1, delay), undefined, { signal: deadline.stop })
    }
  }

  /** Whether another address that works, and from which this call has not failed, can make it before the deadline. */
  hasOther(endpoint: string, deadline: Deadline, tried: ReadonlySet<LocalAddress>): boolean {
    const left = deadline.at - performance.now()
    return this.addresses.some((one) => !tried.has(one) && one.circuit.isClosed && one.budget(endpoint).waitMs() < left)
  }

  /** The calls that the limits of all addresses leave in this window; undefined if none is known. */
  callsLeft(endpoint: string): number | undefined {
    return sumOfKnown(this.addresses.map((one) => one.budget(endpoint).callsLeft()))
  }

  async close(): Promise<void> {
    await Promise.all(this.addresses.map((one) => one.agent.destroy()))
  }

  /** Where every address fails, none is better than another, and all are tried as if there were one. */
  private usable(deadline: Deadline): readonly LocalAddress[] {
    const hasTime = deadline.at - performance.now() >= MIN_TRIAL_TIME_MS
    const usable = this.addresses.filter(({ circuit }) => circuit.isClosed || (hasTime && circuit.isDue()))
    return usable.some(({ circuit }) => circuit.isClosed) ? usable : this.addresses
  }
}

/** First those from which the call has not failed, then one that may work again, then the one whose limit leaves most. */
function bestAddress(
  ready: readonly LocalAddress[],
  endpoint: string,
  tried: ReadonlySet<LocalAddress>,
): LocalAddress | undefined {
  const [first, ...others] = ready
  const isBetter = (one: LocalAddress, than: LocalAddress): boolean => {
    for (const rank of RANKS) {
      const difference = rank(one, endpoint, tried) - rank(than, endpoint, tried)
      if (difference !== 0) return difference < 0
    }
    return false
  }
  return others.reduce((found, one) => (found === undefined || isBetter(one, found) ? one : found), first)
}

type Rank = (address: LocalAddress, endpoint: string, tried: ReadonlySet<LocalAddress>) => number

/** All are finite, because the difference of two infinities is NaN. An address whose limit is unknown comes first, to learn it. */
const RANKS: readonly Rank[] = [
  (one, _, tried) => Number(tried.has(one)),
  (one) => Number(one.circuit.isClosed),
  (one, endpoint) => -(one.budget(endpoint).available() ?? Number.MAX_SAFE_INTEGER),
  (one) => one.pendingCalls,
  (one) => Math.max(-1, one.lastUsedAt),
]

export function sumOfKnown(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((one) => one !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0)
}
