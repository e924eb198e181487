// The types that declare an API endpoint: validation, types and documentation all come from its schemas.
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Account } from '../../domain/account.js'
import type { Services } from '../../services/services.js'
import type { RateWindow } from '../rate-limit.js'
import type { TextFile } from '../send-json.js'
import type { Stream } from '../send-stream.js'
import type { PreparedAnswers } from './preparation/prepared-answers.js'

/** Where the API is mounted. */
export const API_PATH = '/api/v1'

export interface ApiCaller {
  readonly account: Account
  readonly window: RateWindow
}

export interface EndpointInput<Params extends z.ZodObject, Query extends z.ZodObject> {
  readonly caller: ApiCaller
  readonly params: z.output<Params>
  readonly query: z.output<Query>
  readonly services: Services
}

/** The groups of endpoints in the documentation. */
export const API_TAGS = {
  Games: 'The games that the account tracks',
  Now: 'How games are doing now',
  History: 'Numbers of the past, as sums, points and samples',
  Events: 'What happened, and what it did',
  Account: 'The account, its plan and its usage',
} as const
export type ApiTag = keyof typeof API_TAGS

export interface Example {
  /** Path and query, relative to `/api/v1`. */
  readonly call: string
  readonly answer: Readonly<Record<string, unknown>>
}

/** UTC days, `YYYY-MM-DD`. */
export interface Deprecation {
  readonly announced: string
  /** At least 12 months after the announcement. */
  readonly ends: string
}

interface EndpointBase<Params extends z.ZodObject, Query extends z.ZodObject> {
  /** Relative to `/api/v1`, in Express route syntax. */
  readonly path: string
  readonly summary: string
  readonly tag: ApiTag
  /** `full` requires an active Premium or Enterprise subscription (PLANS-3). */
  readonly access: 'basic' | 'full'
  readonly params: Params
  readonly query: Query
  /** An example request and response for the documentation; a test checks both against the schemas. */
  readonly example: Example
  /** Headers of the answer that not every endpoint has. */
  readonly headers?: readonly 'X-Resolution'[]
  /** An example of the answer as CSV, if the endpoint has that form too. */
  readonly csvExample?: string
  /** API-70: announced to its callers by headers. */
  readonly deprecation?: Deprecation
  /** The specification names this endpoint: it ignores parameters that it does not know, which all others reject. */
  readonly isSpecified?: true
}

export interface JsonEndpoint<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>
  extends EndpointBase<Params, Query> {
  /**
   * The answer depends only on stored data, the plan, the minute and the URL, so that its bytes may be cached until one of
   * them changes. Not for endpoints with CSV.
   */
  isPrepared?(services: Services): boolean
  /** The answer says how the platform as a whole is doing. */
  readonly hasMarket?: true
  /** Without `success`, which is added to every response. */
  readonly response: Body
  handle(input: EndpointInput<Params, Query>): Promise<z.input<Body>>
  /** An entity tag that overrides the hash of the body. */
  tagOf?(body: z.input<Body>, input: EndpointInput<Params, Query>): Promise<string | undefined>
  /** The same answer as a file, if the request asks for one. */
  csv?(body: z.input<Body>, input: EndpointInput<Params, Query>): TextFile | undefined
}

export interface StreamEndpoint<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>
  extends EndpointBase<Params, Query> {
  readonly response: Body
  stream(input: EndpointInput<Params, Query>, request: Request): Promise<Stream>
}

/** An endpoint with its type parameters erased, as the router uses it. */
export interface Endpoint extends EndpointBase<z.ZodObject, z.ZodObject> {
  readonly response: z.ZodObject
  answer(request: EndpointRequest): Promise<void>
}

export interface EndpointRequest {
  readonly caller: ApiCaller
  readonly services: Services
  readonly request: Request
  readonly response: Response
  /** Checks every response against its schema; on in tests. */
  readonly checkAnswers: boolean
  readonly prepared: PreparedAnswers
}
