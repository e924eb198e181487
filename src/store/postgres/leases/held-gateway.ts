// Holds the share of the gateway's shards that falls to this process, in the session that also has its single tasks. What is held is read
// from the server each time.
import type { GatewayApplicant, GatewayShards, GatewayShare } from '../../../domain/processes/gateway-shards.js'
import { unreachableDatabase } from '../changes/availability.js'
import type { Connection } from '../connection.js'
import type { TransactionClient } from '../server/transaction.js'
import { beginSession, type GatewayPlan, readPlan, writePlan } from './gateway-plan.js'
import {
  enlist,
  freeShards,
  GATEWAY,
  isMember,
  type LockClient,
  ownOf,
  readShared,
  type SharedLocks,
  shareOf,
  tryGatewayTurn,
  tryShards,
  unlist,
} from './lock-table.js'
import type { LockSession } from './session.js'

interface GatewayView extends SharedLocks {
  readonly plan: GatewayPlan | undefined
}

export function gatewayShards(session: LockSession, connection: Pick<Connection, 'writeOn'>): GatewayShards {
  const inSession = async <T>(work: (client: LockClient) => Promise<T>): Promise<T> => {
    const term = session.term()
    if (term === undefined) throw unreachableDatabase('there is no session with locks')
    return session.run(term, ({ client }) => work(client))
  }

  const share = async ({ bot, recommend }: GatewayApplicant): Promise<GatewayShare | undefined> => {
    const term = session.term() ?? (await session.keep())
    if (term === undefined) return undefined
    const before = await session.run(term, ({ client }) => see(client))
    if (isOfAnother(before, bot)) {
      if (isMember(before)) await session.run(term, ({ client }) => unlist(client, GATEWAY))
      return shareIn(term, before, 0)
    }
    if (isMember(before) && before.holders.size > 0 && freeFor(before).length === 0) return shareIn(term, before)
    // Outside the session, which must not be silent meanwhile.
    const recommended = before.holders.size === 0 ? await recommend() : undefined
    const after = await session.run(term, (client) =>
      connection.writeOn(client, () => takeShare(client, bot, recommended)),
    )
    return shareIn(term, after ?? before)
  }

  return {
    share,
    free: (shards) => inSession((client) => freeShards(client, GATEWAY, shards)),
    leave: () =>
      inSession(async (client) => {
        const seen = await see(client)
        if (isMember(seen)) await unlist(client, GATEWAY)
        await freeShards(client, GATEWAY, ownOf(seen))
      }),
    outgrow: (count) =>
      inSession(async (client) => {
        const plan = await readPlan(client)
        if (plan?.count === count) await writePlan(client, { ...plan, isOutgrown: true })
      }),
    beginSession: (bucket) => inSession((client) => beginSession(client, bucket)),
  }
}

const see = async (client: LockClient): Promise<GatewayView> => ({
  ...(await readShared(client, GATEWAY)),
  plan: await readPlan(client),
})

/** Nobody takes shards of another bot, or of a number that is too small, until all of them are free. */
const isOfAnother = ({ holders, plan }: GatewayView, bot: string): boolean =>
  holders.size > 0 && (plan?.bot !== bot || plan.isOutgrown === true)

/** Undefined where it has to be tried again. In its turn, no other process takes shards or changes their number. */
async function takeShare(
  { client }: TransactionClient,
  bot: string,
  recommended: number | undefined,
): Promise<GatewayView | undefined> {
  if (!(await tryGatewayTurn(client))) return undefined
  const found = await see(client)
  if (isOfAnother(found, bot)) return undefined
  if (found.holders.size === 0) {
    if (recommended === undefined) return undefined
    await writePlan(client, { bot, count: recommended })
  }
  if (!isMember(found)) await enlist(client, GATEWAY)
  await tryShards(client, GATEWAY, freeFor(await see(client)))
  return see(client)
}

/** The shards up to the share of this process that nobody has. */
function freeFor(seen: GatewayView): number[] {
  const count = seen.plan?.count ?? 0
  const missing = shareOf(seen.self, inOrder(seen), count) - ownOf(seen).length
  const free = Array.from({ length: count }, (_, shard) => shard).filter((shard) => !seen.holders.has(shard))
  return free.slice(0, Math.max(0, missing))
}

/** Who has more keeps the odd ones, so that no shard moves without need: each move is a session of the day. */
function inOrder({ members, holders }: SharedLocks): number[] {
  const pids = [...holders.values()]
  const heldBy = (member: number): number => pids.filter((pid) => pid === member).length
  return [...members].sort((a, b) => heldBy(b) - heldBy(a) || a - b)
}

/** Undefined where this process holds no shard. */
function shareIn(
  term: number,
  seen: GatewayView,
  allowed = shareOf(seen.self, inOrder(seen), seen.plan?.count),
): GatewayShare | undefined {
  const shards = ownOf(seen)
  if (shards.length === 0) return undefined
  return { term, count: seen.plan?.count ?? 0, shards, surplus: shards.slice(allowed) }
}
