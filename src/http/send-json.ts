// Sends JSON with an ETag, or 304. Headers and body go out in one write, which costs half as much as Express's own method.
import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { attachment } from './send-stream.js'

const TAG_LENGTH = 27

export interface TextFile {
  readonly contentType: string
  readonly fileName: string
  readonly text: string
}

export function sendJson(request: Request, response: Response, body: unknown): void {
  send(request, response, JSON.stringify(body), 'application/json; charset=utf-8')
}

/** Sends a text that fits into memory as a file to save. */
export function sendText(request: Request, response: Response, { contentType, fileName, text }: TextFile): void {
  response.setHeader('Content-Disposition', attachment(fileName))
  send(request, response, text, contentType)
}

function send(request: Request, response: Response, text: string, contentType: string): void {
  const length = Buffer.byteLength(text)
  if (!response.hasHeader('ETag')) response.setHeader('ETag', tagOf(text, length))
  if (request.headers['if-none-match'] !== undefined && request.fresh) {
    response.statusCode = 304
    response.end()
    return
  }
  response.setHeader('Content-Type', contentType)
  response.setHeader('Content-Length', length)
  if (request.method === 'HEAD') response.end()
  else response.end(text)
}

/** The same form as Express's ETags. It is weak, because a compressed response has other bytes. */
function tagOf(text: string, length: number): string {
  const hash = createHash('sha1').update(text).digest('base64').slice(0, TAG_LENGTH)
  return `W/"${length.toString(16)}-${hash}"`
}
