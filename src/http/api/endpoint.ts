// The shape of one endpoint: its schemas are declared once; validation, types and documentation come from them.
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Account } from '../../domain/account.js'
import type { Operations } from '../../operations/operations.js'
import type { Window } from '../rate-limit.js'
import type { Stream } from '../send-stream.js'

export interface Caller {
  readonly account: Account
  readonly window: Window
}

export interface Input<Params extends z.ZodObject, Query extends z.ZodObject> {
  readonly caller: Caller
  readonly params: z.output<Params>
  readonly query: z.output<Query>
  readonly operations: Operations
}

export interface Example {
  /** Path and query below /api/v1. */
  readonly call: string
  readonly answer: Readonly<Record<string, unknown>>
}

interface Common<Params extends z.ZodObject, Query extends z.ZodObject> {
  /** Below `/api/v1`, in Express's own form. */
  readonly path: string
  readonly summary: string
  /** `full`: marked "Premium or Enterprise only" in the specification; a trial is refused. */
  readonly access: 'basic' | 'full'
  readonly params: Params
  readonly query: Query
  /** A call and its answer, for the documentation: held against the schemas by a test. */
  readonly example: Example
  /** The same can be had as CSV. */
  readonly alsoCsv?: true
}

export interface JsonEndpoint<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>
  extends Common<Params, Query> {
  /** Without `success`: that is added to every answer. */
  readonly response: Body
  handle(input: Input<Params, Query>): Promise<z.input<Body>>
}

export interface StreamEndpoint<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>
  extends Common<Params, Query> {
  readonly response: Body
  stream(input: Input<Params, Query>): Promise<Stream>
}

/** An endpoint with its types taken out, as the router sees it. */
export interface Endpoint extends Common<z.ZodObject, z.ZodObject> {
  readonly response: z.ZodObject
  answer(given: Given): Promise<void>
}

export interface Given {
  readonly caller: Caller
  readonly operations: Operations
  readonly request: Request
  readonly response: Response
  /** In tests every answer is held against its schema. */
  readonly checkAnswers: boolean
}
