import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendStream } from '../../src/http/send-stream.js'

const PIECES = 40
const PIECE = Buffer.alloc(100_000, 'a')

/** Of each turn of the event loop, in which pieces were made. */
let piecesInTurn = 0
let most = 0

async function* pieces(): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < PIECES; piece++) {
    most = Math.max(most, ++piecesInTurn)
    yield PIECE
  }
}

const app = express()
app.get('/', async (_, response) => {
  await sendStream({ contentType: 'text/plain', chunks: pieces() }, response, 60_000)
})
const server = createServer(app)
let isCounting = true

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nextTurn = (): void => {
    piecesInTurn = 0
    if (isCounting) setImmediate(nextTurn)
  }
  nextTurn()
})
afterAll(async () => {
  isCounting = false
  await new Promise((resolve) => server.close(resolve))
})

const read = async (): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return (await answer.arrayBuffer()).byteLength
}

describe('files that are made while they are sent', () => {
  it.each([1, 4])(
    'are made a piece in each turn of the event loop, however fast %i clients read [API-81]',
    async (clients) => {
      most = 0
      const sizes = await Promise.all(Array.from({ length: clients }, read))
      expect(sizes).toEqual(Array.from({ length: clients }, () => PIECES * PIECE.length))
      // A turn that a piece is made in may begin before the count does.
      expect(most).toBeLessThanOrEqual(2)
    },
  )
})
