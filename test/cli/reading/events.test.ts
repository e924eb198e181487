// `events`: what happened, on the command line.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { minuteOf } from '../../../src/domain/clock.js'
import { type CliTestBench, openBench } from '../../support/cli/run-cli.js'

const eventsShape = z.strictObject({
  events: z.array(
    z.strictObject({
      type: z.string(),
      id: z.int(),
      game_id: z.int().nullable(),
      universe_id: z.int().nullable(),
      start: z.iso.datetime({ precision: 3 }),
      end: z.iso.datetime({ precision: 3 }).nullable(),
      cause: z.string().nullable(),
      uncertainty_minutes: z.int().nullable(),
      change: z.int(),
      is_withdrawn: z.boolean(),
      details: z.looseObject({}),
    }),
  ),
})

/** Two games; the first had a record an hour ago, the second two hours ago. */
async function openWithEvents(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 2)
  const { store, services } = await bench.beside()
  const now = minuteOf(services.clock.now())
  const record = (index: number, start: number) => ({
    universeId: bench.universe(index),
    accountId: null,
    kind: 'record' as const,
    subject: `record ${index}`,
    start,
    end: start,
    cause: 'game' as const,
    facts: { kind: 'record' as const, players: 612, previous: 580 },
    uncertainty: 0,
  })
  for (const draft of [record(0, now - 60), record(1, now - 120)]) await store.eventLog.put(draft)
  return bench
}

test('events are listed with the newest first, of all games or of one [PROCESS-20]', async () => {
  const bench = await openWithEvents()
  const { events } = await bench.json(eventsShape, 'events', '--account', 'Studio')
  expect(events.map(({ type, game_id, details }) => [type, game_id, details])).toEqual([
    ['record', 1, { players: 612, previous: 580 }],
    ['record', 2, { players: 612, previous: 580 }],
  ])
  const one = await bench.json(eventsShape, 'events', '--account', '1', '--game', '2', '--types', 'record,gap')
  expect(one.events.map(({ game_id }) => game_id)).toEqual([2])
  expect((await bench.json(eventsShape, 'events', '--account', '1', '--limit', '1')).events).toHaveLength(1)
  const plain = (await bench.run('events', '--account', '1')).stdout
  expect(plain).toMatch(/^id +start +end +type +details +game\n.* record +players=612 previous=580 /)
  const csv = (await bench.run('events', '--account', '1', '--csv')).stdout
  expect(csv).toMatch(
    /^id,type,game_id,universe_id,start,end,cause,uncertainty_minutes,change,is_withdrawn,details\r\n1,record,1,/,
  )
  const past = await bench.run('events', '--account', '1', '--to', '2020-01-31')
  expect(past.stdout).toBe('Nothing happened that is known.\n')
})

test('events rejects wrong values with what they take, and with the nearest right word', async () => {
  const bench = await openWithEvents()
  expect(await bench.rejection(['events'], 2)).toContain('--account')
  expect(await bench.rejection(['events', '--account', '1', '--types', 'updat'], 2)).toContain('Did you mean update?')
  expect(await bench.rejection(['events', '--account', '1', '--from', 'today'], 2)).toContain('2027-01-31')
  const reversed = ['--from', '2026-02-01', '--to', '2026-01-01']
  expect(await bench.rejection(['events', '--account', '1', ...reversed], 2)).toContain('--from must be before --to')
  expect(await bench.rejection(['events', '--account', '1', '--game', '99'])).toContain('no game')
})
