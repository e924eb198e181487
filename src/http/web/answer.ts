// Runs a page or an action and sends its response.
import type { Actor } from '../../domain/audit/audit-entry.js'
import type { Log } from '../../domain/ports/events.js'
import { describeError, STATUS } from '../send-error.js'
import { embeddedPolicy } from './content-policy.js'
import { COOKIES } from './cookies.js'
import type { Action, FormRejection, WebOptions, WebPage, WebRequest, WebResponse, WebRoute } from './page.js'
import { framed, type Visit } from './visit.js'

const MAX_TOAST_AGE_MS = 60_000
const MAX_TOAST_LENGTH = 500

export async function answerRoute(route: WebRoute, visit: Visit, options: WebOptions, log: Log): Promise<void> {
  if (route.kind === 'page') await send(await route.answer(requestOf(visit, route)), visit, options)
  else await act(route, visit, options, log)
}

/** Where the action is rejected and names its page, the form is shown again with the error. */
async function act(action: Action, visit: Visit, options: WebOptions, log: Log): Promise<void> {
  try {
    const answer = await options.services.audit.as(actorOf(visit), () => action.answer(requestOf(visit, action)))
    await send(answer, visit, options)
  } catch (thrown) {
    if (!action.formPage) throw thrown
    const error = describeError(thrown, visit.request, log)
    const rejected = { error, values: textsOf(visit.request.body) }
    const answer = await action.formPage.answer(requestOf(visit, action.formPage, rejected))
    await send('title' in answer ? { ...answer, status: STATUS[error.code] } : answer, visit, options)
  }
}

/** Who sent the form, for the audit log. */
function actorOf({ context: { visitor }, request }: Visit): Actor {
  const { discordUserId = null, name = null } = visitor?.session ?? {}
  return { origin: 'web', userId: discordUserId, name, address: request.ip ?? null }
}

function requestOf(
  { context, current, request }: Visit,
  route: WebPage | Action,
  rejected?: FormRejection,
): WebRequest {
  const isOfAccount = !['public', 'person', 'operator'].includes(route.access)
  return {
    context: { ...context, rejection: rejected },
    member: isOfAccount ? current : undefined,
    params: request.params,
    query: route.kind === 'page' ? request.query : {},
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
function textsOf(form: unknown): Record<string, string> {
  const fields = Object.entries(form ?? {})
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}
