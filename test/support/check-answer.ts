// Holds every answer of /api/v1 that a test reads against the published OpenAPI document: status, type, body and headers.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { openApiDocument } from '../../src/http/api/openapi.js'
import { ENDPOINTS } from '../../src/http/api/routes.js'

export interface CheckedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

const documentShape = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({
        responses: z.record(
          z.string(),
          z.object({
            headers: z.record(z.string(), z.unknown()),
            content: z.record(z.string(), z.unknown()).optional(),
          }),
        ),
      }),
    }),
  ),
})

/** Not on every answer of its status. */
const OCCASIONAL = ['X-Ignored-Parameters', 'X-Resolution', 'Content-Disposition', 'ETag']

const DOCUMENT = openApiDocument(ENDPOINTS, { origin: 'http://localhost', operatorContact: undefined })
const { paths } = documentShape.parse(DOCUMENT)
const PATHS = ENDPOINTS.map(({ path }) => ({
  path: path.replace(/:(\w+)/g, '{$1}'),
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
}))

let ajv: Ajv2020 | undefined
const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

function validator(path: string, status: number, type: string): ValidateFunction {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(DOCUMENT, 'document')
  }
  const steps = ['paths', path, 'get', 'responses', `${status}`, 'content', type, 'schema']
  const found = ajv.getSchema(`document#/${steps.map(pointer).join('/')}`)
  if (!found) throw new Error(`The document has no ${type} for ${path} ${status}.`)
  return found
}

/** The path of the document that an address below /api/v1 belongs to. */
export const documentedPath = (address: string): string | undefined =>
  PATHS.find(({ pattern }) => pattern.test(address.split('?')[0] ?? ''))?.path

/** Throws where an answer is not as the document says. An address of no endpoint is not looked at. */
export function checkAnswer(method: string, address: string, { status, headers, text }: CheckedAnswer): void {
  const path = documentedPath(address)
  // A preflight is answered before the endpoints.
  if (path === undefined || method === 'OPTIONS') return
  const what = `${method} ${address} ${status}: ${text.slice(0, 300)}`
  const declared = paths[path]?.get.responses[`${status}`]
  if (declared === undefined) throw new Error(`The document has no such status. ${what}`)
  for (const name of Object.keys(declared.headers))
    if (headers[name.toLowerCase()] === undefined && !OCCASIONAL.includes(name))
      throw new Error(`The header ${name} is missing. ${what}`)
  const type = headers['content-type']?.split(';')[0]
  if (method === 'HEAD' || type === undefined || headers['content-encoding'] !== undefined) return
  const validate = validator(path, status, type)
  // More than that says nothing new, and takes long.
  const isLarge = text.length > 1_000_000
  if (!isLarge && !validate(type === 'application/json' ? JSON.parse(text) : text))
    throw new Error(`${JSON.stringify(validate.errors?.slice(0, 3))} ${what}`)
}
