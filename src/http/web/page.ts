// The shape of what the web door shows and does: a page is read, an action changes something. One file and one line in routes.ts.
import type { Response } from 'express'
import type { ComponentChildren } from 'preact'
import type { z } from 'zod'
import type { Role } from '../../domain/account.js'
import type { HeadcountError } from '../../domain/error.js'
import type { Membership } from '../../domain/signing-in/session.js'
import type { Operations } from '../../operations/operations.js'
import type { SignedIn } from '../../operations/signing-in/manage-sessions.js'
import type { Words } from '../../words/words.js'
import type { Browser } from './asking/browser.js'
import type { Pictures } from './game/pictures.js'

/**
 * `public`: everybody. `person`: who is signed in. A role: who has at least that role in the account that the path
 * names as `:account`; to anybody else the address does not exist.
 */
export type Access = 'public' | 'person' | Role

export interface WebSettings {
  /** Origin in links, without a slash at the end. */
  readonly origin: string
  readonly operatorContact: string | undefined
  /** Of the Discord application, where it is known. */
  clientId(): string | undefined
  /** Where signing in and inviting the bot lead to. */
  readonly discordOrigin: string
  readonly signUp: 'closed' | 'open'
  /** The content of /docs. */
  readonly referenceHtml: string
}

/** Why an action was refused, for the page that shows its form again with what was typed. */
export interface Refusal {
  readonly error: HeadcountError
  readonly given: Readonly<Record<string, string>>
}

export interface Asked {
  readonly operations: Operations
  readonly settings: WebSettings
  readonly words: Words
  readonly pictures: Pictures
  /** Of the reader. */
  readonly timeZone: string
  readonly browser: Browser
  /** undefined: not signed in. */
  readonly visitor: SignedIn | undefined
  /** Path and query, to come back to. */
  readonly address: string
  readonly refused: Refusal | undefined
}

type OfAccess<A extends Access> = A extends 'public'
  ? { readonly visitor: SignedIn | undefined; readonly member: undefined }
  : A extends 'person'
    ? { readonly visitor: SignedIn; readonly member: undefined }
    : { readonly visitor: SignedIn; readonly member: Membership }

export type Input<A extends Access, P extends z.ZodType, Q extends z.ZodType> = Omit<Asked, 'visitor'> &
  OfAccess<A> & { readonly params: z.output<P>; readonly query: z.output<Q> }

/** A page of HTML, put into the frame. No `style` attribute works: the content policy refuses it. */
export interface View {
  readonly title: string
  readonly body: ComponentChildren
  readonly status?: number
  /** One sentence, for search engines and previews. */
  readonly description?: string
  /** More for the head: OpenGraph. */
  readonly head?: ComponentChildren
  /** Files of browser/ by name, beside the one that is always there. */
  readonly scripts?: readonly string[]
  /** Charts and wide tables use the whole screen. */
  readonly isWide?: boolean
}

/** After an action: where to go on, and what is said there once. */
export interface Redirect {
  readonly to: string
  readonly said?: string
}

/** Anything else: a file, a picture. */
export interface Sent {
  send(response: Response, isHead: boolean): Promise<void> | void
}

export type Answer = View | Redirect | Sent

interface Declared<A extends Access> {
  /** In Express's own form. */
  readonly path: string
  readonly access: A
  /** Requests a minute and address, where one costs more than a page. */
  readonly limit?: number | undefined
}

/** A page with its types taken out, as the router sees it. */
export interface Page extends Declared<Access> {
  readonly kind: 'page'
  /** Its name in the navigation. A page of an account is offered to who may see it. */
  readonly nav: ((words: Words) => string) | undefined
  answer(given: Given): Promise<Answer>
}

export interface Action extends Declared<Access> {
  readonly kind: 'action'
  /** Shown again with what was wrong, where the action is refused. */
  readonly again: Page | undefined
  answer(given: Given): Promise<Answer>
}

export type Route = Page | Action

export interface Given {
  readonly asked: Asked
  readonly member: Membership | undefined
  readonly params: unknown
  readonly query: unknown
  /** The fields of the form. */
  readonly form: unknown
}
