// Clients that two generators make of the document: every operation is called through both against the real service.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import { build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { clientFolder, compile } from './compile.js'

const NOW = NOON / 60_000
const DAY = '2026-06-17'

/** What a call needs, for each operation, as source text; `game` and `update` are numbers of the test. */
const CALLS: Readonly<Record<string, string>> = {
  getEvents: "{ query: { types: 'update,note', order: 'changed', limit: 5 } }",
  getGames: '{}',
  getGamesStats: '{}',
  getGamesSummary: `{ query: { start_date: '${DAY}', game_id: game } }`,
  getGameEvents: `{ path: { id: game }, query: { from: '${DAY}' } }`,
  getGameExport: `{ path: { id: game }, query: { start_date: '${DAY}', end_date: '${DAY}' } }`,
  getGameGaps: '{ path: { id: game }, query: { limit: 10 } }',
  getGameSeries: "{ path: { id: game }, query: { metrics: 'ccu,visits', interval: '1h', last: '2h', shape: 'rows' } }",
  getGameStats: '{ path: { id: game } }',
  getGameSummary: `{ path: { id: game }, query: { start_date: '${DAY}' } }`,
  getGameUpdates: '{ path: { id: game }, query: { limit: 3 } }',
  getGameUpdate: '{ path: { id: game, event_id: update } }',
  getRankings: "{ query: { by: 'ccu', page: 1, per_page: 10 } }",
  getSeries: "{ query: { games: '1', last: '2h' } }",
  getUsage: '{}',
  getUser: '{}',
}
/** The calls whose answer can also be CSV, with the query that asks for it. */
const CSV_CALLS: Readonly<Record<string, string>> = {
  getGameExport: `{ path: { id: game }, query: { start_date: '${DAY}', end_date: '${DAY}', format: 'csv' } }`,
  getGameSeries: "{ path: { id: game }, query: { last: '2h', format: 'csv' } }",
  getSeries: "{ query: { games: '1', last: '2h', format: 'csv' } }",
}

const documentShape = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        responses: z.object({ 200: z.object({ content: z.record(z.string(), z.unknown()) }) }),
      }),
    ),
  ),
})

interface ClientOperation {
  readonly id: string
  readonly path: string
  readonly isCsv: boolean
}
/** What a generated client answers, with either generator. */
interface CallResult {
  readonly data?: unknown
  readonly error?: unknown
  readonly response: { readonly status: number }
}
type Calls = Readonly<Record<string, () => Promise<CallResult>>>
type CallFactory = (origin: string, key: string, game: number, update: number) => Calls

let http: TestHttp
let folder: string
let document: string
let calls: readonly ClientOperation[]
let numbers: readonly [game: number, update: number]

beforeAll(async () => {
  http = await startHttpApp()
  const game = await http.track(0)
  await http.write(game.universeId, [NOW - 1, NOW], { ccu: 7 })
  const event = { universeId: game.universeId, accountId: null, kind: 'update', subject: 'x', cause: null } as const
  const facts = { kind: 'update', foundAt: NOW - 90 } as const
  const times = { start: NOW - 90, end: NOW - 90, uncertainty: 0 }
  numbers = [game.id, (await http.store.eventLog.put({ ...event, ...times, facts })).id]
  folder = await clientFolder()
  document = (await http.ask('/openapi.json', { key: null })).text
  const { paths } = documentShape.parse(JSON.parse(document))
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId: id, responses }) => ({
      id,
      path,
      isCsv: 'text/csv' in responses[200].content,
    })),
  )
})
afterAll(async () => {
  await http.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The source of all calls; `call` writes one of them. */
const sourceOf = (
  head: string,
  call: (operation: ClientOperation, given: string, isCsv: boolean) => string,
): string => {
  const all = calls.flatMap((operation) => {
    const csv = CSV_CALLS[operation.id]
    return [
      `    ${operation.id}: () => ${call(operation, CALLS[operation.id] ?? '{}', false)},`,
      ...(csv === undefined ? [] : [`    ${operation.id}Csv: () => ${call(operation, csv, true)},`]),
    ]
  })
  return [head, '  return {', ...all, '  }', '}', ''].join('\n')
}

async function expectAnswers(file: string): Promise<void> {
  const client: unknown = await import(pathToFileURL(join(folder, file)).href)
  const { calls: makeCalls } = client as { calls: CallFactory }
  const all = makeCalls(http.url, http.key, ...numbers)
  for (const { id, isCsv } of calls) {
    const { data, error, response } = (await all[id]?.()) ?? { response: { status: 0 } }
    expect({ id, error, status: response.status }).toEqual({ id, error: undefined, status: 200 })
    expect(data, id).toMatchObject({ success: true })
    if (!isCsv) continue
    const csv = await all[`${id}Csv`]?.()
    expect(csv?.data, id).toMatch(/^[a-z_]+,.*\r\n/)
  }
  const wrong = await makeCalls(http.url, 'wrong', ...numbers).getGames?.()
  expect(wrong?.error).toMatchObject({ success: false, code: 'INVALID_API_KEY' })
}

describe('a generated client', () => {
  it('has a call here for each operation, and for each that answers CSV [API-66]', () => {
    expect(Object.keys(CALLS).sort()).toEqual(calls.map(({ id }) => id).sort())
    const csv = calls.filter(({ isCsv }) => isCsv).map(({ id }) => id)
    expect(Object.keys(CSV_CALLS).sort()).toEqual(csv.sort())
  })

  it('of openapi-typescript calls every operation [API-66]', { timeout: 120_000 }, async () => {
    await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(document)))
    const head = `import createClient from 'openapi-fetch'
import type { paths } from './api.js'
export function calls(origin: string, key: string, game: number, update: number) {
  const client = createClient<paths>({ baseUrl: origin + '/api/v1', headers: { 'X-API-Key': key } })`
    const source = sourceOf(head, ({ path }, given, isCsv) => {
      const parse = isCsv ? ", parseAs: 'text'" : ''
      return `client.GET('${path}', { params: ${given}${parse} })`
    })
    expect((await compile(folder, new Map([['fetch', source]]))).get('fetch')).toEqual([])
    await expectAnswers('fetch.js')
  })

  it('of @hey-api/openapi-ts calls every operation [API-66]', { timeout: 120_000 }, async () => {
    await createClient({
      input: JSON.parse(document) as Record<string, unknown>,
      output: { path: join(folder, 'generated'), importFileExtension: '.js' },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    })
    const head = `import { createClient, createConfig } from './generated/client/index.js'
import * as sdk from './generated/sdk.gen.js'
export function calls(origin: string, key: string, game: number, update: number) {
  const client = createClient(createConfig({ baseUrl: origin + '/api/v1', auth: key }))`
    const source = sourceOf(head, ({ id }, given) => `sdk.${id}({ client, ...${given} })`)
    expect((await compile(folder, new Map([['sdk', source]]))).get('sdk')).toEqual([])
    // The compiler writes no code for files below node_modules that others import.
    const [entry, outfile] = [join(folder, 'sdk.ts'), join(folder, 'sdk.js')]
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' })
    await expectAnswers('sdk.js')
  })
})
