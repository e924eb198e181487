// Secrets in the database: they can be read with the key only, and nothing destroys them.

import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HeadcountError } from '../../../src/domain/error.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { openStore } from '../../../src/store/open-store.js'
import { connect } from '../../../src/store/sqlite/connection.js'
import { keyFileOf, openKeyRing } from '../../../src/store/sqlite/secrets/key-ring.js'
import { secretStore } from '../../../src/store/sqlite/secrets/secrets.js'
import type { FileKeyRing } from '../../../src/store/values/secrets/rotate-key.js'
import { newDatabase } from '../../support/store/new-database.js'

const clock = { now: () => 1_000, monotonic: () => 0 }
const TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.not-a-real-token'
let folder = ''
let store: Store | undefined

const file = () => join(folder, 'headcount.db')
const keyFile = () => join(folder, 'headcount.key')
const aKey = () => randomBytes(32).toString('hex')

async function open(secretKeys: { current?: string; former?: string } = {}) {
  store?.close()
  store = await openStore(`file:${file()}`, { clock, secretKeys })
  return store.secrets
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-secrets-'))
  await newDatabase(file())
})
afterEach(async () => {
  store?.close()
  store = undefined
  await rm(folder, { recursive: true })
})

const reasonOf = async (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('It was not rejected.'),
    (error: unknown) => (error instanceof HeadcountError ? error.options.reason : error),
  )

it('creates a key file that only its user can read with the first secret, and keeps the value out of all files [PROCESS-23]', async () => {
  const secrets = await open()
  await expect(stat(keyFile())).rejects.toThrow('ENOENT')
  expect(await secrets.get('discord.token')).toBeUndefined()
  await secrets.put('discord.token', TOKEN)
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
  expect(await secrets.get('discord.token')).toBe(TOKEN)
  const again = await open()
  expect(await again.get('discord.token')).toBe(TOKEN)
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.sock')) expect((await readFile(join(folder, name))).includes(TOKEN)).toBe(false)
  }
  expect(JSON.stringify(await again.list())).not.toContain(TOKEN)
})

it('encrypts the same value differently each time, and returns nothing for a value that was changed [PROCESS-23]', async () => {
  const secrets = await open()
  await secrets.put('discord.token', TOKEN)
  const { raw, close } = connect(file())
  const sealed = () => raw.prepare<[], Buffer>('SELECT sealed FROM secret').pluck().get() ?? expect.unreachable()
  const first = sealed()
  await secrets.put('discord.token', TOKEN)
  const second = sealed()
  expect(second.equals(first)).toBe(false)
  for (const at of [0, 14, second.length - 1]) {
    const changed = Buffer.from(second)
    changed[at] = (changed[at] ?? 0) ^ 1
    raw.prepare('UPDATE secret SET sealed = ?').run(changed)
    expect(await reasonOf(secrets.get('discord.token'))).toMatchObject({ name: 'secret damaged' })
  }
  close()
})

it('says which key is missing, changes nothing, and reads again when the key is back [PROCESS-23]', async () => {
  const secrets = await open()
  await secrets.put('discord.token', TOKEN)
  const key = await readFile(keyFile(), 'utf8')
  await rm(keyFile())
  const missing = { name: 'secret key missing', facts: { source: { kind: 'file', file: keyFile(), exists: false } } }
  expect(await reasonOf(secrets.get('discord.token'))).toEqual(missing)
  expect(await reasonOf(secrets.put('discord.token', 'another'))).toEqual(missing)
  expect(await reasonOf(secrets.rotate())).toEqual(missing)
  await expect(stat(keyFile())).rejects.toThrow('ENOENT')
  await writeFile(keyFile(), `${randomBytes(32).toString('base64')}\n`)
  expect(await reasonOf(secrets.get('discord.token'))).toMatchObject({ name: 'secret key missing' })
  await writeFile(keyFile(), 'half a k')
  expect(await reasonOf(secrets.get('discord.token'))).toMatchObject({ name: 'key file malformed' })
  await rm(keyFile())
  expect(await reasonOf((await open({ current: aKey() })).get('discord.token'))).toMatchObject({
    facts: { source: { kind: 'variable' } },
  })
  await writeFile(keyFile(), key)
  expect(await (await open()).get('discord.token')).toBe(TOKEN)
})

it('rotates the key of the file, after which the former key reads nothing [PROCESS-24]', async () => {
  const secrets = await open()
  await secrets.put('discord.token', TOKEN)
  const before = await readFile(keyFile(), 'utf8')
  const [{ keyId: formerId } = expect.unreachable()] = await secrets.list()
  const { keyId, secrets: count } = await secrets.rotate()
  expect(count).toBe(1)
  expect(keyId).not.toBe(formerId)
  expect(await secrets.get('discord.token')).toBe(TOKEN)
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
  await writeFile(keyFile(), before)
  expect(await reasonOf(secrets.get('discord.token'))).toMatchObject({ name: 'secret key missing' })
})

it('rotates from the file to SECRET_KEY, and from one SECRET_KEY to the next [PROCESS-24]', async () => {
  await (await open()).put('discord.token', TOKEN)
  const [first, second] = [aKey(), Buffer.from(aKey(), 'hex').toString('base64')]
  const withFirst = await open({ current: first })
  expect(await withFirst.get('discord.token')).toBe(TOKEN)
  await withFirst.rotate()
  await rm(keyFile())
  expect(await withFirst.get('discord.token')).toBe(TOKEN)
  expect(await reasonOf(withFirst.rotate())).toMatchObject({ name: 'no other secret key' })
  const withSecond = await open({ current: second, former: first })
  expect(await withSecond.get('discord.token')).toBe(TOKEN)
  expect((await withSecond.rotate()).secrets).toBe(1)
  expect(await (await open({ current: second })).get('discord.token')).toBe(TOKEN)
})

/** A ring that ends the process, so to speak, at a write of the key file: before it, or after it. */
function failingRing(ring: FileKeyRing, at: number): FileKeyRing {
  let writes = 0
  const fail = (point: number) => {
    if (point === at) throw new Error('The process ends here.')
  }
  return {
    ...ring,
    replace: (keys) => {
      fail(writes++)
      ring.replace(keys)
      fail(writes++)
    },
  }
}

it.each([0, 1, 2, 3])(
  'can read all after a rotation that ended at point %i, and rotate again [PROCESS-24]',
  async (at) => {
    const secrets = await open()
    await secrets.put('discord.token', TOKEN)
    const connection = connect(file())
    const ring = openKeyRing(keyFileOf(file()), {})
    const failing = secretStore(connection, failingRing(ring, at), clock)
    await expect(failing.rotate()).rejects.toThrow('ends here')
    connection.close()
    const after = await open()
    expect(await after.get('discord.token')).toBe(TOKEN)
    await after.put('discord.token', `${TOKEN}2`)
    await after.rotate()
    expect(await (await open()).get('discord.token')).toBe(`${TOKEN}2`)
  },
)
