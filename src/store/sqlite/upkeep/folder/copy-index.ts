// The index of the scheduled copies of one database, a file in their folder: which copies that database made, and what each held. It also shows
// that the folder is the one into which copies were written, and not the empty place where its disk is mounted.
import { open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { CopyCounts } from '../../../../domain/ports/backups.js'

/** By the name of the copy. */
export type CopyIndex = ReadonlyMap<string, CopyCounts>

const count = z.number().int().nullable()
const stored = z.object({
  copies: z.record(z.string(), z.object({ samples: count, accounts: count, games: count, isDamaged: z.boolean() })),
})

/** Empty where the file is missing or cannot be read: a copy that is not listed is not removed. */
export async function readIndex(file: string): Promise<CopyIndex> {
  try {
    return new Map(Object.entries(stored.parse(JSON.parse(await readFile(file, 'utf8'))).copies))
  } catch {
    return new Map()
  }
}

/** The file is complete or as it was before, even after a power failure. */
export async function writeIndex(file: string, index: CopyIndex): Promise<void> {
  const partial = `${file}.partial`
  const target = await open(partial, 'w', 0o600)
  try {
    await target.writeFile(`${JSON.stringify({ copies: Object.fromEntries(index) }, undefined, 1)}\n`)
    await target.sync()
  } finally {
    await target.close()
  }
  await rename(partial, file)
}
