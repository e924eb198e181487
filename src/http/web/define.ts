// Turns the declaration of a page or an action into a handler that validates the request and runs it.
import { z } from 'zod'
import { validate } from '../read-request.js'
import type { Action, PageAccess, PageInput, WebPage, WebRequest, WebResponse } from './page.js'

type AnyObjectSchema = z.ZodObject

const nothing = z.object({})
type EmptySchema = typeof nothing

interface PageDeclaration<A extends PageAccess, P extends AnyObjectSchema, Q extends AnyObjectSchema> {
  readonly path: string
  readonly access: A
  readonly limit?: number
  readonly isUnlisted?: boolean
  readonly nav?: WebPage['nav']
  readonly formPage?: WebPage
  readonly params?: P
  readonly query?: Q
  handle(input: PageInput<A, P, Q>): Promise<WebResponse> | WebResponse
}

export function page<
  A extends PageAccess,
  P extends AnyObjectSchema = EmptySchema,
  Q extends AnyObjectSchema = EmptySchema,
>(declaration: PageDeclaration<A, P, Q>): WebPage {
  const { path, access, limit, isUnlisted, nav, formPage } = declaration
  return {
    kind: 'page',
    path,
    access,
    limit,
    isUnlisted,
    nav,
    formPage,
    fields: Object.keys(declaration.query?.shape ?? {}),
    answer: async (request) => declaration.handle(inputOf<A, P, Q>(declaration, request)),
  }
}

interface ActionDeclaration<A extends PageAccess, P extends AnyObjectSchema, F extends AnyObjectSchema> {
  readonly path: string
  readonly access: A
  readonly limit?: number
  readonly params?: P
  readonly form?: F
  readonly formPage?: WebPage
  handle(input: PageInput<A, P, EmptySchema> & { readonly form: z.output<F> }): Promise<WebResponse> | WebResponse
}

export function action<
  A extends PageAccess,
  P extends AnyObjectSchema = EmptySchema,
  F extends AnyObjectSchema = EmptySchema,
>(declaration: ActionDeclaration<A, P, F>): Action {
  const { path, access, limit, formPage } = declaration
  return {
    kind: 'action',
    path,
    access,
    limit,
    formPage,
    fields: Object.keys(declaration.form?.shape ?? {}),
    answer: async (request) => {
      const input = inputOf<A, P, EmptySchema>({ params: declaration.params }, request)
      const form = validate(declaration.form ?? nothing, request.form) as z.output<F>
      return declaration.handle(Object.assign(input, { form }))
    },
  }
}

function inputOf<A extends PageAccess, P extends AnyObjectSchema, Q extends AnyObjectSchema>(
  declaration: { readonly params?: P | undefined; readonly query?: Q | undefined },
  { context, member, params, query }: WebRequest,
): PageInput<A, P, Q> {
  // The router guarantees that visitor and member are present where the access requires them.
  return {
    ...context,
    member,
    params: validate(declaration.params ?? nothing, params),
    query: validate(declaration.query ?? nothing, query),
  } as unknown as PageInput<A, P, Q>
}
