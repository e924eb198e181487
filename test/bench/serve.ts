// A server of its own process for the bench: the whole service with everything on, or a bare Express route of given bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { compose } from '../../src/compose.js'
import { systemClock } from '../../src/domain/clock.js'
import { createApp } from '../../src/http/app.js'
import { startHttp } from '../../src/http/start-http.js'
import { openLog } from '../../src/log.js'
import { configOf } from './past.js'

const [kind = '', given = ''] = process.argv.slice(2)
const port = kind === 'bare' ? await serveBare(given) : await serveAll(given)
process.send?.({ port })
// Peak and present, bytes; maxRSS comes in KiB.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ peak: process.resourceUsage().maxRSS * 1024, now: process.memoryUsage().rss })
})

async function serveAll(databaseUrl: string): Promise<number> {
  const config = configOf(databaseUrl)
  // Behind the limit there is nothing to measure; it is counted all the same.
  Object.assign(config.plans.enterprise, { requestsPerMinute: 1_000_000_000 })
  const { operations } = await compose(config, systemClock)
  const settings = {
    trustProxy: false,
    operatorContact: undefined,
    publicUrl: undefined,
    givenOrigin: undefined,
    signUp: 'closed' as const,
    discordClientId: undefined,
    discordOrigin: 'https://discord.com',
    corsOrigins: ['https://dash.studio.example'],
    legacySegments: ['platform'],
    legacyRequestsPerMinute: 60,
  }
  return (await startHttp(createApp(operations, settings, openLog('silent')), '127.0.0.1', 0)).port
}

async function serveBare(body: string): Promise<number> {
  const app = express()
  app.get('/', (_, response) => {
    response.type('json').send(body)
  })
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
