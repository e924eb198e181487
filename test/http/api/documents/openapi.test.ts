import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../../src/http/api/routes.js'
import { startHttpApp, type TestHttp } from '../../../support/start-http.js'
import { expectRejection } from '../../expect-answer.js'

interface SchemaNode {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
}

interface OpenApiDocument {
  readonly openapi: string
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> }
  readonly info: { readonly description: string }
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get: {
          readonly operationId: string
          readonly tags: readonly string[]
          readonly parameters?: readonly { name: string; required?: boolean; description?: string }[]
        }
      }
    >
  >
}

let http: TestHttp

beforeAll(async () => {
  http = await startHttpApp({ settings: { operatorContact: 'mail@studio.example' } })
})
afterAll(() => http.stop())

describe('GET /api/v1/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document, without a key [API-30]', async () => {
    const answer = await http.ask('/openapi.json', { key: null })
    expect(answer.status).toBe(200)
    const document = answer.json() as OpenApiDocument
    expect(document.openapi).toBe('3.1.0')
    const { valid, errors } = await new Validator().validate({ ...document })
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  it('names every endpoint and its parameters', async () => {
    const { paths } = (await http.ask('/openapi.json', { key: null })).json() as OpenApiDocument
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/games',
        '/games/summary',
        '/games/{id}/export',
        '/games/{id}/stats',
        '/games/{id}/summary',
        '/rankings',
        '/usage',
        '/user',
      ]),
    )
    expect(Object.keys(paths)).toHaveLength(ENDPOINTS.length)
    const exported = paths['/games/{id}/export']?.get.parameters?.map(({ name, required }) => [name, required === true])
    expect(exported).toEqual([
      ['id', true],
      ['start_date', true],
      ['end_date', true],
      ['format', false],
    ])
  })

  it('names the schemas and the operations [API-65]', async () => {
    const { components, paths } = (await http.ask('/openapi.json', { key: null })).json() as OpenApiDocument
    const named = ['Game', 'Snapshot', 'Summary', 'DayRecord', 'Sample', 'SeriesPoint', 'Event', 'UpdateReport']
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining([...named, 'ApiError']))
    const ids = Object.values(paths).map(({ get }) => get.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['getGames', 'getGameStats', 'getGameUpdates', 'getGameUpdate']))
    for (const id of ids) expect(id).toMatch(/^get[A-Za-z]+$/)
    for (const { get } of Object.values(paths)) expect(get.tags).toHaveLength(1)
  })

  it('describes every field and every parameter [API-65]', async () => {
    const document = (await http.ask('/openapi.json', { key: null })).json() as OpenApiDocument
    const bare: string[] = []
    const look = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { properties, ...rest } = node as SchemaNode
      for (const [name, value] of Object.entries(properties ?? {})) {
        const description =
          value.description ?? document.components.schemas[value.$ref?.split('/').at(-1) ?? '']?.description
        if (!description) bare.push(`${path} ${name}`)
        look(value, `${path}.${name}`)
      }
      for (const [name, value] of Object.entries(rest)) if (!name.startsWith('example')) look(value, `${path}/${name}`)
    }
    look(document, '')
    for (const [path, { get }] of Object.entries(document.paths))
      for (const { name, description } of get.parameters ?? []) if (!description) bare.push(`${path} ?${name}`)
    expect(bare).toEqual([])
  })

  it('states the limits of use and whom to ask for bulk data', async () => {
    const { info } = (await http.ask('/openapi.json', { key: null })).json() as OpenApiDocument
    for (const word of ['Retry-After', 'ETag', '/usage', 'client-side', 'mail@studio.example']) {
      expect(info.description).toContain(word)
    }
  })

  it('counts by address', async () => {
    const before = (await http.ask('/openapi.json', { key: null })).headers['x-ratelimit-remaining']
    const after = (await http.ask('/openapi.json', { key: null })).headers['x-ratelimit-remaining']
    expect(Number(before) - Number(after)).toBe(1)
  })

  it('rejects every other method', async () => {
    const answer = await http.ask('/openapi.json', { key: null, method: 'POST' })
    expectRejection(answer, 405, 'METHOD_NOT_ALLOWED')
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  it('shows examples that are of the declared form', () => {
    for (const endpoint of ENDPOINTS) endpoint.response.strict().parse(endpoint.example.answer)
  })
})
