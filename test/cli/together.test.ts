import { expect, test } from 'vitest'
import { z } from 'zod'
import { isTrackingChange, type StoreEvent } from '../../src/domain/ports/events.js'
import { gameShape, openBench } from '../support/cli/run-cli.js'

test('several processes write to one new database at once', async () => {
  const bench = await openBench()
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  const ended = await Promise.all(
    names.map((name) => bench.start(['account', 'create', '--name', name, '--plan', 'free']).ended),
  )
  expect(ended.map((one) => [one.code, one.stderr])).toEqual(names.map(() => [0, '']))
  const list = await bench.json(z.array(z.object({ name: z.string() })), 'account', 'list')
  expect(list.map((account) => account.name).sort()).toEqual(names)
})

test('of equal names one process wins', async () => {
  const bench = await openBench()
  await bench.account('First', 'enterprise')
  const ended = await Promise.all(
    [1, 2, 3].map(() => bench.start(['account', 'create', '--name', 'Same', '--plan', 'free']).ended),
  )
  expect(ended.map((one) => one.code).sort()).toEqual([0, 1, 1])
})

test('a service that runs notices what the command line changes', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise')
  const { services, store } = await bench.beside()
  const events: StoreEvent[] = []
  services.events.subscribe((event) => events.push(event))
  await bench.json(gameShape, 'game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)
  expect(events.some(isTrackingChange)).toBe(true)
  const [report] = await Promise.all([
    bench.run('poll', 'once'),
    services.sampleTick({ stop: new AbortController().signal }),
  ])
  expect(report).toMatchObject({ code: 0, stderr: '' })
  expect((await store.series.latest([bench.universe(0)])).size).toBe(1)
})
