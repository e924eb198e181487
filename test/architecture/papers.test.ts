// What is written for people is true of the code: the example of the environment, and the README's commands.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const text = (file: string): Promise<string> => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')

it('.env.example names every variable of the configuration, and no other', async () => {
  const known = [...(await text('src/config.ts')).matchAll(/^ {2}([A-Z_]+): \[/gm)].map((match) => match[1])
  const named = [...(await text('.env.example')).matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1])
  expect(named.toSorted()).toEqual(known.toSorted())
})

it('every npm command of the README is a script', async () => {
  const { scripts } = JSON.parse(await text('package.json')) as { scripts: Record<string, string> }
  const named = [
    ...(await text('README.md')).matchAll(/npm (?:run (?:-s )?)?(start|test|demo|cli|bench|check|[a-z]+:[a-z]+)/g),
  ]
  expect(named.length).toBeGreaterThan(5)
  for (const [, name = ''] of named) expect(Object.keys(scripts)).toContain(name)
})
