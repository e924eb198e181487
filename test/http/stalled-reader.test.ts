import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import express from 'express'
import { expect, it, vi } from 'vitest'
import { sendStream } from '../../src/http/send-stream.js'

it('lets a reader go that has taken nothing for long, and ends what it was reading', async () => {
  let ended = false
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'.repeat(65_536)
    } finally {
      ended = true
    }
  }
  const app = express()
  app.get('/', (_, response) => sendStream({ contentType: 'text/plain', chunks: endless() }, response, 200))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await wait(50)
  expect(ended).toBe(false)
  await vi.waitFor(() => expect(ended).toBe(true), 5_000)
  socket.destroy()
  server.close()
})
