// Turns the declaration of an endpoint into a handler that validates the request, runs the endpoint and returns its response.
import type { z } from 'zod'
import type { Account } from '../../domain/account.js'
import { validate } from '../read-request.js'
import { type AnswerBytes, jsonBytes, sendBytes, sendText } from '../send-json.js'
import { ACCOUNT_EXPORT_TIMEOUT_MS, sendStream, sendStreamHead } from '../send-stream.js'
import {
  API_PATH,
  type Endpoint,
  type EndpointInput,
  type EndpointRequest,
  type JsonEndpoint,
  type StreamEndpoint,
} from './endpoint.js'
import { IGNORED_HEADER, rejectUnknown, reportUnknown } from './query-names.js'

export function endpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  declaration: JsonEndpoint<P, Q, B>,
): Endpoint {
  return {
    ...declaration,
    answer: async (call) => {
      const { request, response, services, prepared, caller, checkAnswers } = call
      const input = inputOf(declaration, call)
      const isPlain = declaration.deprecation === undefined && !response.hasHeader(IGNORED_HEADER)
      if (declaration.isPrepared?.(services) && isPlain) {
        const make = makerOf(input, checkAnswers)
        const { access, path, hasMarket = false } = declaration
        const named = { url: request.originalUrl, access, route: `${API_PATH}${path}`, hasMarket }
        sendBytes(request, response, await prepared.of({ ...named, account: caller.account, make }))
      } else {
        const { body, tag } = await answerOf(input, checkAnswers)
        const file = declaration.csv?.(body, input)
        if (file !== undefined) sendText(request, response, file, tag)
        else sendBytes(request, response, await jsonBytes({ success: true, ...body }, tag))
      }
    },
  }

  async function answerOf(input: EndpointInput<P, Q>, checkAnswers: boolean) {
    const body = await declaration.handle(input)
    if (checkAnswers) declaration.response.strict().parse(body)
    return { body, tag: await declaration.tagOf?.(body, input) }
  }

  /** A function of its own, because what it returns is kept, and must not keep the request and its response too. */
  function makerOf(input: EndpointInput<P, Q>, checkAnswers: boolean) {
    return async (account: Account): Promise<AnswerBytes> => {
      const { body, tag } = await answerOf({ ...input, caller: { ...input.caller, account } }, checkAnswers)
      return jsonBytes({ success: true, ...body }, tag)
    }
  }
}

export function streamEndpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  declaration: StreamEndpoint<P, Q, B>,
): Endpoint {
  return {
    ...declaration,
    answer: async (call) => {
      const stream = await declaration.stream(inputOf(declaration, call), call.request)
      sendStreamHead(stream, call.response)
      const isKnown = call.request.headers['if-none-match'] !== undefined && call.request.fresh
      if (isKnown || call.request.method === 'HEAD') {
        if (isKnown) call.response.status(304).removeHeader('Content-Type')
        call.response.end()
        return
      }
      const send = () => sendStream(stream, call.response, ACCOUNT_EXPORT_TIMEOUT_MS)
      await call.services.exportSlots.during(call.caller.account.id, send)
    },
  }
}

function inputOf<P extends z.ZodObject, Q extends z.ZodObject>(
  declaration: Pick<Endpoint, 'isSpecified'> & { readonly params: P; readonly query: Q },
  call: EndpointRequest,
): EndpointInput<P, Q> {
  const known = Object.keys(declaration.query.shape)
  const unknown = Object.keys(call.request.query).filter((name) => !known.includes(name))
  if (declaration.isSpecified) reportUnknown(unknown, call.response)
  else rejectUnknown(unknown, known)
  return {
    caller: call.caller,
    services: call.services,
    params: validate(declaration.params, call.request.params),
    query: validate(declaration.query, call.request.query),
  }
}
