// Reads the form that a request sends. A form that is too large is answered before the rest of it has arrived.
import { type ParsedUrlQuery, parse } from 'node:querystring'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Request, Response } from 'express'
import { rejection } from '../../../domain/error.js'
import { MAX_REQUEST_BODY_BYTES, rejectTooLarge } from '../../limit-body.js'

const MAX_FORM_FIELDS = 1_000

const DECODERS = new Map([
  ['gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)],
  ['br', promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress)],
])

/** A request without a form has no field. */
export async function readForm(request: Request, response: Response): Promise<ParsedUrlQuery> {
  if (!request.is('application/x-www-form-urlencoded')) return {}
  const text = (await decoded(await received(request, response), request, response)).toString('utf8')
  const fields = text.split('&', MAX_FORM_FIELDS + 1).length
  return fields > MAX_FORM_FIELDS ? rejectTooLarge(response) : parse(text, '&', '=', { maxKeys: MAX_FORM_FIELDS })
}

async function received(request: Request, response: Response): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    // Otherwise leaving the loop would end the connection before the answer.
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      pieces.push(piece)
      size += piece.length
      if (size > MAX_REQUEST_BODY_BYTES) break
    }
  } catch {
    rejectUnreadable()
  }
  return size > MAX_REQUEST_BODY_BYTES ? rejectTooLarge(response) : Buffer.concat(pieces)
}

async function decoded(body: Buffer, request: Request, response: Response): Promise<Buffer> {
  const encoding = (request.get('content-encoding') ?? 'identity').toLowerCase()
  if (encoding === 'identity') return body
  const decode = DECODERS.get(encoding)
  if (decode === undefined) rejectUnreadable()
  try {
    return await decode(body, { maxOutputLength: MAX_REQUEST_BODY_BYTES })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? rejectTooLarge(response) : rejectUnreadable()
  }
}

/** The connection ended, or the bytes are not in their encoding: nobody but the client can change that, so it is not logged. */
function rejectUnreadable(): never {
  throw rejection('INVALID_PARAMETERS', { name: 'malformed request', facts: {} })
}
