// Several processes that share a PostgreSQL database share the work. Each connection and its leases here are as one of them.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tick } from '../../../../src/domain/ports/series.js'
import { type SampledPart, SHARD_COUNT, shardOf } from '../../../../src/domain/processes/leases.js'
import { type Connection, connect } from '../../../../src/store/postgres/connection.js'
import { openLeases, type PostgresLeases } from '../../../../src/store/postgres/leases/leases.js'
import { migrate } from '../../../../src/store/postgres/migrate.js'
import { createDatabase, type TestDatabase } from '../../../support/postgres/database.js'
import { DAY } from '../../contract/support.js'

const EVENT_TIMEOUT_MS = 60_000
let database: TestDatabase
const opened: { connection: Connection; leases: PostgresLeases }[] = []

beforeAll(async () => {
  database = await createDatabase()
  await migrate(database.url)
  await database.run('CREATE TABLE recorded (process integer, minute integer, shards integer)')
})
beforeEach(async () => {
  await database.empty()
})
afterEach(async () => {
  for (const { leases, connection } of opened.splice(0)) {
    await leases.close()
    await connection.close()
  }
})
afterAll(async () => database.drop())

async function startProcess(options: { samples?: boolean } = {}) {
  const connection = connect(database.url)
  const process = opened.length
  const recordTick = ({ minute, samples }: Tick) =>
    connection.write(async ({ run }) => {
      await run('INSERT INTO recorded VALUES ($1, $2, $3)', [process, minute, samples.length])
      await run('UPDATE tick_cursor SET minute = $1', [minute])
    })
  const leases = openLeases({
    ...{ databaseUrl: database.url, connection, recordTick },
    cursor: async () => undefined,
    log: undefined,
  })
  opened.push({ connection, leases })
  if (options.samples !== false) await leases.shards.start()
  return leases
}

const everyUniverse = Array.from({ length: SHARD_COUNT }, (_, id) => id)
const shardsOf = (parts: readonly SampledPart[]) =>
  everyUniverse.filter((id) => parts.some((part) => part.includes(id)))
const held = (leases: PostgresLeases) => leases.shards.during(async (parts) => shardsOf(parts))
const heldCounts = async (all: readonly PostgresLeases[]) => (await Promise.all(all.map(held))).map((one) => one.length)

const tickOf = (minute: number): Tick => ({
  ...{ minute, samples: [], gaps: [], facts: [], schedules: [] },
  cursor: { minute, clockWasWrong: false },
})
const recordAll = (leases: PostgresLeases, minute: number) =>
  leases.shards.during(async (parts) => {
    for (const part of parts) await part.record(tickOf(minute))
  })
const storedTicks = () => database.run('SELECT process, minute FROM recorded ORDER BY minute, process')

/** As `kill -9` does: the connections end without a word. */
const killSessions = () =>
  database.run(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database AS d ON d.oid = database
     WHERE d.datname = current_database() AND locktype = 'advisory' AND objsubid = 2 AND pid <> pg_backend_pid()`,
  )

describe('the shards', () => {
  it('all belong to the only process that samples', async () => {
    const one = await startProcess()
    await startProcess({ samples: false })
    expect(await held(one)).toEqual(everyUniverse)
    expect(everyUniverse.map(shardOf)).toEqual(everyUniverse)
  })

  it('are shared evenly among those that live, and no shard has two holders [PROCESS-44]', async () => {
    const first = await startProcess()
    const all = [first, await startProcess(), await startProcess()]
    await expect.poll(async () => (await heldCounts(all)).sort(), { timeout: EVENT_TIMEOUT_MS }).toEqual([21, 21, 22])
    const shards = (await Promise.all(all.map(held))).flat().sort((a, b) => a - b)
    expect(shards).toEqual(everyUniverse)
    await first.close()
    await expect.poll(async () => heldCounts(all.slice(1)), { timeout: EVENT_TIMEOUT_MS }).toEqual([32, 32])
  })

  it('are not given away while a tick runs', async () => {
    const first = await startProcess()
    await first.shards.during(async (parts) => {
      const second = await startProcess()
      await expect
        .poll(async () => (await first.report())?.processes.length, { timeout: EVENT_TIMEOUT_MS })
        .toBeGreaterThan(0)
      expect(await held(second)).toEqual([])
      for (const part of parts) await part.record(tickOf(DAY))
    })
    expect(await storedTicks()).toEqual([{ process: 0, minute: DAY }])
  })

  it('are all sampled beside their holders by who samples everything, which accounts for none of them', async () => {
    const first = await startProcess()
    const beside = await startProcess({ samples: false })
    expect(shardsOf([beside.shards.everything()])).toEqual(everyUniverse)
    await beside.shards.everything().record(tickOf(DAY))
    expect(await held(first)).toEqual(everyUniverse)
    expect(await first.shards.areBehind(DAY)).toBe(true)
    await recordAll(first, DAY)
    expect(await first.shards.areBehind(DAY)).toBe(false)
  })

  it('of a process whose session is gone move to another, which finds where their ticks stood', async () => {
    const first = await startProcess()
    await recordAll(first, DAY)
    expect(await first.shards.areBehind(DAY)).toBe(false)
    expect(await first.shards.areBehind(DAY + 1)).toBe(true)
    await first.close()
    const second = await startProcess()
    await second.shards.during(async (parts) => {
      expect(await Promise.all(parts.map((part) => part.cursor()))).toEqual([{ minute: DAY, clockWasWrong: false }])
    })
    expect(await second.report()).toMatchObject({ unheld: [], oldestMinute: DAY })
  })
})

describe('the first tick of one process', () => {
  const startBoth = async () => {
    const all = [await startProcess(), await startProcess()] as const
    await expect.poll(() => heldCounts(all), { timeout: EVENT_TIMEOUT_MS }).toEqual([32, 32])
    return all
  }
  const cursorsOf = (leases: PostgresLeases) =>
    leases.shards.during((parts) => Promise.all(parts.map((part) => part.cursor())))

  it('leaves the shards of another where one process stood before there were shards', async () => {
    await database.run('INSERT INTO tick_cursor VALUES (1, $1, false)', [DAY - 10])
    const [first, second] = await startBoth()
    await recordAll(first, DAY)
    expect(await cursorsOf(second)).toEqual([{ minute: DAY - 10, clockWasWrong: false }])
    expect(await first.report()).toMatchObject({ oldestMinute: DAY - 10 })
    await recordAll(second, DAY)
    expect(await first.report()).toMatchObject({ oldestMinute: DAY })
  })

  it('in a new database lets the others begin in the same minute', async () => {
    const [first, second] = await startBoth()
    await recordAll(first, DAY)
    expect(await cursorsOf(second)).toEqual([{ minute: DAY - 1, clockWasWrong: false }])
    await recordAll(second, DAY)
    expect(await second.report()).toMatchObject({ oldestMinute: DAY })
  })
})

describe('a process that stops', () => {
  const canHandOver = (leases: PostgresLeases) =>
    leases.shards.during(async ([part]) => (part === undefined ? expect.unreachable() : part.canHandOver()))

  it('hands over to another, but not to one that stops too', async () => {
    const all = [await startProcess(), await startProcess()] as const
    await expect.poll(() => heldCounts(all), { timeout: EVENT_TIMEOUT_MS }).toEqual([32, 32])
    const [first, second] = all
    first.shards.leave()
    expect(await canHandOver(first)).toBe(true)
    second.shards.leave()
    expect(await canHandOver(second)).toBe(false)
    expect(await canHandOver(first)).toBe(false)
  })

  it('gives its shards away as soon as its last tick is stored', async () => {
    const [first, second] = [await startProcess(), await startProcess()] as const
    await first.shards.stop()
    await expect.poll(() => heldCounts([second]), { timeout: EVENT_TIMEOUT_MS }).toEqual([64])
  })
})

describe('a tick', () => {
  it('of a process that lost its session is not stored, and that of the one that took over is', async () => {
    const first = await startProcess()
    const late = first.shards.during(async (parts) => {
      await killSessions()
      const second = await startProcess()
      await expect
        .poll(() => held(second).then(({ length }) => length), { timeout: EVENT_TIMEOUT_MS })
        .toBeGreaterThan(0)
      await recordAll(second, DAY)
      for (const part of parts) await part.record(tickOf(DAY))
    })
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await storedTicks()).toMatchObject([{ process: 1, minute: DAY }])
  })

  it('is stored once where it is recorded from the same place again [PROCESS-44]', async () => {
    const one = await startProcess()
    await one.shards.during(async (parts) => {
      const [part] = parts
      await part?.record(tickOf(DAY))
      await expect(part?.record(tickOf(DAY))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    })
    expect(await storedTicks()).toEqual([{ process: 0, minute: DAY }])
  })
})

describe('what one process does', () => {
  it('falls to another when that one stops [PROCESS-45]', async () => {
    const [one, other] = [await startProcess({ samples: false }), await startProcess({ samples: false })]
    expect(await one.take('delivery')).toMatchObject({ term: 1 })
    expect(await one.take('delivery')).toMatchObject({ term: 1 })
    expect(await other.take('delivery')).toBeUndefined()
    expect(await other.take('evaluation')).toBeDefined()
    expect((await one.report())?.processes.map(({ tasks }) => tasks)).toEqual([['evaluation', 'delivery']])
    await one.close()
    await expect.poll(() => other.take('delivery'), { timeout: EVENT_TIMEOUT_MS }).toBeDefined()
  })

  it('writes nothing once it lost its lease, and has another term when it gets it again', async () => {
    const one = await startProcess({ samples: false })
    const lease = await one.take('delivery')
    await killSessions()
    const { connection } = opened[0] ?? expect.unreachable()
    const write = () => connection.write(async ({ run }) => void (await run('INSERT INTO recorded VALUES (9, 9, 9)')))
    await expect(lease?.fenced(write)).rejects.toThrow()
    expect(await storedTicks()).toEqual([])
    await expect
      .poll(() => one.take('delivery').catch(() => undefined), { timeout: EVENT_TIMEOUT_MS })
      .toMatchObject({ term: 2 })
    await (await one.take('delivery'))?.fenced(write)
    expect(await storedTicks()).toEqual([{ process: 9, minute: 9 }])
  })
})
