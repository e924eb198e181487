// The router of the web pages. It checks who asks and whether they may see the URL before it runs the page.
// A browser gets errors as pages, a program as JSON.
import compression from 'compression'
import { type NextFunction, type Request, type Response, Router } from 'express'
import { type Membership, mayAct } from '../../domain/auth/session.js'
import { HeadcountError, rejection } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { noteAccount } from '../access/access-log.js'
import { addressSubject } from '../address.js'
import { rejectMalformedHost } from '../host.js'
import { rejectLargeBody } from '../limit-body.js'
import { describeError, STATUS } from '../send-error.js'
import { answerRoute, textsOf, wantsPage } from './answer.js'
import { contentPolicy } from './content-policy.js'
import { iconRouter } from './icons.js'
import type { PageAccess, WebOptions, WebRoute } from './page.js'
import { rejectionView } from './pages/rejection.js'
import { rejectCrossSite } from './requests/cross-site.js'
import { readForm } from './requests/form.js'
import { ROUTES } from './routes.js'
import { badgeRouter } from './sharing/badges.js'
import { framed, readVisit, type Visit } from './visit.js'

const SAFE_METHODS = ['GET', 'HEAD']

export function webRouter(options: WebOptions, log: Log): Router {
  const visits = new WeakMap<Request, Visit>()
  const policy = contentPolicy(options.formTargets)
  const router = Router({ caseSensitive: true })
  router.use(rejectMalformedHost)
  router.use(rejectLargeBody)
  router.use(options.assets.router())
  router.use(iconRouter(options.services))
  router.use(badgeRouter(options.services, options.limits))
  router.use((_: unknown, response: Response, next: NextFunction) => {
    response.set(policy)
    // The response depends on cookies.
    response.set('Cache-Control', 'private, no-cache').vary('Cookie, Accept-Language')
    next()
  })
  router.use(compression())
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const routes = ROUTES.filter((route) => route.path === path)
    router.route(path).all(async (request, response) => {
      const route = matchRoute(routes, request, response)
      if (route.kind === 'action') {
        rejectCrossSite(request, options.givenOrigin)
        request.body = await readForm(request, response)
      }
      const visit = await readVisit(request, response, options)
      visits.set(request, visit)
      if (route.limit !== undefined)
        await options.limits.count(`web ${path} ${addressSubject(request.ip)}`, route.limit, response)
      if (route.access !== 'public' || route.isUnlisted) response.set('Cache-Control', 'private, no-store')
      if (route.isUnlisted) response.set('X-Robots-Tag', 'noindex, nofollow')
      visit.current = member(route.access, request, visit) ?? visit.current
      if (visit.current) noteAccount(response, visit.current.account.id)
      await answerRoute(route, visit, options, log)
    })
  }
  router.use(() => {
    throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
  })
  router.use(async (error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (error instanceof SignInRequiredError && !response.headersSent) return response.redirect(303, error.address)
    if (response.headersSent || request.path.startsWith('/api/') || !wantsPage(request)) return next(error)
    const known = describeError(error, request, log)
    const visit = visits.get(request) ?? (await readVisit(request, response, options).catch(() => undefined))
    if (!visit) return next(error)
    if (known.options.retryAfterSeconds !== undefined) response.set('Retry-After', `${known.options.retryAfterSeconds}`)
    // The request may have been rejected before the policy was set.
    response.set(policy)
    const { catalog, address } = visit.context
    const status = STATUS[known.code]
    const sent = { values: textsOf({ ...request.query, ...request.body }), path: request.path }
    const view = rejectionView({ error: known, catalog, status, address, sent })
    response
      .status(status)
      .type('html')
      .send(framed(visit, view, options))
  })
  return router
}

/** Not shown as an error: the router redirects to signing in. */
class SignInRequiredError extends HeadcountError {
  constructor(readonly address: string) {
    super('INVALID_API_KEY', 'Please sign in.')
  }
}

function matchRoute(routes: readonly WebRoute[], request: Request, response: Response): WebRoute {
  const kind = SAFE_METHODS.includes(request.method) ? 'page' : 'action'
  const route = routes.find((one) => one.kind === kind)
  if (route && (kind === 'page' || request.method === 'POST')) return route
  const allowed = [
    ...(routes.some((one) => one.kind === 'page') ? SAFE_METHODS : []),
    ...(routes.some((one) => one.kind === 'action') ? ['POST'] : []),
  ]
  response.set('Allow', allowed.join(', '))
  throw rejection('METHOD_NOT_ALLOWED', { name: 'wrong method', facts: { allowed } })
}

/** The membership that the access requires; undefined where it requires none. */
function member(access: PageAccess, request: Request, { context }: Visit): Membership | undefined {
  if (access === 'public') return undefined
  if (!context.visitor) throw new SignInRequiredError(`/sign-in?return=${encodeURIComponent(context.address)}`)
  if (access === 'person') return undefined
  if (access === 'operator') {
    if (context.visitor.isOperator) return undefined
    throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
  }
  const found = context.visitor.memberships.find(({ account }) => `${account.id}` === request.params.account)
  if (!found) throw rejection('NOT_FOUND', { name: 'unknown account', facts: {} })
  if (mayAct(found.role, access)) return found
  throw rejection('INSUFFICIENT_PERMISSIONS', { name: 'role too low', facts: { role: access } })
}
