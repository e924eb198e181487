// The typed client recipe: types from the published document, a strict compile, and calls to the real service.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { clientFolder, compile } from './compile.js'

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
  folder = await clientFolder()
  const document = (await http.ask('/openapi.json', { key: null })).text
  await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(document)))
  const wrong = MISTAKES.map(([what, right, mistake]) => [what, RECIPE.replace(right, mistake)] as const)
  errors = await compile(folder, new Map([['the recipe', RECIPE], ...wrong]))
})
afterAll(async () => {
  await http.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a client typed by the document', () => {
  it('compiles strictly, and reads the real service', async () => {
    expect(errors.get('the recipe')).toEqual([])
    const game = await http.track(0)
    await http.write(game.universeId, [NOON / 60_000], { ccu: 7 })
    const client: unknown = await import(pathToFileURL(join(folder, 'the-recipe.js')).href)
    const { leaders, csv } = client as {
      leaders(origin: string, key: string): Promise<unknown>
      csv(origin: string, key: string, id: number): Promise<string>
    }
    expect(await leaders(http.url, http.key)).toEqual({ names: [game.name], playing: 7 })
    expect((await csv(http.url, http.key, game.id)).split('\r\n')).toHaveLength(3)
    await expect(leaders(http.url, 'wrong')).rejects.toThrow('INVALID_API_KEY')
  })

  it.each(MISTAKES)('does not compile with %s', (what, right) => {
    expect(RECIPE).toContain(right)
    expect(errors.get(what)?.length).toBeGreaterThan(0)
  })
})
