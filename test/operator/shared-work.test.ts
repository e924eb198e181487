// Who does what, where several processes share a PostgreSQL database: the report of /readyz, the metrics and the doctor.
import { expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '../../src/domain/clock.js'
import { doctorTexts } from '../../src/messages/error-text.js'
import { checkSharedWork } from '../../src/services/operator/doctor/findings.js'
import { readSharedWork } from '../../src/services/operator/shared-work.js'
import { openPostgresStore } from '../../src/store/postgres/store.js'
import { createMigratedDatabase } from '../support/postgres/database.js'
import { NOON, TestClock } from '../support/start-app.js'

it('names the process that has each shard and task, how far behind the last shard is, and what nobody samples', async () => {
  const database = await createMigratedDatabase()
  const clock = new TestClock()
  const [sampling, idle] = [
    await openPostgresStore(database.url, { clock }),
    await openPostgresStore(database.url, { clock }),
  ]
  onTestFinished(async () => {
    await Promise.all([sampling.close(), idle.close()])
    await database.drop()
  })
  const report = async () => readSharedWork(idle.leases, clock)
  const doctor = async () => {
    const work = await report()
    if (work === undefined) return expect.unreachable()
    const finding = checkSharedWork(work)
    return { state: finding.state, ...doctorTexts.finding(finding) }
  }
  expect(await report()).toEqual({ processes: [], unheldShards: 64, unheldGatewayShards: [] })
  expect(await doctor()).toMatchObject({
    state: 'wrong',
    found: 'Nobody samples 64 shards.',
    advice: 'Start a process with the role poller.',
  })

  await sampling.leases.shards.start()
  await sampling.leases.take('evaluation')
  const minute = Math.floor(NOON / MINUTE_MS)
  await sampling.leases.shards.during(async (parts) => {
    for (const part of parts)
      await part.record({
        ...{ minute, samples: [], gaps: [], facts: [], schedules: [] },
        cursor: { minute, clockWasWrong: false },
      })
  })
  clock.advance(3)
  const [process] = (await report())?.processes ?? []
  expect(await report()).toEqual({
    processes: [{ name: process?.name, shards: 64, tasks: ['evaluation'], gatewayShards: [] }],
    ...{ unheldShards: 0, minutesBehind: 3, unheldGatewayShards: [] },
  })
  const { state, found } = await doctor()
  expect(state).toBe('ok')
  expect(found).toMatch(/samples 64 of 64 shards, evaluation. The last shard is 3 minutes behind/)

  const { gateway } = sampling.leases
  await gateway?.share({ bot: 'a bot', recommend: async () => 3 })
  await gateway?.free([1])
  expect(await doctor()).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(
      /evaluation, Discord's gateway shards 0 2\..* Nobody opens Discord's gateway shards 1\./,
    ),
    advice: 'Start a process with the role bot, and the token of the bot.',
  })
})
