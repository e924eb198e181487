// What is written for people is true of the code: the settings, the README's tables and commands, and every link.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.js'
import { DEFAULT_PLANS, type Plan } from '../../src/domain/plan.js'
import { ENDPOINTS } from '../../src/http/api/routes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

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

it('the architecture explains every variable with its default', async () => {
  const given = [...(await text('.env.example')).matchAll(/^#([A-Z_]+)=(.*)$/gm)]
  const rows = given.map(([, name = '', value]) => `| \`${name}\` | ${shownDefault(name, value)} | `)
  const explained = (await text('src/README.md')).split('\n')
  expect(rows.filter((row) => !explained.some((line) => line.startsWith(row)))).toEqual([])
  expect(explained.filter((line) => /^\| `[A-Z_]+` \|/.test(line))).toHaveLength(rows.length)
})

function shownDefault(name: string, value: string | undefined): string {
  return value && !EXAMPLES.includes(name) ? `\`${value}\`` : 'none'
}

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

it('the README has at most 150 lines', async () => {
  expect((await text('README.md')).trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

it('the README shows the plans as they are by default', async () => {
  const rows = Object.values(DEFAULT_PLANS).map(planRow)
  const shown = (await text('README.md')).split('\n').filter((line) => /^\| (free|premium|enterprise) \|/.test(line))
  expect(shown).toEqual(rows)
})

function planRow({ name, maxGames, intervalMinutes, requestsPerMinute, fullDays, hourlyDays }: Plan): string {
  const interval = intervalMinutes === 1 ? '1 minute' : `${intervalMinutes} minutes`
  const [hourly, daily] = hourlyDays === 'forever' ? ['always', '–'] : [hourlyDays, 'forever']
  return `| ${[name, maxGames, interval, requestsPerMinute ?? 'no API', `${fullDays} days`, hourly, daily].join(' | ')} |`
}

it('the README names every endpoint of the API, and no other', async () => {
  const named = [...(await text('README.md')).matchAll(/^\| `\/api\/v1(\/[^`]+)` \|/gm)].map(([, path = '']) => path)
  const paths = ENDPOINTS.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  expect(named.toSorted()).toEqual(paths.toSorted())
})

it('the README names every slash command', async () => {
  const readme = await text('README.md')
  const commands = (await readdir(join(root, 'commands'))).map((file) => file.replace(/[.]ts$/, ''))
  expect(commands.length).toBeGreaterThan(10)
  expect(commands.filter((name) => !readme.includes(`\`/${name}\``))).toEqual([])
})

it('every relative link in a document leads to a file, and its fragment to a heading', async () => {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root })
  const documents = list
    .toString()
    .trim()
    .split('\n')
    .filter((name) => existsSync(join(root, name)))
  const links = (await Promise.all(documents.map(linksOf))).flat()
  expect(links.length).toBeGreaterThan(20)
  const broken = await Promise.all(links.map(async (link) => ((await leadsSomewhere(link)) ? [] : [link])))
  expect(broken.flat()).toEqual([])
})

it('the index of decisions names every decision', async () => {
  const index = await text('src/decisions/README.md')
  const pages = (await readdir(join(root, 'src/decisions'))).filter((name) => name !== 'README.md')
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([])
  for (const name of pages) {
    const parts = ['**Status:** ', '## Context', '## Decision', '## Consequences']
    const page = await text(`src/decisions/${name}`)
    expect(parts.filter((part) => !page.includes(part))).toEqual([])
  }
})

interface Link {
  readonly document: string
  readonly target: string
}

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')

async function linksOf(document: string): Promise<readonly Link[]> {
  const found = withoutCode(await text(document)).matchAll(/\]\(([^)\s]+)\)/g)
  return [...found].map(([, target = '']) => ({ document, target })).filter(({ target }) => !/^[a-z]+:/.test(target))
}

async function leadsSomewhere({ document, target }: Link): Promise<boolean> {
  const [path = '', fragment] = target.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(root, file))) return false
  return fragment === undefined || headingsOf(await text(file)).includes(fragment)
}

/** As GitHub names them in addresses. */
const headingsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
