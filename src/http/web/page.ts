// The types that declare web routes: a page reads and an action changes something. Each is one file and one line in routes.ts.
import type { Response } from 'express'
import type { ComponentChildren } from 'preact'
import type { z } from 'zod'
import type { Role } from '../../domain/account.js'
import type { Membership } from '../../domain/auth/session.js'
import type { HeadcountError } from '../../domain/error.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import type { SignedInPerson } from '../../services/auth/manage-sessions.js'
import type { IconNames } from '../../services/icons/icon-records.js'
import type { Services } from '../../services/services.js'
import type { Assets } from '../assets.js'
import type { RateLimits } from '../rate-limit.js'
import type { Cookies } from './cookies.js'
import type { WebChartCache } from './game/pictures.js'
import type { Reference } from './reference/read-reference.js'
import type { Browser } from './requests/browser.js'
import type { PageTheme } from './requests/preferences.js'

/**
 * `public`: everybody. `person`: everybody who is signed in. A role: members with at least that role in the account that the path names
 * as `:account`; for anybody else the page does not exist. `operator`: those whom the operator made one; it does not exist
 * for others either.
 */
export type PageAccess = 'public' | 'person' | 'operator' | Role

export interface WebSettings {
  /** Origin in links, without a trailing slash. */
  readonly origin: string
  readonly operatorContact: string | undefined
  /** The client id of the Discord application, where it is known. */
  clientId(): string | undefined
  /** The origin to which signing in and inviting the bot lead. */
  readonly discordOrigin: string
  readonly signUp: 'closed' | 'open'
  /** Whether the style guide is served. */
  readonly isDevelopment: boolean
  /** What /docs shows. */
  reference(): Promise<Reference>
}

/** Why a form or the parameters of an address were rejected, for the page that shows the form again with what was typed. */
export interface FormRejection {
  readonly error: HeadcountError
  readonly values: Readonly<Record<string, string>>
  /** The path to which the form was sent, by which a page with several forms finds the rejected one. */
  readonly path: string
}

export interface RequestContext {
  readonly services: Services
  readonly settings: WebSettings
  readonly catalog: MessageCatalog
  readonly pictures: WebChartCache
  /** The stored icons of games. */
  readonly icons: IconNames
  /** The reader's IANA time zone. */
  readonly timeZone: string
  readonly browser: Browser
  /** Undefined where nobody is signed in. */
  readonly visitor: SignedInPerson | undefined
  /** Path and query, to return to after signing in. */
  readonly address: string
  readonly rejection: FormRejection | undefined
  /** Rejects where the address has asked for this more often within a minute. */
  countRequest(what: string, perMinute: number): Promise<void>
}

type AccessContext<A extends PageAccess> = A extends 'public'
  ? { readonly visitor: SignedInPerson | undefined; readonly member: undefined }
  : A extends 'person' | 'operator'
    ? { readonly visitor: SignedInPerson; readonly member: undefined }
    : { readonly visitor: SignedInPerson; readonly member: Membership }

export type PageInput<A extends PageAccess, P extends z.ZodType, Q extends z.ZodType> = Omit<
  RequestContext,
  'visitor'
> &
  AccessContext<A> & { readonly params: z.output<P>; readonly query: z.output<Q> }

/** A link of the navigation or the breadcrumbs. */
export interface NavEntry {
  readonly href: string
  readonly label: string
  /** Another page that belongs to the same entry of the navigation. */
  readonly relatedPath?: string
}

/** The picture of a page in previews of links to it. */
interface PreviewPicture {
  /** Its path. */
  readonly path: string
  readonly alt: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

interface ScreenOptions {
  readonly theme: PageTheme
  /** The zone of its times, in place of the reader's. */
  readonly timeZone: string | undefined
  readonly refreshSeconds: number
}

/** An HTML page inside the layout. `style` attributes have no effect, because the content security policy blocks them. */
export interface View {
  readonly title: string
  readonly body: ComponentChildren
  readonly status?: number
  /** One sentence for search engines and link previews. */
  readonly description?: string
  /** The picture in previews of links to the page, in place of the one that all pages share. */
  readonly preview?: PreviewPicture
  /** Whether more than its times depends on the reader's zone, for example its days. */
  readonly dependsOnZone?: boolean
  /** Without header and footer, in this theme, for a frame on any other site. */
  readonly embedded?: { readonly theme: PageTheme }
  /** For a screen at which nobody sits: without header and footer, and loaded again by itself where scripts are off. */
  readonly screen?: ScreenOptions
  /** Names of scripts in browser/, in addition to the one on every page. */
  readonly scripts?: readonly string[]
  /** The pages above this one, outermost first; they also tell which entry of the navigation is current. */
  readonly breadcrumbs?: readonly NavEntry[]
  /** Why what was sent was rejected. The page begins with it unless one of its fields shows it. */
  readonly problem?: string | undefined
  /** The address of what the page shows, where its own has parameters that were rejected. */
  readonly shownAddress?: string
  /** The address of what the page shows, where the shown one still has what was rejected: scripts fetch this one. */
  readonly fitAddress?: string
  /** Charts and wide tables use the full width of the screen; a page with one thing to do is a column in its middle. */
  readonly width?: 'wide' | 'narrow'
}

/** The result of an action: where to redirect, and the message to show there once. */
export interface Redirect {
  readonly to: string
  readonly toast?: string
}

/** A response that is not a page, for example a file or a picture. */
export interface FileResponse {
  send(response: Response, isHead: boolean): Promise<void> | void
}

export type WebResponse = View | Redirect | FileResponse

interface RouteDeclaration<A extends PageAccess> {
  /** The path in Express route syntax. */
  readonly path: string
  readonly access: A
  /** Requests per minute and address, for routes that cost more than a normal page. */
  readonly limit?: number | undefined
  /** Whether its address is a secret: search engines do not list it, and nobody stores it. */
  readonly isUnlisted?: boolean | undefined
  /** The names of the parameters of its address, or of the fields of its form. */
  readonly fields: readonly string[]
}

/** A page with its type parameters erased, as the router uses it. */
export interface WebPage extends RouteDeclaration<PageAccess> {
  readonly kind: 'page'
  /** The name in the navigation, which lists the pages of an account only for members who may see them. */
  readonly nav: ((catalog: MessageCatalog) => string) | undefined
  /** The page that is shown with the error where this is a file and its parameters are rejected. */
  readonly formPage: WebPage | undefined
  answer(request: WebRequest): Promise<WebResponse>
}

export interface Action extends RouteDeclaration<PageAccess> {
  readonly kind: 'action'
  /** The page that is shown again with the error where the action is rejected. */
  readonly formPage: WebPage | undefined
  answer(request: WebRequest): Promise<WebResponse>
}

export type WebRoute = WebPage | Action

export interface WebRequest {
  readonly context: RequestContext
  readonly member: Membership | undefined
  readonly params: unknown
  readonly query: unknown
  /** The submitted fields of the form. */
  readonly form: unknown
}

/** The options of all web pages together. */
export interface WebOptions {
  readonly services: Services
  readonly settings: Omit<WebSettings, 'origin'>
  readonly givenOrigin: string | undefined
  readonly ownOrigin: string | undefined
  readonly limits: RateLimits
  readonly assets: Assets
  readonly cookies: Cookies
  readonly pictures: WebChartCache
  /** Other origins to which forms may redirect. */
  readonly formTargets: readonly string[]
}
