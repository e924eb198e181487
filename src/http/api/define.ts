// Turns the declaration of an endpoint into a handler that validates the request, runs the endpoint and returns its response.
import type { z } from 'zod'
import { validate } from '../read-request.js'
import { jsonBytes, sendBytes, sendText } from '../send-json.js'
import { ACCOUNT_EXPORT_TIMEOUT_MS, sendStream, sendStreamHead } from '../send-stream.js'
import type { Endpoint, EndpointInput, EndpointRequest, JsonEndpoint, StreamEndpoint } from './endpoint.js'
import { rejectUnknown, reportUnknown } from './query-names.js'

export function endpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  declared: JsonEndpoint<P, Q, B>,
): Endpoint {
  return {
    ...declared,
    answer: async (given) => {
      const input = inputOf(declared, given)
      const body = await declared.handle(input)
      if (given.checkAnswers) declared.response.strict().parse(body)
      const file = declared.csv?.(body, input)
      const tag = await declared.tagOf?.(body, input)
      if (file !== undefined) sendText(given.request, given.response, file, tag)
      else sendBytes(given.request, given.response, await jsonBytes({ success: true, ...body }, tag))
    },
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
