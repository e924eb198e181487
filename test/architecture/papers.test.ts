// What is written for people is true of the code: the example of the environment, and the README's commands.
import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.js'

const text = (file: string): Promise<string> => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')

it('.env.example names every variable of the configuration, and no other', async () => {
  const known = [...(await text('src/config.ts')).matchAll(/^ {2}([A-Z_]+): \[/gm)].map((match) => match[1])
  const named = [...(await text('.env.example')).matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1])
  expect(named.toSorted()).toEqual(known.toSorted())
})

/** PUBLIC_URL and FONT_FOLDER have no default: what stands there shows what one looks like. */
const EXAMPLES = ['PUBLIC_URL', 'FONT_FOLDER']

it('the values in .env.example are the defaults', async () => {
  const lines = [...(await text('.env.example')).matchAll(/^#([A-Z_]+)=(.*)$/gm)]
  const given = lines.map(([, name = '', value]) => [name, value]).filter(([name = '']) => !EXAMPLES.includes(name))
  expect(readConfig(Object.fromEntries(given))).toEqual(readConfig({}))
})

it('every variable of .env.example reaches a part of the program', async () => {
  const names = (await readdir(new URL('../../src', import.meta.url), { recursive: true })).filter(
    (name) => /[.]tsx?$/.test(name) && name !== 'config.ts',
  )
  const sources = (await Promise.all(names.map((name) => text(`src/${name}`)))).join('\n')
  // As `config.NAME`, or taken out of a whole configuration: `const { NAME: name } = config`, `({ NAME }: Config)`.
  const read = (name: string) =>
    new RegExp(`\\bconfig(uration\\(\\))?[.]${name}\\b|[{][^{}]*\\b${name}\\b[^{}]*[}](: Config\\b| = config)`)
  const named = [...(await text('.env.example')).matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !read(name).test(sources))).toEqual([])
})

it('every npm command of the README is a script', async () => {
  const { scripts } = JSON.parse(await text('package.json')) as { scripts: Record<string, string> }
  const named = [
    ...(await text('README.md')).matchAll(/npm (?:run (?:-s )?)?(start|test|demo|cli|bench|check|[a-z]+:[a-z]+)/g),
  ]
  expect(named.length).toBeGreaterThan(5)
  for (const [, name = ''] of named) expect(Object.keys(scripts)).toContain(name)
})
