// The health routes: whether the process serves requests, and whether all its parts work (PROCESS-14, PROCESS-15).
import { Router } from 'express'
import { rejection } from '../domain/error.js'
import { programVersion } from '../program-version.js'
import type { Services } from '../services/services.js'
import { rejectMalformedHost } from './host.js'
import { sharedCheck } from './overload/shared-check.js'

/** A server that restarts is back after about as many seconds. */
const UNREACHABLE_RETRY_SECONDS = 2

export function healthRouter(services: Services): Router {
  const router = Router()
  const checkHealth = sharedCheck(services.checkHealth)
  router.use(['/healthz', '/readyz'], rejectMalformedHost)
  router.get('/healthz', (_, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  router.get('/readyz', async (_, response) => {
    const { ready, ...parts } = await checkHealth().catch(unavailable)
    response.set('Cache-Control', 'no-store')
    if (parts.database.unreachable) response.set('Retry-After', `${UNREACHABLE_RETRY_SECONDS}`)
    response
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', version: programVersion, ...parts })
  })
  return router
}

const unavailable = (cause: unknown): never => {
  throw rejection('UNAVAILABLE', { name: 'database unresponsive', facts: {} }, { cause })
}
