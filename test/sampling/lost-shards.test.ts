// A process that shares a PostgreSQL database and lost its part of the universes for a while.
import { expect, it, onTestFinished } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import type { SampledShards } from '../../src/domain/processes/leases.js'
import { NOON, startApp } from '../support/start-app.js'
import { gapsOf, track } from './series.js'

const FIRST = minuteOf(NOON)

it('remembers which ticks it could not store until it has universes again [DATA-4]', async () => {
  const app = await startApp()
  onTestFinished(() => app.stop())
  const [id = 0] = await track(app)
  await app.tick()
  const { shards } = app.store.leases
  const { during } = shards
  const tickWith = async (next: SampledShards['during']) => {
    Object.assign(shards, { during: next })
    app.clock.advance(1)
    return app.tick().catch((error: unknown) => String(error))
  }
  expect(await tickWith(() => Promise.reject(new Error('The database is away.')))).toContain('away')
  expect(await tickWith((work) => work([]))).toMatchObject({ isStored: true, sampled: 0 })
  expect(await tickWith(during)).toMatchObject({ sampled: 1 })
  expect(await gapsOf(app, id)).toEqual([
    { universeId: id, from: FIRST + 1, until: FIRST + 2, reason: 'not stored' },
    { universeId: id, from: FIRST + 2, until: FIRST + 3, reason: 'not running' },
  ])
})
