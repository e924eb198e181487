// What the page /docs shows of the API: the OpenAPI document, an example call of each operation, and the versions.
import type { ReferenceSource } from '../reference-source.js'
import { openApiDocument, openPath, type Publisher } from './openapi.js'
import { ENDPOINTS } from './routes.js'
import { API_VERSIONS } from './versions.js'

export const apiReference = (publisher: Publisher): Omit<ReferenceSource, 'legacy'> => ({
  document: openApiDocument(ENDPOINTS, publisher),
  calls: Object.fromEntries(ENDPOINTS.map(({ path, example }) => [openPath(path), example.call])),
  versions: API_VERSIONS,
})
