// The shape of one endpoint: its schemas are declared once; validation, types and documentation come from them.
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Account } from '../../domain/account.js'
import type { Services } from '../../services/services.js'
import type { RateWindow } from '../rate-limit.js'
import type { Stream } from '../send-stream.js'

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

export interface Example {
  /** Path and query below /api/v1. */
  readonly call: string
  readonly answer: Readonly<Record<string, unknown>>
}

interface EndpointBase<Params extends z.ZodObject, Query extends z.ZodObject> {
  /** Below `/api/v1`, in Express's own form. */
  readonly path: string
  readonly summary: string
  /** `full`: for an active Premium or Enterprise subscription only (PLANS-3). */
  readonly access: 'basic' | 'full'
  readonly params: Params
  readonly query: Query
  /** A call and its answer, for the documentation: held against the schemas by a test. */
  readonly example: Example
  /** The same can be had as CSV. */
  readonly alsoCsv?: true
}

export interface JsonEndpoint<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>
  extends EndpointBase<Params, Query> {
  /** Without `success`: that is added to every answer. */
  readonly response: Body
  handle(input: EndpointInput<Params, Query>): Promise<z.input<Body>>
}

export interface StreamEndpoint<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>
  extends EndpointBase<Params, Query> {
  readonly response: Body
  stream(input: EndpointInput<Params, Query>): Promise<Stream>
}

/** An endpoint with its types taken out, as the router sees it. */
export interface Endpoint extends EndpointBase<z.ZodObject, z.ZodObject> {
  readonly response: z.ZodObject
  answer(given: EndpointRequest): Promise<void>
}

export interface EndpointRequest {
  readonly caller: ApiCaller
  readonly services: Services
  readonly request: Request
  readonly response: Response
  /** In tests every answer is held against its schema. */
  readonly checkAnswers: boolean
}
