// Several processes that share a PostgreSQL database share the shards of Discord's gateway. Each connection and its leases here are as one
// of them.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { GatewayShare } from '../../../../src/domain/processes/gateway-shards.js'
import { type Connection, connect } from '../../../../src/store/postgres/connection.js'
import { openLeases, type PostgresLeases } from '../../../../src/store/postgres/leases/leases.js'
import { createMigratedDatabase, type TestDatabase } from '../../../support/postgres/database.js'

let database: TestDatabase
let recommended = 4
const opened: { connection: Connection; leases: PostgresLeases }[] = []

beforeAll(async () => {
  database = await createMigratedDatabase()
})
beforeEach(async () => {
  recommended = 4
  await database.empty()
})
afterEach(async () => {
  for (const { leases, connection } of opened.splice(0)) {
    await leases.close()
    await connection.close()
  }
})
afterAll(async () => database.drop())

function startProcess(bot = 'a bot') {
  const connection = connect(database.url)
  const leases = openLeases({
    ...{ databaseUrl: database.url, connection, recordTick: async () => undefined },
    ...{ cursor: async () => undefined, log: undefined },
  })
  opened.push({ connection, leases })
  const { gateway } = leases
  if (gateway === undefined) return expect.unreachable()
  let share: GatewayShare | undefined
  return {
    gateway,
    leases,
    share: () => share,
    shards: () => share?.shards ?? [],
    /** As the process does once a second. */
    look: async (as = bot) => {
      share = await gateway.share({ bot: as, recommend: async () => recommended })
      const { surplus = [] } = share ?? {}
      if (surplus.length === 0) return
      await gateway.free(surplus)
      share = await gateway.share({ bot: as, recommend: async () => recommended })
    },
  }
}

type Process = ReturnType<typeof startProcess>

const lookAll = async (processes: readonly Process[]): Promise<void> => {
  for (const one of processes) await one.look()
}
const counts = (processes: readonly Process[]): number[] => processes.map((one) => one.shards().length)
const all = (processes: readonly Process[]): number[] => processes.flatMap((one) => one.shards()).toSorted()
const closeLast = async (): Promise<void> => {
  const last = opened.pop()
  await last?.leases.close()
  await last?.connection.close()
}

it('are as many as Discord recommends, and all belong to the only process that opens some [PROCESS-70]', async () => {
  const one = startProcess()
  await one.look()
  expect(one.share()).toMatchObject({ count: 4, shards: [0, 1, 2, 3], surplus: [] })
})

it('are shared evenly among those that live, and no shard has two holders [PROCESS-70]', async () => {
  const processes = [startProcess()]
  await lookAll(processes)
  processes.push(startProcess())
  await lookAll(processes)
  await lookAll(processes)
  expect(counts(processes)).toEqual([2, 2])
  processes.push(startProcess())
  await lookAll(processes)
  await lookAll(processes)
  expect(counts(processes).toSorted()).toEqual([1, 1, 2])
  expect(all(processes)).toEqual([0, 1, 2, 3])
  await closeLast()
  processes.pop()
  await lookAll(processes)
  expect(all(processes)).toEqual([0, 1, 2, 3])
  expect(counts(processes)).toEqual([2, 2])
})

it('stay where they are while there are more processes than shards', async () => {
  recommended = 1
  const first = startProcess()
  await first.look()
  const more = [startProcess(), startProcess(), startProcess()]
  await lookAll([...more, first, ...more, first])
  expect(first.shards()).toEqual([0])
  expect(counts(more)).toEqual([0, 0, 0])
})

it('keep their number while a process holds one, and take another number after all have ended [PROCESS-70]', async () => {
  const processes = [startProcess(), startProcess()]
  await lookAll(processes)
  recommended = 6
  await lookAll(processes)
  await lookAll(processes)
  expect(processes[1]?.share()?.count).toBe(4)
  expect(all(processes)).toEqual([0, 1, 2, 3])
  for (const one of processes) await one.gateway.leave()
  await lookAll(processes)
  await lookAll(processes)
  expect(processes[1]?.share()?.count).toBe(6)
  expect(all(processes)).toEqual([0, 1, 2, 3, 4, 5])
})

it('are all given away where Discord accepts no longer so few, and then taken again', async () => {
  const processes = [startProcess(), startProcess()]
  await lookAll(processes)
  await lookAll(processes)
  recommended = 5
  await processes[0]?.gateway.outgrow(4)
  for (let look = 0; look < 4; look++) await lookAll(processes)
  expect(all(processes)).toEqual([0, 1, 2, 3, 4])
  await processes[0]?.gateway.outgrow(4)
  await lookAll(processes)
  expect(processes[0]?.share()?.count).toBe(5)
})

it('are not shared with a process of another bot, which waits until all are free', async () => {
  const [one, other] = [startProcess(), startProcess('another bot')]
  await one.look()
  await other.look()
  await one.look()
  expect([one.shards(), other.shards()]).toEqual([[0, 1, 2, 3], []])
  await one.look('another bot')
  expect(one.shards()).toEqual([0, 1, 2, 3])
  await other.look()
  await one.look('another bot')
  await other.look()
  expect(counts([one, other])).toEqual([2, 2])
})

it('have another term once the session with the locks was lost', async () => {
  const one = startProcess()
  await one.look()
  await database.run(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database AS d ON d.oid = database
     WHERE d.datname = current_database() AND locktype = 'advisory' AND objsubid = 2 AND pid <> pg_backend_pid()`,
  )
  await expect
    .poll(
      () =>
        one.look().then(
          () => one.share()?.term,
          () => undefined,
        ),
      { timeout: 20_000 },
    )
    .toBe(2)
  expect(one.shards()).toEqual([0, 1, 2, 3])
})

it('begin one session of a bucket in 5 seconds, whichever process does, also where the one before has ended [DISCORD-51]', async () => {
  const [one, other] = [startProcess(), startProcess()]
  await lookAll([one, other])
  expect(await one.gateway.beginSession(0)).toBe(0)
  const wait = await other.gateway.beginSession(0)
  expect(wait).toBeGreaterThan(4_000)
  expect(wait).toBeLessThanOrEqual(5_250)
  expect(await other.gateway.beginSession(1)).toBe(0)
  await one.leases.close()
  expect(await other.gateway.beginSession(0)).toBeGreaterThan(4_000)
  await database.run(`UPDATE setting SET value = (value::bigint - 5250)::text WHERE key LIKE 'discord.identify.%'`)
  expect(await other.gateway.beginSession(0)).toBe(0)
  // The clock of the server was set back.
  await database.run(`UPDATE setting SET value = (value::bigint + 600000)::text WHERE key LIKE 'discord.identify.%'`)
  expect(await other.gateway.beginSession(0)).toBe(0)
})

it('are reported with who holds them, and which nobody holds', async () => {
  const one = startProcess()
  expect(await one.leases.report()).toMatchObject({ processes: [], unheldGatewayShards: [] })
  await one.look()
  await one.gateway.free([1, 2])
  const report = await one.leases.report()
  expect(report).toMatchObject({ processes: [{ gatewayShards: [0, 3] }], unheldGatewayShards: [1, 2] })
})
