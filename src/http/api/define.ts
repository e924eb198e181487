// Turns the declaration of an endpoint into a handler that validates the request, runs the endpoint and returns its response.
import type { z } from 'zod'
import type { Account } from '../../domain/account.js'
import { validate } from '../read-request.js'
import { type AnswerBytes, jsonBytes, sendBytes, sendText } from '../send-json.js'
import { ACCOUNT_EXPORT_TIMEOUT_MS, sendStream, sendStreamHead } from '../send-stream.js'
import type { Endpoint, EndpointInput, EndpointRequest, JsonEndpoint, StreamEndpoint } from './endpoint.js'
import { IGNORED_HEADER, rejectUnknown, reportUnknown } from './query-names.js'

/** Where the API is mounted. */
const API_PATH = '/api/v1'

export function endpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  declared: JsonEndpoint<P, Q, B>,
): Endpoint {
  return {
    ...declared,
    answer: async (given) => {
      const { request, response, services, prepared, caller } = given
      const input = inputOf(declared, given)
      const isPlain = declared.deprecation === undefined && !response.hasHeader(IGNORED_HEADER)
      if (declared.isPrepared?.(services) && isPlain) {
        const make = (account: Account) => bytesOf({ ...input, caller: { ...caller, account } }, given)
        const named = { url: request.originalUrl, access: declared.access, route: `${API_PATH}${declared.path}` }
        sendBytes(request, response, await prepared.of({ ...named, account: caller.account, make }))
      } else {
        const { body, tag } = await answerOf(input, given)
        const file = declared.csv?.(body, input)
        if (file !== undefined) sendText(request, response, file, tag)
        else sendBytes(request, response, await jsonBytes({ success: true, ...body }, tag))
      }
    },
  }

  async function answerOf(input: EndpointInput<P, Q>, { checkAnswers }: EndpointRequest) {
    const body = await declared.handle(input)
    if (checkAnswers) declared.response.strict().parse(body)
    return { body, tag: await declared.tagOf?.(body, input) }
  }

  async function bytesOf(input: EndpointInput<P, Q>, given: EndpointRequest): Promise<AnswerBytes> {
    const { body, tag } = await answerOf(input, given)
    return jsonBytes({ success: true, ...body }, tag)
  }
}

export function streamEndpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  declared: StreamEndpoint<P, Q, B>,
): Endpoint {
  return {
    ...declared,
    answer: async (given) => {
      const stream = await declared.stream(inputOf(declared, given), given.request)
      sendStreamHead(stream, given.response)
      const isKnown = given.request.headers['if-none-match'] !== undefined && given.request.fresh
      if (isKnown || given.request.method === 'HEAD') {
        if (isKnown) given.response.status(304).removeHeader('Content-Type')
        given.response.end()
        return
      }
      const send = () => sendStream(stream, given.response, ACCOUNT_EXPORT_TIMEOUT_MS)
      await given.services.exportSlots.during(given.caller.account.id, send)
    },
  }
}

function inputOf<P extends z.ZodObject, Q extends z.ZodObject>(
  declared: Pick<Endpoint, 'isSpecified'> & { readonly params: P; readonly query: Q },
  given: EndpointRequest,
): EndpointInput<P, Q> {
  const known = Object.keys(declared.query.shape)
  const unknown = Object.keys(given.request.query).filter((name) => !known.includes(name))
  if (declared.isSpecified) reportUnknown(unknown, given.response)
  else rejectUnknown(unknown, known)
  return {
    caller: given.caller,
    services: given.services,
    params: validate(declared.params, given.request.params),
    query: validate(declared.query, given.request.query),
  }
}
