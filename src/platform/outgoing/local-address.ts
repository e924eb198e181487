// One local address from which calls leave: with its own connections, its own rate limits and its own failures.
import { isIP } from 'node:net'
import { Agent } from 'undici'
import { Budget } from '../budget.js'
import { Circuit } from './circuit.js'

export class LocalAddress {
  readonly circuit = new Circuit()
  readonly agent: Agent
  /** The calls that wait for an answer. */
  pendingCalls = 0
  /** When the last call began (monotonic ms). */
  lastUsedAt = Number.NEGATIVE_INFINITY
  private readonly budgets = new Map<string, Budget>()

  /** `address` is undefined where the system chooses. */
  constructor(
    readonly address: string | undefined,
    options: Agent.Options,
  ) {
    this.agent = new Agent(withLocalAddress(address, options))
  }

  budget(endpoint: string): Budget {
    const known = this.budgets.get(endpoint)
    if (known) return known
    const newBudget = new Budget()
    this.budgets.set(endpoint, newBudget)
    return newBudget
  }

  begin(endpoint: string): void {
    this.budget(endpoint).use()
    this.circuit.begin()
    this.lastUsedAt = performance.now()
    this.pendingCalls++
  }

  get isUnused(): boolean {
    return this.lastUsedAt === Number.NEGATIVE_INFINITY
  }
}

/**
 * undici reads the local address only among the options of the agent itself, not among those of its connections. The platform is looked
 * up in the family of the address, because one family cannot reach the other.
 */
export function withLocalAddress(address: string | undefined, options: Agent.Options): Agent.Options {
  if (address === undefined) return options
  const connect = typeof options.connect === 'object' ? options.connect : {}
  return { ...options, localAddress: address, connect: { ...connect, family: isIP(address) } as typeof connect }
}
