import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Game } from '../../../../src/domain/game.js'
import { NOON } from '../../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../../support/start-http.js'

interface PopularityEntry {
  readonly id: number
  readonly popularity?: { readonly rank: number; readonly score: number; readonly read_at: string }
}

let http: TestHttp
let source: Server
let answer: () => string
beforeEach(async () => {
  source = createServer((_, response) => void response.end(answer()))
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/`
  http = await startHttpApp({ environment: { POPULARITY_URL: url } })
})
afterEach(async () => {
  await http.stop()
  source.closeAllConnections()
  source.close()
})

const rankings = async (): Promise<readonly PopularityEntry[]> =>
  ((await http.ask('/rankings')).json() as { rankings: PopularityEntry[] }).rankings

async function track(index: number, ccu: number): Promise<Game> {
  const game = await http.track(index)
  await http.write(game.universeId, [NOON / 60_000], { ccu })
  return game
}

describe('a ranking with a popularity source', () => {
  it('carries its place, score and time for the games that the source lists, and for no other', async () => {
    const [a, b] = [await track(0, 5), await track(1, 4)]
    answer = () => JSON.stringify([{ universe_id: b.universeId, rank: 3, score: 0.25 }])
    const [first, second] = await rankings()
    expect([first?.id, second?.id]).toEqual([a.id, b.id])
    expect(first && 'popularity' in first).toBe(false)
    expect(second?.popularity).toEqual({ rank: 3, score: 0.25, read_at: new Date(NOON).toISOString() })
  })

  it('that answers nonsense is shown without it', async () => {
    answer = () => 'nonsense'
    await track(0, 5)
    const [first] = await rankings()
    expect(first && 'popularity' in first).toBe(false)
  })
})
