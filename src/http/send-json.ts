// Sends JSON with an ETag, or 304. Headers and body go out in one write, which costs half as much as Express's own method.
import { createHash, type Hash } from 'node:crypto'
import type { Request, Response } from 'express'
import { mapInTurns } from '../services/reading/in-turns.js'
import { jsonParts } from './json-parts.js'
import { attachment } from './send-stream.js'

export const TAG_LENGTH = 27
/** The number of parts of a long answer that are encoded between two turns of the event loop. */
const PART_BATCH_SIZE = 10
/** Express's compression leaves shorter answers as they are. */
export const MIN_COMPRESSED_BYTES = 1_024

export interface TextFile {
  readonly contentType: string
  readonly fileName: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer as it goes over the wire, and its entity tag. */
export interface AnswerBytes {
  readonly contentType: string
  /** A long one is bytes, because it would have to be encoded again for every reader. */
  readonly body: string | Buffer
  readonly length: number
  readonly tag: string
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Makes the bytes of an answer. Lists of thousands of records are written in parts, between which others are served. */
export async function jsonBytes(body: Readonly<Record<string, unknown>>, tag?: string): Promise<AnswerBytes> {
  const parts = await jsonParts(body)
  const [only = ''] = parts
  if (parts.length === 1) return textBytes(only, JSON_TYPE, tag)
  const hash = createHash('sha1')
  const encoded = await mapInTurns(parts, PART_BATCH_SIZE, (part) => {
    const bytes = Buffer.from(part)
    if (tag === undefined) hash.update(bytes)
    return bytes
  })
  const bytes = Buffer.concat(encoded)
  return { contentType: JSON_TYPE, body: bytes, length: bytes.length, tag: tag ?? tagText(bytes.length, hash) }
}

export function textBytes(text: string, contentType: string, tag?: string): AnswerBytes {
  const length = Buffer.byteLength(text)
  return { contentType, body: text, length, tag: tag ?? tagOf(text, length) }
}

/** Sends a text that fits into memory as a file to save. */
export function sendText(request: Request, response: Response, file: TextFile, tag?: string): void {
  response.setHeader('Content-Disposition', attachment(file.fileName))
  for (const [name, value] of Object.entries(file.headers ?? {})) response.setHeader(name, value)
  sendBytes(request, response, textBytes(file.text, file.contentType, tag))
}

export function sendBytes(request: Request, response: Response, { contentType, body, length, tag }: AnswerBytes): void {
  response.setHeader('ETag', tag)
  if (request.headers['if-none-match'] !== undefined && request.fresh) {
    response.statusCode = 304
    response.end()
    return
  }
  response.setHeader('Content-Type', contentType)
  response.setHeader('Content-Length', length)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** The same form as Express's ETags. It is weak, because a compressed response has other bytes. */
const tagOf = (body: string, length: number): string => tagText(length, createHash('sha1').update(body))

const tagText = (length: number, hash: Hash): string =>
  `W/"${length.toString(16)}-${hash.digest('base64').slice(0, TAG_LENGTH)}"`
