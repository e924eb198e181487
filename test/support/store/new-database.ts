// A database file as a first start leaves it, without the migrations being run for each of more than a thousand tests.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../src/domain/clock.js'
import { openStore } from '../../../src/store/open-store.js'

let template: Promise<Buffer> | undefined

/** Like a start, leaves a file alone that is there. */
export async function newDatabase(file: string): Promise<void> {
  if (existsSync(file)) return
  template ??= migrated()
  await writeFile(file, await template, { flag: 'wx', mode: 0o600 })
}

async function migrated(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-new-'))
  const file = join(folder, 'headcount.db')
  const store = await openStore(`file:${file}`, { clock: systemClock })
  store.close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}
