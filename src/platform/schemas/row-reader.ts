// Reads rows of which a tick has thousands. A row whose fields are plainly as its schema wants them is copied, because zod makes several
// objects for each field that it parses. The schema decides about every other row.
import { z } from 'zod'
import { wireCount, wireId, wireName } from './wire.js'

/** Each accepts only what its schema accepts and does not change. */
const CHECKS: ReadonlyMap<z.ZodType, (value: unknown) => boolean> = new Map<z.ZodType, (value: unknown) => boolean>([
  [wireCount, (value) => Number.isSafeInteger(value) && Number(value) >= 0],
  [wireId, (value) => Number.isSafeInteger(value) && Number(value) > 0],
  [wireName, (value) => typeof value === 'string' && !value.includes('\0')],
])

/** Returns undefined where the schema has to decide. */
type Copy = (value: unknown) => unknown

/** The reader returns undefined for a row that does not match the schema. */
export function rowReader<Schema extends z.ZodObject>(schema: Schema): (row: unknown) => z.infer<Schema> | undefined {
  const copy = copyBy(schema) as (row: unknown) => z.infer<Schema> | undefined
  return (row) => copy(row) ?? schema.safeParse(row).data
}

function copyBy(schema: z.core.$ZodType): Copy {
  const check = CHECKS.get(schema as z.ZodType)
  if (check !== undefined) return (value) => (check(value) ? value : undefined)
  const hasChecks = (schema._zod.def.checks ?? []).length > 0
  if (!hasChecks) {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodCatch) return copyBy(schema.def.innerType)
    if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return copyByShape(schema.shape)
  }
  return (value) => z.safeParse(schema, value).data
}

function copyByShape(shape: z.core.$ZodShape): Copy {
  const fields = Object.entries(shape).map(([name, field]) => {
    const missing = z.safeParse(field, undefined)
    return { name, copy: copyBy(field), mayBeMissing: missing.success && missing.data === undefined }
  })
  return (value) => {
    if (!isRecord(value)) return undefined
    const copied: Record<string, unknown> = {}
    for (const { name, copy, mayBeMissing } of fields) {
      const field = value[name]
      if (field === undefined && mayBeMissing) continue
      const own = copy(field)
      if (own === undefined) return undefined
      copied[name] = own
    }
    return copied
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
