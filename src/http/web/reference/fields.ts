// Turns a schema of the OpenAPI document into rows of a table: one for each field, in the order of the document.
import type { FieldSchema } from './schema.js'

export interface FieldRow {
  /** The names that lead to the field, `[]` after a list. */
  readonly path: readonly string[]
  readonly type: FieldType
  readonly description: string
  /** The words that it takes, or may have. */
  readonly enumValues: readonly string[]
  readonly isRequired: boolean
}

export interface FieldType {
  /** For example `integer or null`, or `list of`. */
  readonly text: string
  /** A named object, which the page describes once. */
  readonly object: string | undefined
}

/** Fields that are nested deeper are described only in the OpenAPI document. */
const MAX_DEPTH = 6
const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'time', date: 'date', uri: 'address', uuid: 'id' }
const REFERENCE = /^#\/components\/schemas\/(.+)$/

/** The name of the object that a schema refers to. */
export const nameOf = ({ $ref }: FieldSchema): string | undefined => REFERENCE.exec($ref ?? '')?.[1]

const isNull = ({ type }: FieldSchema): boolean => type === 'null'

/** A schema without the wrappers that only add a description or null. */
function unwrap(schema: FieldSchema): { readonly inner: FieldSchema; readonly isNullable: boolean } {
  const choices = schema.anyOf ?? schema.oneOf
  const others = choices?.filter((one) => !isNull(one))
  if (choices && others?.length === 1 && others[0]) {
    const { inner, isNullable } = unwrap(others[0])
    return { inner, isNullable: isNullable || others.length < choices.length }
  }
  if (schema.allOf?.length === 1 && schema.allOf[0]) return unwrap(schema.allOf[0])
  const types = Array.isArray(schema.type) ? schema.type : []
  return { inner: schema, isNullable: types.includes('null') }
}

export function typeOf(schema: FieldSchema): FieldType {
  const { inner, isNullable } = unwrap(schema)
  const end = isNullable ? ' or null' : ''
  const object = nameOf(inner)
  if (object !== undefined) return { text: isNullable ? 'or null' : '', object }
  if (inner.items) {
    const { text, object: item } = typeOf(inner.items)
    return { text: item === undefined ? `list of ${plural(text)}${end}` : `list of`, object: item }
  }
  return { text: plainType(inner) + end, object: undefined }
}

function plainType(schema: FieldSchema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((one) => typeOf(one).object ?? typeOf(one).text))].join(' or ')
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (schema.properties) return 'object'
  return FORMATS[schema.format ?? ''] ?? (types.length > 0 ? types.join(' or ') : 'any')
}

const plural = (type: string): string =>
  type
    .split(' or ')
    .map((one) => (one === 'null' || one === 'any' ? one : one === 'address' ? 'addresses' : `${one}s`))
    .join(' or ')

/** The values that a field can have, or that a parameter takes. */
export const enumValuesOf = (schema: FieldSchema): string[] => {
  const { inner } = unwrap(schema)
  const { enum: enumValues = [], const: word } = inner.items ? unwrap(inner.items).inner : inner
  return (word === undefined ? enumValues : [word]).filter((one) => one !== null).map((one) => `${one}`)
}

/** The named members of a union. */
export const choicesOf = (schema: FieldSchema): string[] =>
  (schema.oneOf ?? schema.anyOf ?? []).flatMap((one) => nameOf(one) ?? [])

/** The description beside a reference comes before that of what it refers to. */
function descriptionOf(schema: FieldSchema): string {
  if (schema.description !== undefined) return schema.description
  const { inner } = unwrap(schema)
  return inner.description ?? inner.items?.description ?? ''
}

/** The fields of an object, also of the items of a list, and of objects without a name in it. */
export function fieldsOf(schema: FieldSchema, parents: readonly string[] = []): FieldRow[] {
  const { inner } = unwrap(schema)
  if (nameOf(inner) !== undefined || parents.length >= MAX_DEPTH) return []
  if (inner.items) return fieldsOf(inner.items, atItems(parents))
  if (inner.allOf) return inner.allOf.flatMap((part) => fieldsOf(part, parents))
  const { properties = {}, required = [] } = inner
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = [...parents, name]
    return [{ ...rowOf(name, field, required.includes(name)), path }, ...fieldsOf(field, path)]
  })
}

const atItems = (path: readonly string[]): readonly string[] => [...path.slice(0, -1), `${path.at(-1) ?? ''}[]`]

/** One parameter or field by itself. */
export const rowOf = (name: string, schema: FieldSchema, isRequired: boolean): FieldRow => ({
  path: [name],
  type: typeOf(schema),
  description: descriptionOf(schema),
  enumValues: enumValuesOf(schema),
  isRequired,
})
