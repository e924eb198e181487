// Makes a page or an action out of its declaration: validate, handle.
import { z } from 'zod'
import { validate } from '../validate.js'
import type { Access, Action, Answer, Given, Input, Page } from './page.js'

type Anything = z.ZodObject

const nothing = z.object({})
type Nothing = typeof nothing

interface PageDeclaration<A extends Access, P extends Anything, Q extends Anything> {
  readonly path: string
  readonly access: A
  readonly limit?: number
  readonly nav?: Page['nav']
  readonly params?: P
  readonly query?: Q
  handle(input: Input<A, P, Q>): Promise<Answer> | Answer
}

export function page<A extends Access, P extends Anything = Nothing, Q extends Anything = Nothing>(
  declared: PageDeclaration<A, P, Q>,
): Page {
  const { path, access, limit, nav } = declared
  return {
    kind: 'page',
    path,
    access,
    limit,
    nav,
    answer: async (given) => declared.handle(inputOf<A, P, Q>(declared, given)),
  }
}

interface ActionDeclaration<A extends Access, P extends Anything, F extends Anything> {
  readonly path: string
  readonly access: A
  readonly limit?: number
  readonly params?: P
  readonly form?: F
  readonly again?: Page
  handle(input: Input<A, P, Nothing> & { readonly form: z.output<F> }): Promise<Answer> | Answer
}

export function action<A extends Access, P extends Anything = Nothing, F extends Anything = Nothing>(
  declared: ActionDeclaration<A, P, F>,
): Action {
  const { path, access, limit, again } = declared
  return {
    kind: 'action',
    path,
    access,
    limit,
    again,
    answer: async (given) => {
      const input = inputOf<A, P, Nothing>({ params: declared.params }, given)
      const form = validate(declared.form ?? nothing, given.form) as z.output<F>
      return declared.handle(Object.assign(input, { form }))
    },
  }
}

function inputOf<A extends Access, P extends Anything, Q extends Anything>(
  declared: { readonly params?: P | undefined; readonly query?: Q | undefined },
  { asked, member, params, query }: Given,
): Input<A, P, Q> {
  // The router has seen to it that visitor and member are there where the access asks for them.
  return {
    ...asked,
    member,
    params: validate(declared.params ?? nothing, params),
    query: validate(declared.query ?? nothing, query),
  } as unknown as Input<A, P, Q>
}
