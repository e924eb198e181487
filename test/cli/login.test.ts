import { expect, test } from 'vitest'
import { z } from 'zod'
import { openAccount, openBench, timestamp } from '../support/cli/run-cli.js'

const shape = z.strictObject({ url: z.url(), expires_at: timestamp })

test('a login link is of the origin that people reach, and signs in once, within a quarter of an hour [PROCESS-17]', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise')
  const { url, expires_at } = await bench.json(shape, 'login', 'link', '--account', 'Studio', '--role', 'viewer')
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\/link\?code=[\w-]{43}$/)
  expect(Math.abs(Date.parse(expires_at) - Date.now() - 15 * 60_000)).toBeLessThan(20_000)
  const { services } = await bench.beside()
  const code = new URL(url).searchParams.get('code') ?? ''
  expect(await services.loginLinks.use(code)).toMatchObject({ account: { name: 'Studio' }, role: 'viewer' })
  await expect(services.loginLinks.use(code)).rejects.toMatchObject({ options: { reason: { name: 'link used up' } } })
})

test('a login link needs an account, a role that there is, and an address to lead to', async () => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  await bench.rejection(['login', 'link', '--account', 'Nobody'])
  await bench.rejection(['login', 'link', '--account', 'Studio', '--role', 'king'], 2)
  const unknown = await bench.runWith({ PORT: '0' }, 'login', 'link', '--account', 'Studio')
  expect(unknown).toMatchObject({ code: 78, stderr: expect.stringContaining('PUBLIC_URL') })
})
