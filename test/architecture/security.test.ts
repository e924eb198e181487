// The table of attacks in SECURITY.md names tests that exist, and every risk of the OWASP API Security Top 10.
import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const text = (file: string): Promise<string> => readFile(new URL(file, ROOT), 'utf8')

/** OWASP API Security Top 10 of 2023. */
const RISKS = Array.from({ length: 10 }, (_, index) => `API${index + 1}`)

async function attacks() {
  const rows = (await text('.github/SECURITY.md')).matchAll(/^\| ([^|]+) \| ([^|]+) \| `(test\/[^`]+)`: ([^|]+) \|$/gm)
  return [...rows].map(([, attack = '', risks = '', file = '', title = '']) => ({
    attack,
    risks: risks.split(', '),
    file,
    title,
  }))
}

it('every attack of SECURITY.md has a test whose title begins or goes on like this', async () => {
  const all = await attacks()
  expect(all.length).toBeGreaterThan(40)
  const missing = await Promise.all(
    all.map(async ({ attack, file, title }) => {
      const source = await text(file).catch(() => '')
      return /\b(?:it|test|describe)\b/.test(source) && source.includes(title) ? [] : [attack]
    }),
  )
  expect(missing.flat()).toEqual([])
})

/** The attacks that must be there, by the words of the table. */
const NAMED = [
  ...['request size', 'header size', 'slow requests', 'many connections', 'JSON depth', 'decompression', 'ReDoS'],
  ...['prototype pollution', 'header injection', 'log injection', 'path smuggling', 'parameter smuggling'],
  ...['cache poisoning', 'enumeration by status', 'enumeration by time', 'brute force on keys'],
  ...['brute force on sign-in links', 'CSRF', 'login CSRF', 'session fixation', 'clickjacking', 'open redirects'],
  ...['SSRF by a pasted address', 'SSRF by a picture', 'SSRF by a redirect', 'mention and markdown injection'],
  ...['formula injection', 'stored script', 'reflected script', 'access to what others have in Discord'],
]

it('every attack is named by a title in the file of its test', async () => {
  const all = await attacks()
  expect(NAMED.filter((name) => !all.some(({ attack }) => attack === name))).toEqual([])
  const unnamed = await Promise.all(
    all.map(async ({ attack, file }) => {
      const titles = (await text(file)).match(/'[^'\n]*'|`[^`]*`/g) ?? []
      return titles.some((title) => title.toLowerCase().includes(attack.toLowerCase())) ? [] : [attack]
    }),
  )
  expect(unnamed.flat()).toEqual([])
})

it('every test of test/attacks/ stands in the table of attacks', async () => {
  const named = (await attacks()).map(({ file }) => file)
  const files = (await readdir(new URL('test/attacks/', ROOT))).filter((name) => name.endsWith('.test.ts'))
  expect(files.filter((name) => !named.includes(`test/attacks/${name}`))).toEqual([])
})

it('every risk of the OWASP API Security Top 10 has at least one attack', async () => {
  const named = (await attacks()).flatMap(({ risks }) => risks)
  expect(RISKS.filter((risk) => !named.includes(risk))).toEqual([])
  expect(named.filter((risk) => risk !== 'other' && !RISKS.includes(risk))).toEqual([])
})
