// GET /api and /api/v1: links to the documentation instead of 404.
import type { Request, RequestHandler } from 'express'
import { rejection } from '../../domain/error.js'
import { addressSubject } from '../address.js'
import type { RateLimits } from '../rate-limit.js'
import { JSON_TYPE, sendBytes, textBytes } from '../send-json.js'
import { rejectUnknown } from './query-names.js'

const MAX_LINKS_PER_MINUTE = 60

const LINKS = {
  documentation: '/docs',
  openapi: '/api/v1/openapi.json',
  games: '/api/v1/games',
  usage: '/api/v1/usage',
}

/** The links need no key, and count by address (API-48). */
export const sendLinks =
  (limits: RateLimits): RequestHandler =>
  async (request: Request, response) => {
    await limits.count(`links ${addressSubject(request.ip)}`, MAX_LINKS_PER_MINUTE, response)
    if (!['GET', 'HEAD'].includes(request.method)) {
      response.set('Allow', 'GET, HEAD')
      throw rejection('METHOD_NOT_ALLOWED', { name: 'wrong method', facts: { allowed: ['GET', 'HEAD'] } })
    }
    rejectUnknown(Object.keys(request.query), [])
    response.set('Cache-Control', 'public, max-age=300')
    sendBytes(request, response, textBytes(JSON.stringify({ success: true, links: LINKS }), JSON_TYPE))
  }
