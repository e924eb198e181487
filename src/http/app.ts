// The Express application: shared ground first, then each face.
import express, { type Express } from 'express'
import helmet from 'helmet'
import { notFound } from '../domain/error.js'
import type { Log } from '../domain/log.js'
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

export function createApp(operations: Operations, settings: HttpSettings, log: Log): Express {
  const app = express()
  app.set('trust proxy', settings.trustProxy)
  app.set('query parser', 'simple')
  app.enable('case sensitive routing')
  app.disable('x-powered-by')
  app.use(helmet({ strictTransportSecurity: false }))
  app.use(healthRouter(operations))
  app.use('/api/v1', apiRouter({ operations, limits: new RateLimits(), checkAnswers: settings.checkAnswers ?? false }))
  app.get('/', frontPage(settings.operatorContact))
  app.use(() => {
    throw notFound('There is nothing at this address.')
  })
  app.use(sendErrors(log))
  return app
}
