// A bare Express route that sends given bytes: what the frameworks alone cost.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'

const [, , body = ''] = process.argv
const app = express()
app.get('/', (_, response) => {
  response.type('json').send(body)
})
const server = createServer(app)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
process.send?.({ port: (server.address() as AddressInfo).port })
