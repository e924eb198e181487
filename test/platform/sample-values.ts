// Makes sample values from the response schemas of an OpenAPI document, with every documented field and its type.
import { z } from 'zod'

const operation = z.object({
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
})
const content = z.object({ schema: z.unknown() })
export const openApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})
export type OpenApi = z.infer<typeof openApi>

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly allOf?: readonly unknown[]
  readonly oneOf?: readonly unknown[]
}

/** Enough for every row that the tests read; without a maximum, schemas that refer to themselves would never end. */
const MAX_DEPTH = 14
/** More than 32 bits hold, as ids of universes have. */
const LARGE = 7_000_000_000

/** The schema of the answer with status 200; undefined where the document has none. */
export function answerSchema(document: OpenApi, method: string, path: string): unknown {
  // Where two services have the same path, the document adds a suffix to the key.
  const found = Object.entries(document.paths).find(([key]) => key.split('#')[0] === path)?.[1][method]
  const parsed = operation.safeParse(found)
  const [first] = Object.values((parsed.success && parsed.data.responses['200']?.content) || {})
  return first === undefined ? undefined : content.parse(first).schema
}

export function sampleOf(document: OpenApi, given: unknown, depth = 0): unknown {
  const schema = given as Schema
  if (depth > MAX_DEPTH) return null
  if (schema.$ref !== undefined) return sampleOf(document, resolve(document, schema.$ref), depth + 1)
  if (schema.enum) return wordOf(schema.description) ?? schema.enum[0]
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? [])].map((part) => sampleOf(document, part, depth + 1))
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => [
    name,
    sampleOf(document, part, depth + 1),
  ])
  if (parts.length > 0) return together(fields.length > 0 ? [...parts, Object.fromEntries(fields)] : parts)
  if (schema.properties) return Object.fromEntries(fields)
  if (schema.type === 'array') return [sampleOf(document, schema.items, depth + 1)]
  return plain(schema)
}

/** PLATFORM-4: enums that documents describe as integers, `['User' = 0]`, are sent as words. */
const wordOf = (description = ''): string | undefined => /\['(\w+)' = \d+/.exec(description)?.[1]

/** Merges the fields of several objects; a single value stays as it is. */
const together = (samples: readonly unknown[]): unknown =>
  samples.length === 1 ? samples[0] : Object.assign({}, ...samples)

function plain({ type, format }: Schema): unknown {
  if (type === 'integer') return format === 'int64' ? LARGE : 1
  if (type === 'number') return 1.5
  if (type === 'boolean') return true
  if (type === 'object') return {}
  return format === 'date-time' ? '2026-01-31T12:00:00.1234567Z' : 'text'
}

function resolve({ components }: OpenApi, ref: string): unknown {
  const name = decodeURIComponent(ref.replace('#/components/schemas/', ''))
  const found = components.schemas[name]
  if (found === undefined) throw new Error(`The document has no ${ref}.`)
  return found
}
