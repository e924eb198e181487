// The clauses of the product's rules: what is cited exists, and each clause has a test that names it.
import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
/** How a document begins a clause. */
const DEFINITION = /^\*\*([A-Z]+-\d+)\.\*\* /gm
/** A title that ends with ids in square brackets: `it('answers 401 [API-2, API-6]'`, `it.each(all)('is %s [WEB-3]'`. */
const TITLE = /(?:\b(?:it|test)\(|\)\()\s*(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`)/g
const IDS = /\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]['"`]$/

interface Source {
  readonly file: string
  readonly text: string
}

async function sourcesOf(folder: string, ending: RegExp): Promise<Source[]> {
  const names = (await readdir(new URL(`${folder}/`, ROOT), { recursive: true })).filter((name) => ending.test(name))
  return await Promise.all(
    names.map(async (name) => {
      const file = `${folder}/${name}`
      return { file, text: await readFile(new URL(file, ROOT), 'utf8') }
    }),
  )
}

/** Names of standards, which look like the id of a clause. */
const STANDARD = /^(?:UTF-(?:8|16)|SHA-(?:1|256|512)|CRC-32|BSD-[23]|OFL-1)$/

/** What looks like the id of a clause: `API-2`. A prefix that no document has is a citation of nothing. */
const citedIn = (text: string): string[] => (text.match(/\b[A-Z]+-\d+\b/g) ?? []).filter((id) => !STANDARD.test(id))

const idsOfTitles = (text: string): string[] =>
  (text.match(TITLE) ?? []).flatMap((title) => IDS.exec(title)?.[1]?.split(', ') ?? [])

let code: Source[] = []
let documents: Source[] = []
let defined: string[] = []
beforeAll(async () => {
  code = (
    await Promise.all(['src', 'commands', 'test'].map((folder) => sourcesOf(folder, /[.](?:[cm]?[jt]s|tsx|sql)$/)))
  ).flat()
  documents = [...(await sourcesOf('src', /[.]md$/)), ...(await sourcesOf('test', /[.]md$/))]
  defined = documents.flatMap(({ text }) => [...text.matchAll(DEFINITION)].map(([, id = '']) => id))
})

it('every clause is defined once', () => {
  expect(defined.length).toBeGreaterThan(100)
  expect(defined.filter((id, index) => defined.indexOf(id) !== index)).toEqual([])
})

it('every clause that is cited exists', () => {
  const cited = [...code, ...documents]
    .filter(({ file }) => !file.endsWith('architecture/clauses.test.ts'))
    .flatMap(({ file, text }) => citedIn(text).map((id) => ({ file, id })))
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ id }) => !defined.includes(id))).toEqual([])
})

it('a clause with an unknown prefix counts as cited, and a standard does not', () => {
  expect(citedIn('RULES-7 and API-2 in UTF-8, by SHA-256')).toEqual(['RULES-7', 'API-2'])
})

it('every id in the title of a test is one of a clause', () => {
  const named = code
    .filter(({ file }) => /^test\/.*[.]tsx?$/.test(file) && !file.endsWith('architecture/clauses.test.ts'))
    .flatMap(({ file, text }) => idsOfTitles(text).map((id) => ({ file, id })))
  expect(named.filter(({ id }) => !defined.includes(id))).toEqual([])
})

it('every clause is named in the title of at least one test', () => {
  const tests = code.filter(({ file }) => /^test\/.*(?:[.]test[.]tsx?|\/contract\/.*[.]ts)$/.test(file))
  const named = tests
    .filter(({ file }) => !file.endsWith('architecture/clauses.test.ts'))
    .flatMap(({ text }) => idsOfTitles(text))
  expect(defined.filter((id) => !named.includes(id))).toEqual([])
})
