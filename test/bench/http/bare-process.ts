// A bare Express route that sends the bytes that it was given last: what the frameworks alone cost.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'

let body = ''
const app = express()
app.get('/api/v1/answer', (_, response) => {
  response.type('json').send(body)
})
const server = createServer(app)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
process.send?.({ port: (server.address() as AddressInfo).port })
process.on('message', (text) => {
  body = String(text)
  process.send?.({})
})
