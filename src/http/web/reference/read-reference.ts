// Reads what the page /docs shows from the OpenAPI document.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ApiVersion, LegacyReference, ReferenceSource } from '../../reference-source.js'
import { choicesOf, enumValuesOf, type FieldRow, fieldsOf, nameOf, rowOf } from './fields.js'
import {
  type AnswerDescription,
  type ApiDescription,
  type FieldSchema,
  type OperationDescription,
  type ParameterDescription,
  parseInSteps,
} from './schema.js'

export interface ReferenceParameter {
  readonly row: FieldRow
  readonly where: 'path' | 'query'
  /** Undefined where there is none. */
  readonly fallback: string | undefined
  /** The smallest and the greatest number that it takes; undefined where it is no number or has no bounds. */
  readonly bounds: readonly [number, number] | undefined
}

export interface ReferenceStatus {
  readonly status: string
  readonly description: string
}

export interface ReferenceHeader {
  readonly name: string
  readonly description: string
}

export interface ReferenceOperation {
  /** The anchor. */
  readonly id: string
  readonly tag: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly isDeprecated: boolean
  readonly parameters: readonly ReferenceParameter[]
  readonly fields: readonly FieldRow[]
  readonly statuses: readonly ReferenceStatus[]
  readonly headers: readonly ReferenceHeader[]
  /** Path and query below `/api/v1`. */
  readonly call: string
  readonly answer: unknown
  readonly isAlsoCsv: boolean
}

export interface ReferenceGroup {
  readonly tag: string
  readonly description: string
  readonly endpoints: readonly ReferenceOperation[]
}

export interface ReferenceObject {
  readonly name: string
  readonly description: string
  readonly fields: readonly FieldRow[]
  /** The objects of a union, of which a value is exactly one. */
  readonly choices: readonly string[]
  /** The allowed values of an enumeration. */
  readonly enumValues: readonly string[]
}

export interface Reference {
  readonly version: string
  readonly groups: readonly ReferenceGroup[]
  /** The named objects of which answers are made. */
  readonly objects: readonly ReferenceObject[]
  readonly versions: readonly ApiVersion[]
  readonly legacy: LegacyReference
}

const REF = /^#\/components\/(\w+)\/(.+)$/
const JSON_TYPE = 'application/json'

export function readReference(source: ReferenceSource): Reference {
  const steps = readInSteps(source)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same with turns of the event loop in between, because it takes tens of milliseconds the first time. */
export async function readInTurns(source: ReferenceSource): Promise<Reference> {
  const steps = readInSteps(source)
  for (;;) {
    await yieldToEventLoop()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function* readInSteps({ document: source, calls, versions, legacy }: ReferenceSource): Generator<void, Reference> {
  const document = yield* parseInSteps(source)
  const endpoints: ReferenceOperation[] = []
  for (const [path, { get }] of Object.entries(document.paths)) {
    yield
    endpoints.push(readOperation(document, path, get, calls[path] ?? path))
  }
  yield
  const texts = new Map(document.tags.map(({ name, description }) => [name, description]))
  const tags = new Set([...texts.keys(), ...endpoints.map(({ tag }) => tag)])
  const groups = [...tags].map((tag) => ({
    tag,
    description: texts.get(tag) ?? '',
    endpoints: endpoints.filter((operation) => operation.tag === tag),
  }))
  const objects = Object.entries(document.components.schemas).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    fields: described(document, fieldsOf(schema)),
    choices: choicesOf(schema),
    enumValues: enumValuesOf(schema),
  }))
  return {
    version: document.info.version,
    groups: groups.filter((group) => group.endpoints.length > 0),
    objects,
    versions,
    legacy,
  }
}

function readOperation(
  document: ApiDescription,
  path: string,
  operation: OperationDescription,
  call: string,
): ReferenceOperation {
  const answers = Object.entries(operation.responses).map(
    ([status, one]) => [status, resolved(document, 'responses', one)] as const,
  )
  const success = answers.find(([status]) => status === '200')?.[1]
  const json = success?.content[JSON_TYPE]
  return {
    id: operation.operationId,
    tag: operation.tags[0] ?? '',
    path,
    summary: operation.summary,
    description: operation.description,
    isDeprecated: operation.deprecated,
    parameters: operation.parameters.flatMap((one) => readParameter(resolved(document, 'parameters', one))),
    // Each answer has `success`, which the page says once.
    fields: json?.schema
      ? described(document, fieldsOf(withoutName(document, json.schema))).filter(
          (row) => row.path.join('.') !== 'success',
        )
      : [],
    statuses: answers.map(([status, { description }]) => ({ status, description })),
    headers: success ? headersOf(document, success) : [],
    call,
    answer: json?.example ?? Object.values(json?.examples ?? {})[0]?.value,
    isAlsoCsv: success?.content['text/csv'] !== undefined,
  }
}

function readParameter(parameter: ParameterDescription): ReferenceParameter[] {
  const { name, in: where, required, description, schema = {} } = parameter
  if (where !== 'path' && where !== 'query') return []
  const row = rowOf(name, { ...schema, ...(description !== undefined && { description }) }, required)
  const fallback = schema.default === undefined ? undefined : `${schema.default}`
  const { minimum, maximum } = schema
  const bounds = minimum === undefined || maximum === undefined ? undefined : ([minimum, maximum] as const)
  return [{ row, where, fallback, bounds }]
}

/** A field without a description has the description of its object. */
const described = ({ components }: ApiDescription, rows: readonly FieldRow[]): FieldRow[] =>
  rows.map((row) => ({
    ...row,
    description: row.description || (components.schemas[row.type.object ?? '']?.description ?? ''),
  }))

/** The answer itself, or a part of it, may be a named object, whose fields are those of the answer. */
function withoutName(document: ApiDescription, schema: FieldSchema): FieldSchema {
  const name = nameOf(schema)
  if (name !== undefined) return withoutName(document, document.components.schemas[name] ?? {})
  return schema.allOf ? { ...schema, allOf: schema.allOf.map((part) => withoutName(document, part)) } : schema
}

const headersOf = (document: ApiDescription, { headers }: AnswerDescription): ReferenceHeader[] =>
  Object.entries(headers).map(([name, one]) => ({
    name,
    description: resolved(document, 'headers', one).description,
  }))

type Components = ApiDescription['components']

/** Resolves a reference within the document. */
function resolved<Kind extends 'parameters' | 'headers' | 'responses'>(
  { components }: ApiDescription,
  kind: Kind,
  component: Components[Kind][string] | { readonly $ref: string },
): Components[Kind][string] {
  if (!('$ref' in component)) return component
  const [, , name = ''] = REF.exec(component.$ref) ?? []
  const found = components[kind][name]
  if (found === undefined) throw new Error(`The OpenAPI document refers to ${component.$ref}, which it does not have.`)
  return found as Components[Kind][string]
}
