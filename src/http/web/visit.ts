// One request to the web pages: who asks, the language and time zone, and the layout around the response.
import type { Request, Response } from 'express'
import type { Membership } from '../../domain/auth/session.js'
import type { SignedInPerson } from '../../services/auth/manage-sessions.js'
import type { Services } from '../../services/services.js'
import { addressSubject } from '../address.js'
import { linkOrigin } from '../host.js'
import { COOKIES } from './cookies.js'
import { type LayoutContext, renderPage } from './layout.js'
import type { NavEntry, RequestContext, View, WebOptions, WebPage } from './page.js'
import { ownRankings, rankings } from './pages/rankings/rankings.js'
import { Browser } from './requests/browser.js'
import { catalogOf } from './requests/preferences.js'
import { ROUTES } from './routes.js'

export interface Visit {
  readonly request: Request
  readonly response: Response
  readonly isHead: boolean
  readonly context: RequestContext
  /** The account of the page, or otherwise the visitor's first account. */
  current: Membership | undefined
  /** The accounts of the visitor that have active games. */
  readonly withGames: ReadonlySet<number>
}

export async function readVisit(request: Request, response: Response, options: WebOptions): Promise<Visit> {
  const { services, cookies, settings, givenOrigin, ownOrigin } = options
  const secret = cookies.read(request, COOKIES.session)
  const visitor = secret === undefined ? undefined : await services.sessions.find(secret)
  const isHead = request.method === 'HEAD'
  if (visitor && !isHead) await services.sessions.noteSeen(visitor.session)
  const origin = givenOrigin ?? linkOrigin(request, ownOrigin)
  const browser = new Browser(request, response, cookies)
  const context: RequestContext = {
    services,
    settings: { ...settings, origin },
    catalog: catalogOf(request),
    pictures: options.pictures,
    icons: await services.icons.names(),
    timeZone: browser.zone.name,
    browser,
    visitor,
    address: isHead || request.method === 'GET' || hasPage(request) ? request.originalUrl : '/',
    rejection: undefined,
    countRequest: async (what, perMinute) => {
      await options.limits.count(`web ${what} ${addressSubject(request.ip)}`, perMinute, response)
    },
  }
  return {
    request,
    response,
    isHead,
    context,
    current: visitor?.memberships[0],
    withGames: await withGames(services, visitor),
  }
}

async function withGames(services: Services, visitor: SignedInPerson | undefined): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (const { account } of visitor?.memberships ?? [])
    if (await services.findGame.hasActive(account)) found.add(account.id)
  return found
}

/** A path that only accepts forms cannot be a page to return to. */
const hasPage = (request: Request): boolean =>
  ROUTES.some(({ kind, path }) => kind === 'page' && path === request.route?.path)

/** The complete HTML document. */
export function framed(visit: Visit, view: View, { assets, cookies }: WebOptions): string {
  const { request, response, context, current, isHead } = visit
  const isRejection = (view.status ?? 200) >= 400
  const toast = isRejection ? undefined : cookies.read(request, COOKIES.toast)
  if (toast !== undefined && !isHead) cookies.clear(response, COOKIES.toast)
  const { theme } = context.browser
  const frame: LayoutContext = { ...context, assets, theme, current, toast, nav: navigation(visit) }
  return renderPage(frame, view)
}

/** The rankings begin with one's own, where there are games to rank. */
function navigation({ context: { catalog }, current, withGames }: Visit): NavEntry[] {
  const pages = ROUTES.filter((route): route is WebPage => route.kind === 'page')
  return pages.flatMap(({ nav, path, access }): NavEntry[] => {
    if (!nav || (access !== 'public' && !current)) return []
    if (path === rankings.path && current && withGames.has(current.account.id))
      return [{ href: accountPath(ownRankings.path, current), label: nav(catalog), relatedPath: path }]
    return [{ href: current ? accountPath(path, current) : path, label: nav(catalog) }]
  })
}

const accountPath = (path: string, { account }: Membership): string => path.replace(':account', `${account.id}`)
