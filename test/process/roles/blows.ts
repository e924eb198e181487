// The blows that a test deals to processes, to their connections and to the server: each is dealt, lasts, and is over.
import { setTimeout as sleep } from 'node:timers/promises'
import type { GapReason } from '../../../src/domain/gap.js'
import type { Random } from '../../http/fuzz/random.js'
import type { RunningServer } from '../../support/postgres/server.js'
import type { ProcessRole, RoleProcess } from './scene.js'

export interface BlowTarget {
  readonly server: RunningServer
  readonly processes: readonly RoleProcess[]
}

export interface Blow {
  /** For the report of a test that failed. */
  readonly name: string
  /** Why samples may be missing that were due while it lasted. */
  readonly reasons: readonly GapReason[]
  /** Resolves once what was hit runs again. */
  deal(target: BlowTarget, random: Random): Promise<void>
}

/** A supervisor starts a process again until it serves: it does not, for example, while the server is away. */
const START_RETRY_MS = 500

async function startAgain(process: RoleProcess): Promise<void> {
  while (!process.isRunning()) {
    await process.start()
    if (!process.isRunning()) await sleep(START_RETRY_MS)
  }
}

const ofRole = ({ processes }: BlowTarget, role: ProcessRole, random: Random): RoleProcess =>
  random.pick(processes.filter((one) => one.role === role))

const kill = (role: ProcessRole): Blow => ({
  name: `kill -9 of a process with the role ${role}`,
  reasons: role === 'poller' ? ['not running'] : [],
  deal: async (target, random) => {
    const process = ofRole(target, role, random)
    await process.end('SIGKILL')
    await sleep(random.below(3_000))
    await startAgain(process)
  },
})

/** A process that holds shards and cannot reach the server knows that it stores nothing; one that takes them over does not know why. */
const UNREACHABLE: readonly GapReason[] = ['not stored', 'late', 'not running']

const ofServer = (name: string, signal: 'SIGKILL' | 'SIGINT'): Blow => ({
  name,
  reasons: UNREACHABLE,
  deal: async ({ server }, random) => {
    await server.end(signal)
    await sleep(random.below(4_000))
    await server.start()
  },
})

const ofNetwork = (name: 'cut' | 'swallow', longestMs: number): Blow => ({
  name,
  reasons: UNREACHABLE,
  deal: async ({ processes }, random) => {
    const { network } = random.pick(processes)
    network[name]()
    await sleep(random.below(longestMs))
    network.restore()
  },
})

const serverKilled = ofServer('kill -9 of the server', 'SIGKILL')
/** One of each kind that takes the longest to recover from, for a test that has little time. */
export const FEW_BLOWS: readonly Blow[] = [kill('bot'), serverKilled, kill('poller')]

export const BLOWS: readonly Blow[] = [
  ...FEW_BLOWS,
  kill('api'),
  ofServer('restart of the server', 'SIGINT'),
  ofNetwork('cut', 4_000),
  ofNetwork('swallow', 12_000),
  {
    name: 'connections that are forgotten',
    reasons: UNREACHABLE,
    deal: async ({ processes }, random) => random.pick(processes).network.forget(),
  },
  {
    name: 'SIGTERM to a poller',
    reasons: [],
    deal: async (target, random) => {
      const process = ofRole(target, 'poller', random)
      await process.end('SIGTERM')
      await startAgain(process)
    },
  },
]
