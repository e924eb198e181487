import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { packageOf, readBill } from './bill.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const named = z.object({ metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }) })

it('the bill of materials names headcount and its version, whatever the folder of the clone is called', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'headcount-bill-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'somewhere-else')
  await mkdir(folder)
  for (const name of ['package.json', 'package-lock.json']) await cp(join(ROOT, name), join(folder, name))
  const { text, components } = await readBill(folder)
  const { name, version } = await packageOf(folder)
  expect(name).toBe('headcount')
  expect(named.parse(JSON.parse(text)).metadata.component).toEqual({ name, version })
  expect(components.map((one) => one.name)).toContain('express')
  expect(components.map((one) => one.name)).not.toContain('somewhere-else')
})
