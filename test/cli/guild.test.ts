import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBench, timestamp } from '../support/cli/run-cli.js'

const GUILD = '112233445566778899'

test('a server is linked by its id', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise')
  const shape = z.strictObject({ account_id: z.int(), guild_id: z.string() })
  const link = await bench.json(shape, 'guild', 'link', '--account', 'Studio', '--guild', GUILD)
  expect(link).toEqual({ account_id: 1, guild_id: GUILD })
  expect(await bench.rejection(['guild', 'link', '--account', 'Studio', '--guild', 'mine'])).toContain('digits')
})

test('a code links a server once, within a quarter of an hour [PROCESS-11]', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise')
  const shape = z.strictObject({ code: z.string().regex(/^[0-9a-f]{32}$/), expires_at: timestamp })
  const { code, expires_at } = await bench.json(shape, 'guild', 'code', '--account', '1')
  expect(Math.abs(Date.parse(expires_at) - Date.now() - 15 * 60_000)).toBeLessThan(20_000)
  const { services } = await bench.beside()
  expect(await services.guilds.useCode(code, GUILD)).toMatchObject({ accountId: 1, guildId: GUILD })
  await expect(services.guilds.useCode(code, GUILD)).rejects.toMatchObject({
    options: { reason: { name: 'code used up' } },
  })
})
