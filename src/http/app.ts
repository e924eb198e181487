// The Express application: shared ground first, then each face.
import { parse } from 'node:querystring'
import express, { type Express } from 'express'
import helmet from 'helmet'
import { notFound } from '../domain/error.js'
import type { Log } from '../domain/ports/log.js'
import type { Operations } from '../operations/operations.js'
import { apiRouter } from './api/router.js'
import { healthRouter } from './health.js'
import { RateLimits } from './rate-limit.js'
import { sendErrors } from './send-error.js'
import { frontPage } from './web/front-page.js'

export interface HttpSettings {
  readonly trustProxy: boolean | number | string
  readonly operatorContact: string | undefined
  /** In tests every answer is held against its schema. */
  readonly checkAnswers?: boolean
}

/** The application, and the windows that it counts requests in. */
export type HttpApp = Express & { readonly limits: RateLimits }

export function createApp(operations: Operations, settings: HttpSettings, log: Log): HttpApp {
  const limits = new RateLimits()
  const app = Object.assign(express(), { limits })
  app.set('trust proxy', settings.trustProxy)
  // No limit on their number: a repeated parameter must be seen wherever it stands.
  app.set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }))
  app.enable('case sensitive routing')
  app.disable('x-powered-by')
  app.use(helmet({ strictTransportSecurity: false }))
  app.use(healthRouter(operations))
  app.use('/api/v1', apiRouter({ operations, limits, checkAnswers: settings.checkAnswers ?? false }))
  app.get('/', frontPage(settings.operatorContact))
  app.use(() => {
    throw notFound('There is nothing at this address.')
  })
  app.use(sendErrors(log))
  return app
}
