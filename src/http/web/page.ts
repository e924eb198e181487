// The shape of what the web door shows and does: a page is read, an action changes something. One file and one line in routes.ts.
import type { Response } from 'express'
import type { ComponentChildren } from 'preact'
import type { z } from 'zod'
import type { Role } from '../../domain/account.js'
import type { Membership } from '../../domain/auth/session.js'
import type { HeadcountError } from '../../domain/error.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import type { SignedInPerson } from '../../services/auth/manage-sessions.js'
import type { Services } from '../../services/services.js'
import type { WebChartCache } from './game/pictures.js'
import type { Browser } from './requests/browser.js'

/**
 * `public`: everybody. `person`: who is signed in. A role: who has at least that role in the account that the path
 * names as `:account`; to anybody else the address does not exist.
 */
export type PageAccess = 'public' | 'person' | Role

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
export interface FormRejection {
  readonly error: HeadcountError
  readonly given: Readonly<Record<string, string>>
}

export interface RequestContext {
  readonly services: Services
  readonly settings: WebSettings
  readonly catalog: MessageCatalog
  readonly pictures: WebChartCache
  /** Of the reader. */
  readonly timeZone: string
  readonly browser: Browser
  /** undefined: not signed in. */
  readonly visitor: SignedInPerson | undefined
  /** Path and query, to come back to. */
  readonly address: string
  readonly refused: FormRejection | undefined
}

type AccessContext<A extends PageAccess> = A extends 'public'
  ? { readonly visitor: SignedInPerson | undefined; readonly member: undefined }
  : A extends 'person'
    ? { readonly visitor: SignedInPerson; readonly member: undefined }
    : { readonly visitor: SignedInPerson; readonly member: Membership }

export type PageInput<A extends PageAccess, P extends z.ZodType, Q extends z.ZodType> = Omit<
  RequestContext,
  'visitor'
> &
  AccessContext<A> & { readonly params: z.output<P>; readonly query: z.output<Q> }

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
export interface FileResponse {
  send(response: Response, isHead: boolean): Promise<void> | void
}

export type WebResponse = View | Redirect | FileResponse

interface RouteDeclaration<A extends PageAccess> {
  /** In Express's own form. */
  readonly path: string
  readonly access: A
  /** Requests a minute and address, where one costs more than a page. */
  readonly limit?: number | undefined
}

/** A page with its types taken out, as the router sees it. */
export interface WebPage extends RouteDeclaration<PageAccess> {
  readonly kind: 'page'
  /** Its name in the navigation. A page of an account is offered to who may see it. */
  readonly nav: ((catalog: MessageCatalog) => string) | undefined
  answer(given: WebRequest): Promise<WebResponse>
}

export interface Action extends RouteDeclaration<PageAccess> {
  readonly kind: 'action'
  /** Shown again with what was wrong, where the action is refused. */
  readonly again: WebPage | undefined
  answer(given: WebRequest): Promise<WebResponse>
}

export type WebRoute = WebPage | Action

export interface WebRequest {
  readonly asked: RequestContext
  readonly member: Membership | undefined
  readonly params: unknown
  readonly query: unknown
  /** The fields of the form. */
  readonly form: unknown
}
