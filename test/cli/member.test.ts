import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBench, timestamp } from '../support/cli/run-cli.js'

const [ANNA, BORIS] = ['112233445566778899', '998877665544332211']
const shape = z.strictObject({
  account_id: z.int(),
  discord_user_id: z.string(),
  role: z.enum(['owner', 'manager', 'viewer']),
  created_at: timestamp,
})

test('a member is added as a viewer, given another role, listed and removed', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise')
  const member = (verb: string, ...args: string[]) => bench.json(shape, 'member', verb, '--account', 'Studio', ...args)
  const list = () => bench.json(z.array(shape), 'member', 'list', '--account', '1')
  expect((await bench.run('member', 'list', '--account', '1')).stdout).toContain('member add --account 1')
  const anna = await member('add', '--user', ANNA)
  expect(anna).toMatchObject({ account_id: 1, discord_user_id: ANNA, role: 'viewer' })
  const boris = await member('add', '--user', BORIS, '--role', 'manager')
  expect(await member('add', '--user', ANNA, '--role', 'owner')).toEqual({ ...anna, role: 'owner' })
  expect(await list()).toEqual([{ ...anna, role: 'owner' }, boris])
  expect(await member('remove', '--user', ANNA)).toEqual({ ...anna, role: 'owner' })
  expect(await list()).toEqual([boris])
})

test('members belong to one account', async () => {
  const bench = await openBench()
  await bench.account('One', 'enterprise')
  await bench.account('Two', 'enterprise')
  await bench.json(shape, 'member', 'add', '--account', 'One', '--user', ANNA)
  expect(await bench.json(z.array(shape), 'member', 'list', '--account', 'Two')).toEqual([])
  expect(await bench.rejection(['member', 'remove', '--account', 'Two', '--user', ANNA])).toContain('no member of')
})

test('a wrong user, role or account is said plainly', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise')
  const add = ['member', 'add', '--account', '1', '--user']
  expect(await bench.rejection([...add, 'anna#1234'])).toContain('digits only')
  expect(await bench.rejection([...add, ANNA, '--role', 'boss'], 2)).toContain('owner, manager, viewer')
  expect(await bench.rejection(['member', 'add', '--account', '1'], 2)).toContain('--user')
  expect(await bench.rejection(['member', 'list', '--account', 'Nobody'])).toContain('Nobody')
})
