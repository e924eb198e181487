// The popularity source: an order from outside that enriches a ranking and never breaks it (API-38).
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Account } from '../../src/domain/account.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { startStopwatch } from '../support/stopwatch.js'

let app: TestApp | undefined
let server: Server | undefined

afterEach(async () => {
  await app?.stop()
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

async function source(listener: RequestListener): Promise<string> {
  const listening = createServer(listener)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/list.json`
}

async function open(url: string): Promise<{ app: TestApp; account: Account; first: number }> {
  const opened = await startApp({ environment: { POPULARITY_URL: url } })
  app = opened
  const account = await opened.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  const [first = 0, second = 0] = opened.simulator.world.games.map((game) => game.universeId)
  for (const universeId of [first, second]) await opened.services.games.add(account, { universeId })
  await opened.tick()
  return { app: opened, account, first }
}

const answering = (status: number, body: string): RequestListener => {
  return (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

describe('a ranking with a popularity source', () => {
  it('shows the source’s place and score of each universe that it lists', async () => {
    let body = ''
    const url = await source((_, response) => void response.end(body))
    const scene = await open(url)
    body = JSON.stringify([{ universe_id: scene.first, rank: 7, score: 0.5, more: 'is ignored' }])
    const { ranked, popularity } = await scene.app.services.rankGames(scene.account, 'ccu')
    expect(ranked).toHaveLength(2)
    expect([...(popularity?.places ?? [])]).toEqual([[scene.first, { rank: 7, score: 0.5 }]])
    expect(popularity?.readAt).toBe(scene.app.clock.now())
  })

  it('reads the platform’s own charts, and counts no sponsored row [PLATFORM-23]', async () => {
    const { app, account } = await open('platform')
    const { popularity } = await app.services.rankGames(account, 'ccu')
    const ranks = [...(popularity?.places.values() ?? [])].map((place) => place.rank)
    expect(ranks.length).toBeGreaterThan(0)
    expect(ranks).toEqual(ranks.map((_, index) => index + 1))
  })

  it('asks the source once for many rankings, and again when its reading is old', async () => {
    let requestCount = 0
    const scene = await open(
      await source((_, response) => {
        requestCount++
        response.end('[]')
      }),
    )
    const rankMany = () =>
      Promise.all(Array.from({ length: 5 }, () => scene.app.services.rankGames(scene.account, 'ccu')))
    await rankMany()
    await rankMany()
    expect(requestCount).toBe(1)
    scene.app.clock.advance(6)
    await rankMany()
    await expect.poll(() => requestCount).toBe(2)
  })

  it('asks the source again after a while, also where the clock was set back meanwhile', async () => {
    let requestCount = 0
    const listener: RequestListener = (_, response) => {
      requestCount++
      response.end('[]')
    }
    const { app, account } = await open(await source(listener))
    await app.services.rankGames(account, 'ccu')
    app.clock.set(app.clock.now() - 86_400_000)
    app.clock.advance(60)
    await app.services.rankGames(account, 'ccu')
    await expect.poll(() => requestCount).toBe(2)
  })

  it.each([
    ['answers 500', answering(500, '[]')],
    ['answers no JSON', answering(200, '<html>')],
    ['answers another form', answering(200, '{"games":[]}')],
    ['answers a wrong type', answering(200, '[{"universe_id":"1","rank":1,"score":1}]')],
    ['cuts the line', (_, response) => void response.destroy()],
    ['never answers', () => undefined],
  ] satisfies [string, RequestListener][])('is shown without it where the source %s', async (_, listener) => {
    const { app, account } = await open(await source(listener))
    const stopwatch = startStopwatch()
    const { ranked, popularity } = await app.services.rankGames(account, 'visits')
    expect(ranked).toHaveLength(2)
    expect(popularity).toBeUndefined()
    expect(stopwatch.passed()).toBeLessThan(5_000)
  })

  it('is shown without it where nothing listens [API-38]', async () => {
    const { app, account } = await open('http://127.0.0.1:9/none')
    expect((await app.services.rankGames(account, 'ccu')).popularity).toBeUndefined()
  })

  it('keeps the last good reading for an hour while the source fails', async () => {
    let status = 200
    const scene = await open(await source((_, response) => void response.writeHead(status).end('[]')))
    const read = async () => (await scene.app.services.rankGames(scene.account, 'ccu')).popularity
    expect(await read()).toBeDefined()
    status = 500
    scene.app.clock.advance(30)
    expect(await read()).toBeDefined()
    scene.app.clock.advance(31)
    expect(await read()).toBeUndefined()
  })
})
