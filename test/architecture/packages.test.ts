// What `npm start` installs on a fresh clone is small: it runs and builds, and nothing else.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.literal(true).optional(), license: z.string().optional() })),
})

it('a start installs no compiler but esbuild, and of fonts only those of pictures and pages', async () => {
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages } = lockSchema.parse(JSON.parse(text))
  const installed = Object.keys(packages).filter((path) => packages[path]?.dev === undefined)
  expect(installed).toContain('node_modules/esbuild')
  expect(installed.filter((path) => /\/(typescript|tsx|vite|rolldown)$/.test(path))).toEqual([])
  expect(installed.filter((path) => /font/.test(path))).toEqual(['node_modules/@expo-google-fonts/noto-color-emoji'])
})

/** Licenses that allow use and distribution without conditions on our own code. */
const ALLOWED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Unlicense',
]

it('what a start installs is under a license that allows it', async () => {
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages } = lockSchema.parse(JSON.parse(text))
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev === undefined)
  const allowed = (license: unknown): boolean =>
    `${license}`
      .replace(/[()]/g, '')
      .split(/ (?:AND|OR) /)
      .some((name) => ALLOWED.includes(name))
  expect(installed.length).toBeGreaterThan(50)
  expect(
    installed.filter(([, { license }]) => !allowed(license)).map(([path, { license }]) => [path, license]),
  ).toEqual([])
})

const directSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})

it('each direct dependency has its reason in DEPENDENCIES.md, in the part where it belongs', async () => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
  const direct = directSchema.parse(JSON.parse(await read('package.json')))
  const [, ofService = '', ofDevelopment = ''] = (await read('.github/DEPENDENCIES.md')).split(/^## /m)
  const named = (part: string) =>
    [...part.matchAll(/^\| (@?[\w./-]+) \| \S.*[.] \|$/gm)].map(([, name = '']) => name).sort()
  expect(named(ofService)).toEqual(Object.keys({ ...direct.dependencies, ...direct.optionalDependencies }).sort())
  expect(named(ofDevelopment)).toEqual(Object.keys(direct.devDependencies).sort())
})
