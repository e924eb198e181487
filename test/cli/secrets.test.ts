// The verbs of the stored secrets, and what backup says of them.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBench, timestamp } from '../support/cli/run-cli.js'

const TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.not-a-real-token'
const key = z.strictObject({ source: z.literal('file'), file: z.string(), exists: z.boolean() })
const list = z.strictObject({
  key,
  secrets: z.array(
    z.strictObject({ name: z.string(), key_id: z.string(), has_key: z.boolean(), changed_at: timestamp }),
  ),
})

test('secrets are listed without their value, rotated beside the running service, and removed [PROCESS-24]', async () => {
  const bench = await openBench()
  const { services } = await bench.beside()
  expect(await bench.json(list, 'secrets', 'list')).toMatchObject({ key: { exists: false }, secrets: [] })
  await services.secrets.put('discord.token', TOKEN)
  const before = await bench.json(list, 'secrets', 'list')
  expect(before.secrets).toMatchObject([{ name: 'discord.token', has_key: true }])
  const rotated = await bench.json(
    z.strictObject({ secrets: z.literal(1), key_id: z.string(), key }),
    ...['secrets', 'rotate'],
  )
  expect(rotated.key_id).not.toBe(before.secrets[0]?.key_id)
  expect(await services.secrets.get('discord.token')).toBe(TOKEN)
  const keyText = (await readFile(join(bench.folder, 'headcount.key'), 'utf8')).split('\n').at(-2) ?? ''
  for (const verb of ['list', 'rotate']) {
    const { stdout, stderr } = await bench.run('secrets', verb)
    for (const secret of [TOKEN, keyText]) expect(stdout + stderr).not.toContain(secret)
  }
  const removed = z.strictObject({ name: z.literal('discord.token'), removed: z.boolean() })
  expect(await bench.json(removed, 'secrets', 'remove', 'discord.token')).toMatchObject({ removed: true })
  expect(await bench.json(removed, 'secrets', 'remove', 'discord.token')).toMatchObject({ removed: false })
  await bench.rejection(['secrets', 'remove', 'anything'], 2)
})

test('a backup says that the key is needed where it has secrets [PROCESS-24]', async () => {
  const bench = await openBench()
  const { services } = await bench.beside()
  await bench.account('Studio', 'free')
  expect((await bench.run('backup', 'first.db')).stdout).not.toContain('key')
  await services.secrets.put('discord.token', TOKEN)
  const { stdout } = await bench.run('backup', 'second.db')
  expect(stdout).toContain('One secret in it is encrypted, and the key is not in it.')
  expect((await readFile(join(bench.folder, 'second.db'))).includes(TOKEN)).toBe(false)
})

test('a malformed SECRET_KEY is an error of the configuration, and a good one is not shown [PROCESS-23]', async () => {
  const bench = await openBench()
  const bad = await bench.runWith({ SECRET_KEY: 'too-short' }, 'config', 'check')
  expect(bad).toMatchObject({ code: 78, stderr: expect.stringContaining('SECRET_KEY takes 32 bytes') })
  expect(bad.stderr).not.toContain('too-short')
  const good = randomBytes(32).toString('hex')
  const { stdout } = await bench.runWith({ SECRET_KEY: good }, 'config', 'check')
  expect(stdout).toMatch(/SECRET_KEY +set/)
  expect(stdout).not.toContain(good)
})
