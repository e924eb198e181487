import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBench, timestamp } from '../support/cli/run-cli.js'

const shape = z.array(
  z.strictObject({
    id: z.int(),
    account_id: z.int(),
    game_id: z.int(),
    game: z.string().nullable(),
    kind: z.string(),
    subject: z.string(),
    state: z.enum(['pending', 'claimed', 'sent', 'uncertain', 'dead_letter', 'canceled']),
    reason: z.string().nullable(),
    occurred_at: timestamp,
    channel_id: z.string().nullable(),
    message_id: z.string().nullable(),
    attempts: z.int(),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    expires_at: timestamp,
    facts: z.looseObject({ kind: z.string() }),
  }),
)

test('the operator sees all notifications with their states and reasons, or those of one account', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  await bench.account('Other', 'enterprise')
  expect(await bench.run('notices', 'list')).toMatchObject({ code: 0, stdout: 'There are no notifications yet.\n' })
  const { store } = await bench.beside()
  const facts = { kind: 'record', ccu: 10, previous: 9 } as const
  const draft = { gameId: 1, accountId: 1, kind: 'record', occurredAt: 29_000_000, facts } as const
  for (const subject of ['ccu:10', 'ccu:11']) await store.outbox.add({ ...draft, subject }, Date.now())
  const claimed = await store.outbox.claim(1, '100200300', Date.now())
  if (claimed === undefined) throw new Error('It is not there.')
  await store.outbox.recordOutcome(claimed, { state: 'dead_letter', reason: 'It is too long.' })
  const listed = await bench.json(shape, 'notices', 'list', '--account', 'Studio')
  expect(listed).toMatchObject([
    { id: 2, state: 'pending', reason: null, facts },
    { id: 1, state: 'dead_letter', reason: 'It is too long.', channel_id: '100200300', attempts: 1 },
  ])
  const pause = { channelId: '100200300', reason: 'The channel is gone.', since: 0, until: 0 }
  await store.routes.put({ gameId: 1, kind: 'record', channelId: pause.channelId, enabled: true, digest: null })
  await store.routes.pause(pause)
  expect((await bench.json(shape, 'notices', 'list'))[0]).toMatchObject({
    id: 2,
    state: 'pending',
    channel_id: pause.channelId,
    reason: pause.reason,
  })
  expect(await bench.json(shape, 'notices', 'list', '--account', 'Other')).toEqual([])
  expect((await bench.run('notices', 'list')).stdout).toMatch(
    /1 +2025-02-19 .* dead_letter +record +100200300 +ccu:10 · .* · It is too long\./,
  )
})

test('the operator tries a failed notification again, and one that did not fail is rejected [WEB-48]', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  const { store } = await bench.beside()
  const facts = { kind: 'record', ccu: 10, previous: 9 } as const
  const draft = { gameId: 1, accountId: 1, kind: 'record', occurredAt: 29_000_000, facts, subject: 'ccu:10' } as const
  await store.outbox.add(draft, 1)
  const claimed = (await store.outbox.claim(1, '100200300', 2)) ?? expect.unreachable()
  await store.outbox.recordOutcome(claimed, { state: 'dead_letter', reason: 'It is too long.' })
  expect((await bench.run('notices', 'retry', '1')).stdout).toBe('Notification 1 is tried again.\n')
  expect(await bench.json(shape, 'notices', 'list')).toMatchObject([{ state: 'pending', reason: null, attempts: 0 }])
  expect((await bench.run('notices', 'retry', '1')).code).toBe(1)
  expect((await bench.run('notices', 'retry', '0')).code).toBe(2)
})
