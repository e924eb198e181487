// What the page /docs is rendered from. The API and the older lookups describe themselves, and the web pages show it.

/** One older lookup. */
export interface LegacyRoute {
  /** Below the segment, in Express route syntax; the first is the usual one. */
  readonly paths: readonly string[]
  readonly summary: string
  /** Path and query of an example, from the root. */
  readonly call: string
  /** Undefined where the answer is empty. */
  readonly answer: unknown
  /** How long an answer may be kept, in seconds; 0 where it must not be kept. */
  readonly cacheSeconds: number
  readonly needsKey: boolean
}

export interface LegacyReference {
  readonly segments: readonly string[]
  /** For one address. */
  readonly requestsPerMinute: number
  readonly routes: readonly LegacyRoute[]
}

/** The changes of one version of the API. */
export interface ApiVersion {
  readonly version: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly changes: readonly string[]
}

export interface ReferenceSource {
  /** The OpenAPI document. */
  readonly document: object
  /** The path and query of an example of each operation, by the path in the document. */
  readonly calls: Readonly<Record<string, string>>
  /** Newest first. */
  readonly versions: readonly ApiVersion[]
  readonly legacy: LegacyReference
}
