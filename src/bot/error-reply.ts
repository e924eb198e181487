// Turns every error of a command into a text for the person, and logs the unexpected ones.
import { HeadcountError, type Reason, type ReasonName } from '../domain/error.js'
import type { Log } from '../domain/ports/events.js'
import type { MessageCatalog } from '../messages/catalog.js'
import { publicReason, textOf } from '../messages/error-text.js'
import type { ReplyOutcome } from './answer.js'
import { InteractionRejection } from './command.js'
import { describeError } from './describe-error.js'
import { escapeText, showName } from './show-name.js'

export interface ErrorReplyOptions {
  readonly log: Log
  /** Called late, because the server's language is known only after the asker's. */
  readonly catalog: () => MessageCatalog
  /** What the person did, for the log. */
  readonly action: string
}

/** Never rejects. */
export async function withErrorReply(
  work: () => Promise<ReplyOutcome>,
  options: ErrorReplyOptions,
): Promise<ReplyOutcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof InteractionRejection) return { rejection: error.message, components: error.components }
    return { rejection: explain(error, options) }
  }
}

function explain(error: unknown, { log, catalog, action }: ErrorReplyOptions): string {
  if (error instanceof HeadcountError) {
    const reason = publicReason(error)
    if (reason) return textFor(reason, catalog())
    if (error.options.reason) return catalog().errors.UNAVAILABLE()
    if (error.code !== 'INTERNAL_ERROR') return catalog().errors[error.code](escapeText(error.message))
  }
  log.error({ action, ...describeError(error) }, 'A command failed.')
  return catalog().errors.INTERNAL_ERROR()
}

const MAX_NAME_LENGTH = 100

/** Texts among the facts are untrusted names, so they are escaped. */
function textFor<Name extends ReasonName>({ name, facts }: Reason<Name>, catalog: MessageCatalog): string {
  const harmless = Object.entries(facts).map(([key, fact]) => [
    key,
    typeof fact === 'string' ? showName(fact, MAX_NAME_LENGTH) : fact,
  ])
  return textOf({ name, facts: Object.fromEntries(harmless) }, catalog)
}
