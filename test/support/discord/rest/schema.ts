// Checks every request body against Discord's own OpenAPI description, of which `openapi.json` is an extract.
// `DISCORD_OPENAPI` names another file, for example the whole description.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { asRecord, asText, isRecord, recordsOf } from '../json.js'
import type { Json, RestCall } from '../types.js'

const EXTRACT = fileURLToPath(new URL('openapi.json', import.meta.url))
/** Bit fields, which the description calls integers and the API takes and returns as decimal strings. */
const INTEGER_OR_TEXT = new Set(['default_member_permissions', 'allow', 'deny'])
const MAX_PASSED = 100
const METHODS = ['post', 'put', 'patch']

export interface SchemaError {
  call: string
  problems: string[]
}

interface Operation {
  method: string
  pattern: RegExp
  pointer: string
}

interface Description {
  ajv: Ajv2020
  operations: Operation[]
  compiled: Map<string, ValidateFunction>
  /** What was put and had nothing wrong: each bot of the tests registers the same commands, which takes long to check. */
  passed: Set<string>
}

export const descriptionPath = (): string => process.env.DISCORD_OPENAPI ?? EXTRACT

/** Makes the check of one double. It only records errors, because Discord calls the description a preview. */
export function makeSchemaCheck(description: string, errors: SchemaError[]): (call: RestCall) => void {
  return (call) => {
    const problems = checkAgainstDescription(description, call)
    if (problems?.length) errors.push({ call: `${call.method} ${call.path}`, problems })
  }
}

let loaded: Description | undefined

/** What the description finds wrong in the body; `undefined` where it knows no such operation. */
function checkAgainstDescription(path: string, call: RestCall): string[] | undefined {
  loaded ??= load(path)
  const { ajv, operations, compiled, passed } = loaded
  const method = call.method.toLowerCase()
  const operation = operations.find((candidate) => candidate.method === method && candidate.pattern.test(call.path))
  if (!operation) return undefined
  const put = method === 'put' ? `${operation.pointer} ${JSON.stringify(call.body)}` : undefined
  if (put !== undefined && passed.has(put)) return []
  const validate = compiled.get(operation.pointer) ?? ajv.compile({ $ref: `discord#${operation.pointer}` })
  compiled.set(operation.pointer, validate)
  if (!validate(call.body ?? {})) return readable(validate.errors ?? [])
  if (put !== undefined && passed.size < MAX_PASSED) passed.add(put)
  return []
}

function load(path: string): Description {
  const original = asRecord(JSON.parse(readFileSync(path, 'utf8')))
  const document = asRecord(rewrite(original, asRecord(asRecord(original.components).schemas)))
  // The document uses keywords of OpenAPI and formats that ajv does not know.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false })
  addFormats.default(ajv)
  for (const format of ['snowflake', 'nonce']) ajv.addFormat(format, true)
  ajv.addSchema(document, 'discord')
  return { ajv, operations: listOperations(asRecord(document.paths)), compiled: new Map(), passed: new Set() }
}

function listOperations(paths: Json): Operation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => hasJsonBody(asRecord(methods)[method])).map((method) => ({
      method,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      pointer: `/paths/${escapePointer(path)}/${method}/requestBody/content/application~1json/schema`,
      wild: path.split('{').length,
    })),
  )
  // A path with a literal segment (@original) comes before the one with a parameter in its place.
  return operations.sort((left, right) => left.wild - right.wild)
}

function hasJsonBody(operation: unknown): boolean {
  const body = asRecord(asRecord(operation).requestBody)
  return 'application/json' in asRecord(body.content)
}

const escapePointer = (path: string) => encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))

function allowTextForIntegers(key: string, node: Json): Json {
  if (!INTEGER_OR_TEXT.has(key) || !String(node.type).includes('integer')) return node
  return { anyOf: [node, { type: 'string', pattern: '^\\d+$' }] }
}

/**
 * Turns a union whose members differ by `type` into one condition for each member, so that an error names what is wrong
 * with the member of that type, and not why the body is none of the others.
 */
function distinguish(node: Json, schemas: Json): Json {
  const members = recordsOf(node.oneOf ?? node.anyOf)
  const types = members.map((member) => typesOf(member, schemas))
  const all = types.flat()
  if (members.length < 2 || types.some((list) => list.length === 0) || new Set(all).size < all.length) return node
  const conditions = members.map((member, index) => ({
    if: { properties: { type: { enum: types[index] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: member,
  }))
  return { allOf: [{ properties: { type: { enum: all } }, required: ['type'] }, ...conditions] }
}

function typesOf(member: Json, schemas: Json): unknown[] {
  const name = asText(member.$ref).split('/').at(-1) ?? ''
  const { type } = asRecord(asRecord(schemas[name]).properties)
  const values = asRecord(type).enum
  return Array.isArray(values) ? values : []
}

function rewrite(node: unknown, schemas: Json, key = ''): unknown {
  if (Array.isArray(node)) return node.map((entry) => rewrite(entry, schemas))
  if (!isRecord(node)) return node
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, rewrite(value, schemas, name)]))
  return allowTextForIntegers(key, distinguish(inner, schemas))
}

/** Omits "fits no member of the union" and "is not null" where there is a more precise reason. */
function readable(errors: readonly ErrorObject[]): string[] {
  const isVague = ({ keyword, params }: ErrorObject) =>
    ['oneOf', 'anyOf', 'if'].includes(keyword) || (keyword === 'type' && params.type === 'null')
  const close = errors.filter((error) => !isVague(error))
  const decisive = close.length > 0 ? close : errors
  return [...new Set(decisive.map((error) => `${error.instancePath || '/'} ${error.message ?? error.keyword}`))].slice(
    0,
    10,
  )
}
