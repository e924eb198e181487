// What Node keeps of the built programs: two bytes for each character of a file that has one beyond Latin-1.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PROGRAMS = join(import.meta.dirname, '..', '..', 'dist', 'src')

it('takes one byte of memory for each character of a program, because none is beyond Latin-1', async () => {
  const files = (await readdir(PROGRAMS, { recursive: true })).filter((name) => name.endsWith('.js'))
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) expect(beyondLatin1(await readFile(join(PROGRAMS, file), 'utf8')), file).toEqual([])
})

/** Each with what is around it. */
const beyondLatin1 = (text: string): string[] =>
  Array.from(text.matchAll(/[\u0100-\uffff]/g), ({ index }) => text.slice(Math.max(0, index - 30), index + 30))
