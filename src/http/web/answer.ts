// Runs a page or an action and sends its response.
import type { Request } from 'express'
import type { Actor } from '../../domain/audit/audit-entry.js'
import { HeadcountError } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { describeError, STATUS } from '../send-error.js'
import { embeddedPolicy } from './content-policy.js'
import { COOKIES } from './cookies.js'
import type { Action, FormRejection, View, WebOptions, WebPage, WebRequest, WebResponse, WebRoute } from './page.js'
import { pageErrorText, parametersWithout, wrongField } from './requests/form-errors.js'
import { framed, type Visit } from './visit.js'

const MAX_TOAST_AGE_MS = 60_000
const MAX_TOAST_LENGTH = 500

export async function answerRoute(route: WebRoute, visit: Visit, options: WebOptions, log: Log): Promise<void> {
  if (route.kind === 'page') await send(await answerPage(route, visit), visit, options)
  else await act(route, visit, options, log)
}

/**
 * A person gets the page without the parameters that were rejected, with the error and what was typed; a program gets the
 * error.
 */
async function answerPage(page: WebPage, visit: Visit): Promise<WebResponse> {
  const { request } = visit
  const query: Record<string, unknown> = { ...request.query }
  let rejected: FormRejection | undefined
  for (;;) {
    try {
      const answer = await page.answer(requestOf(visit, page, { rejected, query }))
      if (rejected === undefined) return answer
      // A frame on another site has no form, and what is rejected is not framed.
      if ('title' in answer && !answer.embedded)
        return { ...withProblem(answer, rejected, visit), ...addressesOf(query, visit) }
      throw rejected.error
    } catch (error) {
      if (error === rejected?.error || !wantsPage(request)) throw error
      const wrong = error instanceof HeadcountError ? wrongParameters(error, query) : []
      if (!(error instanceof HeadcountError) || wrong.length === 0) throw error
      rejected ??= { error, values: textsOf(request.query), path: request.path }
      if (page.formPage) return rejectedView(page.formPage, rejected, visit)
      for (const name of wrong) delete query[name]
    }
  }
}

/** Whether the client prefers HTML to JSON. A program that accepts every type gets JSON, the first one. */
export const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html'

/** Two times that were typed, which a page that is loaded again still has in its fields. */
const KEPT_PARAMETERS = ['from', 'to'] as const

function addressesOf(
  query: Readonly<Record<string, unknown>>,
  visit: Visit,
): Pick<View, 'shownAddress' | 'fitAddress'> {
  const { request } = visit
  const retained = KEPT_PARAMETERS.filter((name) => !Object.hasOwn(query, name) && Object.hasOwn(request.query, name))
  const fitAddress = addressWith(query, visit)
  if (retained.length === 0) return { shownAddress: fitAddress }
  const ownQuery = { ...query, ...Object.fromEntries(retained.map((name) => [name, request.query[name]])) }
  return { shownAddress: addressWith(ownQuery, visit), fitAddress }
}

/** The same address with these parameters only. */
function addressWith(query: Readonly<Record<string, unknown>>, { request }: Visit): string {
  const [path = '', text = ''] = request.originalUrl.split(/\?(.*)/s)
  const fields = [...new URLSearchParams(text)].filter(([name]) => Object.hasOwn(query, name.replace(/\[.*$/, '')))
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`
}

function wrongParameters(error: HeadcountError, query: Readonly<Record<string, unknown>>): readonly string[] {
  const name = wrongField({ error, values: textsOf(query) })
  return name === undefined ? [] : parametersWithout(name).filter((one) => Object.hasOwn(query, one))
}

/** Shows the page of a form with the error. */
async function rejectedView(page: WebPage, rejected: FormRejection, visit: Visit): Promise<WebResponse> {
  const answer = await page.answer(requestOf(visit, page, { rejected, query: {} }))
  return 'title' in answer ? withProblem(answer, rejected, visit) : answer
}

const withProblem = (view: View, rejected: FormRejection, { context }: Visit): View => ({
  ...view,
  title: context.catalog.web.faults.pageTitle(view.title),
  status: STATUS[rejected.error.code],
  problem: pageErrorText(rejected, context.catalog),
})

/** Where the action is rejected and names its page, the form is shown again with the error. */
async function act(action: Action, visit: Visit, options: WebOptions, log: Log): Promise<void> {
  try {
    const answer = await options.services.audit.as(actorOf(visit), () => action.answer(requestOf(visit, action)))
    await send(answer, visit, options)
  } catch (thrown) {
    if (!action.formPage) throw thrown
    const error = describeError(thrown, visit.request, log)
    const rejected = { error, values: textsOf(visit.request.body), path: visit.request.path }
    await send(await rejectedView(action.formPage, rejected, visit), visit, options)
  }
}

/** Who sent the form, for the audit log. */
function actorOf({ context: { visitor }, request }: Visit): Actor {
  const { discordUserId = null, name = null } = visitor?.session ?? {}
  return { origin: 'web', userId: discordUserId, name, address: request.ip ?? null }
}

interface PageRequest {
  readonly rejected?: FormRejection | undefined
  readonly query?: unknown
}

function requestOf(
  { context, current, request }: Visit,
  route: WebPage | Action,
  { rejected, query = {} }: PageRequest = {},
): WebRequest {
  const isOfAccount = !['public', 'person', 'operator'].includes(route.access)
  return {
    context: { ...context, rejection: rejected },
    member: isOfAccount ? current : undefined,
    params: request.params,
    query,
    form: request.body ?? {},
  }
}

async function send(answer: WebResponse, visit: Visit, options: WebOptions): Promise<void> {
  const { response, isHead } = visit
  if ('send' in answer) await answer.send(response, isHead)
  else if ('to' in answer) {
    const { to, toast } = answer
    if (toast !== undefined)
      options.cookies.write(response, COOKIES.toast, toast.slice(0, MAX_TOAST_LENGTH), MAX_TOAST_AGE_MS)
    response.redirect(303, to)
  } else {
    if (answer.embedded) response.set(embeddedPolicy).removeHeader('X-Frame-Options')
    response
      .status(answer.status ?? 200)
      .type('html')
      .send(framed(visit, answer, options))
  }
}

/** Our forms repeat no field, so only fields with a single value are read. */
export function textsOf(form: unknown): Record<string, string> {
  const fields = Object.entries(form ?? {})
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}
