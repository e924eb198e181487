import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CliTestBench, openBench, timestamp } from '../support/cli/run-cli.js'

const listedShape = z.strictObject({
  id: z.int(),
  name: z.string(),
  prefix: z.string().regex(/^hc_live_.{4}$/),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
})
const newShape = listedShape.omit({ last_used_at: true }).extend({ key: z.string() }).strict()
const revokedShape = listedShape.extend({ revoked_at: timestamp }).strict()

const openWithAccount = async (): Promise<CliTestBench> => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise')
  return bench
}

test('a key is shown at its making and never again', async () => {
  const bench = await openWithAccount()
  const made = await bench.json(newShape, 'key', 'create', '--account', 'Studio', '--name', 'laptop')
  expect(made.key).toMatch(/^hc_live_[0-9A-Za-z]{43}$/)
  expect(made).toMatchObject({ prefix: made.key.slice(0, 12), name: 'laptop', expires_at: null })
  const { key: _, ...known } = made
  const listed = await bench.json(z.array(listedShape), 'key', 'list', '--account', '1')
  expect(listed).toEqual([{ ...known, last_used_at: null }])
  const table = await bench.run('key', 'list', '--account', '1')
  expect(table.stdout).toContain(made.prefix)
  expect(table.stdout).not.toContain(made.key)
  const { services } = await bench.beside()
  expect(await services.keys.authenticate(made.key)).toMatchObject({ account: { name: 'Studio' } })
})

test('an expiry is a day or a moment that lies ahead', async () => {
  const bench = await openWithAccount()
  const args = ['key', 'create', '--account', '1', '--name', 'k', '--expires']
  expect((await bench.json(newShape, ...args, '2099-12-31')).expires_at).toBe('2099-12-31T00:00:00.000Z')
  const moment = await bench.json(newShape, ...args, '2099-12-31T12:30:00+02:00')
  expect(moment.expires_at).toBe('2099-12-31T10:30:00.000Z')
  expect(await bench.rejection([...args, '2020-01-01'])).toContain('future')
  expect(await bench.rejection([...args, '2099-02-29'], 2)).toContain('--expires')
  expect(await bench.rejection([...args, 'tomorrow'], 2)).toContain('--expires')
})

test('a rotated key goes on for the grace, and a new one takes its name and expiry', async () => {
  const bench = await openWithAccount()
  const args = ['key', 'create', '--account', '1', '--name', 'bot', '--expires', '2099-12-31']
  const old = await bench.json(newShape, ...args)
  const made = await bench.json(newShape, 'key', 'rotate', '--key', `${old.id}`, '--grace', '24')
  expect(made).toMatchObject({ id: old.id + 1, name: 'bot', expires_at: old.expires_at })
  expect(made.key).not.toBe(old.key)
  const listed = await bench.json(z.array(listedShape), 'key', 'list', '--account', '1')
  const until = Date.parse(listed[0]?.expires_at ?? '') - Date.parse(made.created_at)
  expect(Math.abs(until - 24 * 3_600_000)).toBeLessThan(1_000)
  expect(await bench.rejection(['key', 'rotate', '--key', '1', '--grace', '169'], 2)).toContain('0 to 168')
  await bench.json(newShape, 'key', 'rotate', '--key', `${made.id}`, '--grace', '0')
  expect(await bench.rejection(['key', 'revoke', '--key', `${made.id}`])).toContain('There is no key')
})

test('a revoked key is gone at once', async () => {
  const bench = await openWithAccount()
  const made = await bench.json(newShape, 'key', 'create', '--account', '1', '--name', 'lost')
  const revoked = await bench.json(revokedShape, 'key', 'revoke', '--key', `${made.id}`)
  expect(revoked).toMatchObject({ id: made.id, prefix: made.prefix })
  expect(await bench.json(z.array(listedShape), 'key', 'list', '--account', '1')).toEqual([])
  const { services } = await bench.beside()
  expect(await services.keys.authenticate(made.key)).toBeUndefined()
  expect(await bench.rejection(['key', 'revoke', '--key', '99'])).toContain('There is no key 99')
})
