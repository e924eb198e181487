// The parts of an OpenAPI document that the reference shows.
import { z } from 'zod'

/** A JSON schema (2020-12), as far as it is shown. */
export interface FieldSchema {
  readonly $ref?: string | undefined
  readonly type?: string | readonly string[] | undefined
  readonly format?: string | undefined
  readonly description?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly properties?: Readonly<Record<string, FieldSchema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: FieldSchema | undefined
  readonly allOf?: readonly FieldSchema[] | undefined
  readonly anyOf?: readonly FieldSchema[] | undefined
  readonly oneOf?: readonly FieldSchema[] | undefined
}

const text = z.string().optional()

export const fieldSchema: z.ZodType<FieldSchema> = z.lazy(() =>
  z.object({
    $ref: text,
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: text,
    description: text,
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional(),
    examples: z.array(z.unknown()).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    properties: z.record(z.string(), fieldSchema).optional(),
    required: z.array(z.string()).optional(),
    items: fieldSchema.optional().catch(undefined),
    allOf: z.array(fieldSchema).optional(),
    anyOf: z.array(fieldSchema).optional(),
    oneOf: z.array(fieldSchema).optional(),
  }),
)

const reference = z.object({ $ref: z.string() })
const header = z.object({ description: z.string().default('') })
const namedExamples = z.record(z.string(), z.object({ value: z.unknown().optional() }))
const mediaType = z.object({
  schema: fieldSchema.optional(),
  example: z.unknown().optional(),
  examples: namedExamples.optional(),
})
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().default(false),
  description: text,
  example: z.unknown().optional(),
  schema: fieldSchema.optional(),
})
const response = z.object({
  description: z.string().default(''),
  headers: z.record(z.string(), z.union([reference, header])).default({}),
  content: z.record(z.string(), mediaType).default({}),
})
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  deprecated: z.boolean().default(false),
  parameters: z.array(z.union([reference, parameter])).default([]),
  responses: z.record(z.string(), z.union([reference, response])),
})

const documentSchema = z.object({
  info: z.object({ version: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string().default('') })).default([]),
  paths: z.record(z.string(), z.object({ get: operation })),
  components: z
    .object({
      schemas: z.record(z.string(), fieldSchema).default({}),
      parameters: z.record(z.string(), parameter).default({}),
      headers: z.record(z.string(), header).default({}),
      responses: z.record(z.string(), response).default({}),
    })
    .default({ schemas: {}, parameters: {}, headers: {}, responses: {} }),
})

export type ApiDescription = z.output<typeof documentSchema>

const untyped = z.looseObject({
  paths: z.record(z.string(), z.unknown()),
  components: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})

/** One path or component in a step, because the whole document takes tens of milliseconds. */
export function* parseInSteps(source: object): Generator<void, ApiDescription> {
  const { paths, components, ...rest } = untyped.parse(source)
  const parse = (part: object): ApiDescription => documentSchema.parse({ ...rest, paths: {}, ...part })
  const whole = parse({})
  for (const [path, one] of Object.entries(paths)) {
    yield
    Object.assign(whole.paths, parse({ paths: { [path]: one } }).paths)
  }
  for (const kind of COMPONENT_KINDS)
    for (const [name, one] of Object.entries(components[kind] ?? {})) {
      yield
      Object.assign(whole.components[kind], parse({ components: { [kind]: { [name]: one } } }).components[kind])
    }
  return whole
}

const COMPONENT_KINDS = ['schemas', 'parameters', 'headers', 'responses'] as const
export type OperationDescription = z.output<typeof operation>
export type ParameterDescription = z.output<typeof parameter>
export type AnswerDescription = z.output<typeof response>
