// A platform that costs next to nothing: every batch is answered with the bytes that it was answered with before.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answers = new Map<string, Buffer>()

/** About as long as the platform's own rows. */
const details = (id: number) => ({
  id,
  rootPlaceId: id + 1,
  name: `Game ${id}`,
  description: 'What the game is about. '.repeat(20),
  creator: { id: 1, name: 'Studio', type: 'Group', hasVerifiedBadge: true },
  playing: 1_000 + (id % 777),
  visits: 1e8 + id,
  maxPlayers: 50,
  created: '2020-01-01T00:00:00.000Z',
  updated: '2026-01-01T00:00:00.1234567Z',
  genre: 'All',
  favoritedCount: 5_000 + (id % 333),
})
const votes = (id: number) => ({ id, upVotes: id % 99_999, downVotes: id % 999 })

function answerTo(path: string): Buffer {
  const url = new URL(path, 'http://double')
  const ids = (url.searchParams.get('universeIds') ?? '').split(',').map(Number)
  const rowOf: (id: number) => object = url.pathname.endsWith('/votes') ? votes : details
  const answer = Buffer.from(JSON.stringify({ data: ids.map((id) => rowOf(id)) }))
  answers.set(path, answer)
  return answer
}

const server = createServer(({ url = '' }, response) => {
  const answer = answers.get(url) ?? answerTo(url)
  // The bench's clock runs ahead.
  response.sendDate = false
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{service}` })
})
