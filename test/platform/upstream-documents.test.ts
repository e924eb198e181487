// Compares extracts of the platform's official documents, and recorded answers, with the schemas that parse its answers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as audio from '../../src/platform/schemas/audio.js'
import * as charts from '../../src/platform/schemas/charts.js'
import * as errors from '../../src/platform/schemas/errors.js'
import * as groups from '../../src/platform/schemas/groups.js'
import * as privateServers from '../../src/platform/schemas/private-servers.js'
import * as universes from '../../src/platform/schemas/universes.js'
import * as users from '../../src/platform/schemas/users.js'
import * as wire from '../../src/platform/schemas/wire.js'
import { answerSchema, type OpenApi, openApi, sampleOf } from './sample-values.js'

const schemas = { ...audio, ...charts, ...errors, ...groups, ...privateServers, ...universes, ...users, ...wire }

const DOCUMENTS = join(import.meta.dirname, 'documents')
const CURRENT = join(DOCUMENTS, 'openapi.json')
const OLDER = join(DOCUMENTS, 'openapi-2025-08-06.json')
const RECORDED = join(DOCUMENTS, 'recorded-answers.md')

interface DocumentedCall {
  readonly method: string
  readonly path: string
  readonly answer?: z.ZodType
  /** The schema of each element of the list that `rows` takes from the answer. */
  readonly row?: z.ZodObject
  readonly rows?: string
}

const CALLS: readonly DocumentedCall[] = [
  { method: 'get', path: '/v1/games', answer: schemas.listAnswer, row: schemas.gameDetailsRow },
  { method: 'get', path: '/v1/games/votes', answer: schemas.listAnswer, row: schemas.votesRow },
  { method: 'get', path: '/v1/universes/{universeId}', answer: schemas.universeExistence },
  { method: 'get', path: '/v1/users/{userId}', answer: schemas.userRecord },
  { method: 'get', path: '/v1/users/{userId}/username-history', answer: schemas.pageAnswer, row: schemas.pastNameRow },
  { method: 'post', path: '/v1/usernames/users', answer: schemas.listAnswer, row: schemas.userByNameRow },
  { method: 'post', path: '/v1/users', answer: schemas.listAnswer, row: schemas.userByIdRow },
  { method: 'get', path: '/v1/groups/{groupId}', answer: schemas.groupRecord },
  { method: 'get', path: '/v2/groups', answer: schemas.listAnswer, row: schemas.groupRow },
  {
    method: 'post',
    path: '/toolbox-service/v2/assets:search',
    answer: schemas.audioSearchAnswer,
    rows: 'creatorStoreAssets',
    row: schemas.audioSearchRow,
  },
  { method: 'get', path: '/v2/users/{userId}/games', answer: schemas.pageAnswer, row: schemas.accountGameRow },
  { method: 'post', path: '/v1/games/vip-servers/{universeId}', answer: schemas.privateServerCreated },
  { method: 'patch', path: '/v1/vip-servers/{id}', answer: schemas.privateServer },
  {
    method: 'get',
    path: '/v1/private-servers/enabled-in-universe/{universeId}',
    answer: schemas.privateServersEnabled,
  },
  {
    method: 'post',
    path: '/v1/presence/users',
    answer: schemas.presenceAnswer,
    rows: 'userPresences',
    row: schemas.presenceRow,
  },
  { method: 'get', path: '/v1/games/icons', answer: schemas.listAnswer, row: schemas.thumbnailRow },
  { method: 'get', path: '/v1/users/avatar-headshot', answer: schemas.listAnswer, row: schemas.thumbnailRow },
  { method: 'get', path: '/v1/groups/icons', answer: schemas.listAnswer, row: schemas.thumbnailRow },
  { method: 'get', path: '/v1/assets', answer: schemas.listAnswer, row: schemas.thumbnailRow },
  { method: 'get', path: '/v1/favorites/assets/{assetId}/count', answer: schemas.favoritesCount },
]

const read = (file: string): OpenApi => openApi.parse(JSON.parse(readFileSync(file, 'utf8')))

const rowOf = (sample: unknown, name = 'data'): unknown => z.record(z.string(), z.unknown()).parse(sample)[name]

function expectReadable(document: OpenApi, { method, path, answer, row, rows }: DocumentedCall): void {
  const schema = answerSchema(document, method, path)
  expect(schema, `${method} ${path} is not in the document`).toBeDefined()
  const sample = sampleOf(document, schema)
  if (answer) expect(answer.safeParse(sample).error?.issues ?? []).toEqual([])
  if (row)
    for (const one of z.array(z.unknown()).min(1).parse(rowOf(sample, rows)))
      expect(row.safeParse(one).error?.issues ?? []).toEqual([])
}

/** The fields of a schema that the document lacks. A misspelled optional field would otherwise never be noticed. */
function unknownFields(document: OpenApi, { method, path, answer, row, rows }: DocumentedCall): string[] {
  const sample = sampleOf(document, answerSchema(document, method, path))
  const [first] = row ? z.array(z.unknown()).parse(rowOf(sample, rows)) : [sample]
  const shape = row ?? answer
  return shape instanceof z.ZodObject ? missingIn(shape, first, '') : []
}

function missingIn(shape: z.ZodObject, sample: unknown, prefix: string): string[] {
  const known = z.record(z.string(), z.unknown()).parse(sample)
  return Object.entries(shape.shape).flatMap(([name, part]) => {
    if (!(name in known)) return [prefix + name]
    const inner = bare(part)
    return inner instanceof z.ZodObject ? missingIn(inner, known[name], `${prefix}${name}.`) : []
  })
}

/** The schema without wrappers that make a field optional, nullable or lenient. */
function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bare(schema.unwrap())
  return schema instanceof z.ZodCatch ? bare(schema.unwrap()) : schema
}

/** The current document has no answers of the thumbnails; only the older one has them. */
const isOnlyInOlder = (path: string): boolean => /icons|headshot|^\/v1\/assets$/.test(path)

describe('the official document', () => {
  const document = read(CURRENT)
  const calls = CALLS.filter(({ path }) => !isOnlyInOlder(path))
  it.each(calls)('describes answers that are read: $method $path', (call) => {
    expectReadable(document, call)
  })

  it.each(calls)('have every field that is read: $method $path', (call) => {
    expect(unknownFields(document, call)).toEqual([])
  })
})

describe('the official document of 2025', () => {
  const document = read(OLDER)
  // The older document has no POST search, and gives names for presence types where the platform sent numbers (2026).
  const calls = CALLS.filter(({ path }) => !['/toolbox-service/v2/assets:search', '/v1/presence/users'].includes(path))
  it.each(calls)('describes answers that are read: $method $path', (call) => {
    expectReadable(document, call)
  })
})

const list = (row: z.ZodObject) => schemas.listAnswer.extend({ data: z.array(row) })
const page = (row: z.ZodObject) => schemas.pageAnswer.extend({ data: z.array(row) })
/**
 * A part of the call by which an example is recognized, the schema that it must match, and the minimum number of
 * examples.
 */
const EXAMPLES: readonly [string, RegExp, z.ZodType, number][] = [
  ['details', /"playing":413/, list(schemas.gameDetailsRow), 1],
  ['a placeholder', /^\{"id":0,/, schemas.gameDetailsRow, 1],
  ['votes', /"upVotes".*"downVotes"/, list(schemas.votesRow), 1],
  ['the universe of a place', /^\{"universeId":/, schemas.placeUniverse, 2],
  ['a user', /"isBanned"/, schemas.userRecord, 1],
  ['past names', /^\{"previousPageCursor":null.*"OldName"/, page(schemas.pastNameRow), 1],
  ['users by name', /^\{"data":\[\{"requestedUsername"/, list(schemas.userByNameRow), 1],
  ['users by id', /^\{"data":\[\{"hasVerifiedBadge":true,"id":1,/, list(schemas.userByIdRow), 1],
  ['a group', /"memberCount"/, schemas.groupRecord, 1],
  ['groups', /^\{"data":\[\{"id":7,/, list(schemas.groupRow), 1],
  ['presence', /"userPresences"/, schemas.presenceAnswer.extend({ userPresences: z.array(schemas.presenceRow) }), 1],
  ["an account's games", /"placeVisits"/, page(schemas.accountGameRow), 1],
  ['a new private server', /"vipServerId"/, schemas.privateServerCreated, 1],
  ['whether private servers are enabled', /"privateServersEnabled"/, schemas.privateServersEnabled, 1],
  ['the undocumented audio search', /"filteredKeyword"/, list(schemas.marketplaceRow), 1],
  ['thumbnails', /^\{"data":\[\{"targetId"/, list(schemas.thumbnailRow), 1],
  [
    'charts',
    /^\{"sorts"/,
    schemas.chartSortsAnswer.extend({ sorts: z.array(schemas.chartSort.extend({ games: z.array(schemas.chartRow) })) }),
    1,
  ],
  ['rejections', /^\{"errors":\[/, schemas.legacyErrorBody, 6],
  ['rejections of any kind', /^\{"errors":/, schemas.platformErrorBody, 6],
]

/** All complete JSON texts in code blocks and code spans. */
const examplesOf = (text: string): string[] =>
  [...text.matchAll(/```json\n([\s\S]*?)```|`([{[][^`\n]*)`/g)]
    .map((match) => (match[1] ?? match[2] ?? '').trim())
    .filter(isJson)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the recorded answers', () => {
  const examples = examplesOf(readFileSync(RECORDED, 'utf8'))
  it.each(EXAMPLES)('are read: %s', (_, sign, schema, least) => {
    const found = examples.filter((example) => sign.test(example))
    expect(found.length).toBeGreaterThanOrEqual(least)
    for (const example of found) expect(schema.safeParse(JSON.parse(example)).error?.issues ?? [], example).toEqual([])
  })
})
