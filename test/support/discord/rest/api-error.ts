// Discord's error responses, in its own shape: {message, code, errors?}.
import type { Json, RestResponse } from '../types.js'

const KNOWN = {
  unauthorized: [401, 0, '401: Unauthorized'],
  noSuchPath: [404, 0, '404: Not Found'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownApplication: [404, 10002, 'Unknown Application'],
  alreadyAnswered: [400, 40060, 'Interaction has already been acknowledged.'],
  missingAccess: [403, 50001, 'Missing Access'],
  notYourMessage: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  closedToMessages: [403, 50007, 'Cannot send messages to this user'],
  archivedThread: [400, 50083, 'Tried to perform an operation on an archived thread'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  unknownReference: [400, 50035, 'Invalid Form Body: Unknown message'],
  unreadableReference: [400, 160002, 'Cannot reply without permission to read message history'],
  tokenExpired: [401, 50027, 'Invalid Webhook Token'],
  invalidForm: [400, 50035, 'Invalid Form Body'],
} as const satisfies Record<string, readonly [number, number, string]>

export type ApiErrorKind = keyof typeof KNOWN

export class ApiError extends Error {
  readonly status: number
  readonly code: number
  /** The rule that the bot broke, which is recorded; a missing channel or permission is no broken rule. */
  readonly broken: { rule: string; detail: string } | undefined
  readonly #errors: Json | undefined

  constructor(kind: ApiErrorKind, broken?: { rule: string; detail: string }, errors?: Json) {
    const [status, code, message] = KNOWN[kind]
    super(message)
    this.status = status
    this.code = code
    this.broken = broken
    this.#errors = errors
  }

  toAnswer(): RestResponse {
    const body = { message: this.message, code: this.code, ...(this.#errors ? { errors: this.#errors } : {}) }
    return { status: this.status, body }
  }
}

export interface FormProblem {
  /** A path with dots: `embeds.0.title`. */
  field: string
  rule: string
  detail: string
}

/** Error 50035 with Discord's nested `errors` object, which has one `_errors` list for each field. */
export function invalidForm(problems: readonly FormProblem[]): ApiError {
  const errors: Json = {}
  for (const { field, rule, detail } of problems) {
    let node = errors
    for (const key of field.split('.')) {
      const next = (node[key] ?? {}) as Json
      node[key] = next
      node = next
    }
    node._errors = [...((node._errors as unknown[] | undefined) ?? []), { code: rule, message: detail }]
  }
  const rule = problems[0]?.rule ?? 'invalid-form'
  const detail = problems.map((problem) => `${problem.field}: ${problem.detail}`).join('; ')
  return new ApiError('invalidForm', { rule, detail }, errors)
}
