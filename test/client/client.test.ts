// The typed client recipe: types from the published document, a strict compile, and calls to the real service.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

const RECIPE = `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

export async function leaders(origin: string, key: string): Promise<{ names: string[]; playing: number }> {
  const client = createClient<paths>({ baseUrl: origin + '/api/v1', headers: { 'X-API-Key': key } })
  const { data, error } = await client.GET('/rankings', { params: { query: { by: 'visits', limit: 10 } } })
  if (error) throw new Error(error.code + ': ' + error.error)
  const [first] = data.rankings
  if (!first) return { names: [], playing: 0 }
  const stats = await client.GET('/games/{id}/stats', { params: { path: { id: first.id } } })
  if (stats.error) throw new Error(stats.error.error)
  return { names: data.rankings.map((place) => place.name), playing: stats.data.game.stats.playing }
}

export async function csv(origin: string, key: string, id: number): Promise<string> {
  const client = createClient<paths>({ baseUrl: origin + '/api/v1', headers: { 'X-API-Key': key } })
  const { data, error } = await client.GET('/games/{id}/export', {
    params: {
      path: { id },
      query: { start_date: '2026-06-17', end_date: '2026-06-17', format: 'csv' },
    },
    parseAs: 'text',
  })
  if (error) throw new Error(error.error)
  return data
}
`

/** Each is the recipe with one thing wrong in it. */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  ['a wrong value of an enum', "by: 'visits'", "by: 'likes'"],
  ['a text where a number is due', 'limit: 10', "limit: '10'"],
  ['a path that is not there', "'/rankings'", "'/ranking'"],
  ['a missing parameter of the path', '{ id: first.id }', '{}'],
  ['a missing date', "start_date: '2026-06-17', ", ''],
  ['a wrong format', "format: 'csv'", "format: 'xlsx'"],
  ['a field that no answer has', 'place.name', 'place.title'],
]

let http: TestHttp
let folder: string
let errors: ReadonlyMap<string, readonly string[]>
beforeAll(async () => {
  http = await startHttpApp()
  const parent = join(import.meta.dirname, '../../node_modules/.headcount')
  await mkdir(parent, { recursive: true })
  // Below the project, so that the compiler and Node find the packages.
  folder = await mkdtemp(join(parent, 'client-'))
  const document = (await http.ask('/openapi.json', { key: null })).text
  await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(document)))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const wrong = MISTAKES.map(([what, right, mistake]) => [what, RECIPE.replace(right, mistake)] as const)
  errors = await compile(new Map([['the recipe', RECIPE], ...wrong]))
})
afterAll(async () => {
  await http.stop()
  await rm(folder, { recursive: true, force: true })
})

const STRICT: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
}

/** Writes the clients, compiles them as one program, and returns what the compiler says of each, by its name. */
async function compile(sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map([...sources.keys()].map((name, index) => [name, join(folder, `client-${index}.ts`)]))
  for (const [name, file] of files) await writeFile(file, sources.get(name) ?? '')
  const program = ts.createProgram([...files.values()], STRICT)
  expect(program.getOptionsDiagnostics()).toEqual([])
  program.emit()
  return new Map([...files].map(([name, file]) => [name, errorsOf(program, program.getSourceFile(file))]))
}

function errorsOf(program: ts.Program, file: ts.SourceFile | undefined): string[] {
  if (file === undefined) throw new Error('The compiler has no such file.')
  return ts.getPreEmitDiagnostics(program, file).map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'))
}

describe('a client typed by the document', () => {
  it('compiles strictly, and reads the real service', async () => {
    expect(errors.get('the recipe')).toEqual([])
    const game = await http.track(0)
    await http.write(game.universeId, [NOON / 60_000], { ccu: 7 })
    const client: unknown = await import(pathToFileURL(join(folder, 'client-0.js')).href)
    const { leaders, csv } = client as {
      leaders(origin: string, key: string): Promise<unknown>
      csv(origin: string, key: string, id: number): Promise<string>
    }
    expect(await leaders(http.url, http.key)).toEqual({ names: [game.name], playing: 7 })
    expect((await csv(http.url, http.key, game.id)).split('\r\n')).toHaveLength(3)
    await expect(leaders(http.url, 'wrong')).rejects.toThrow('INVALID_API_KEY')
  }, 60_000)

  it.each(MISTAKES)('does not compile with %s', (what, right) => {
    expect(RECIPE).toContain(right)
    expect(errors.get(what)?.length).toBeGreaterThan(0)
  })
})
