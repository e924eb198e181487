// What `npm start` installs on a fresh clone is small: it runs and builds, and nothing else.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.literal(true).optional() })),
})

it('a start installs no compiler but esbuild, and of fonts only those of pictures and pages', async () => {
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages } = lockSchema.parse(JSON.parse(text))
  const installed = Object.keys(packages).filter((path) => packages[path]?.dev === undefined)
  expect(installed).toContain('node_modules/esbuild')
  expect(installed.filter((path) => /\/(typescript|tsx|vite|rolldown)$/.test(path))).toEqual([])
  expect(installed.filter((path) => /font/.test(path))).toEqual(['node_modules/@expo-google-fonts/noto-color-emoji'])
})
