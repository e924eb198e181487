// What the page /docs shows of the older lookups, from their declarations.
import type { LegacyReference, LegacyRoute } from '../reference-source.js'
import { NEW_SERVER_PATHS } from './new-server.js'
import { COMING_PATH, LOOKUPS } from './routes.js'

interface LegacySettings {
  readonly segments: readonly string[]
  readonly requestsPerMinute: number
}

export function legacyReference({ segments, requestsPerMinute }: LegacySettings): LegacyReference {
  const base = `/api/${segments[0] ?? ''}`
  const lookups: LegacyRoute[] = LOOKUPS.map(({ paths, summary, example, cacheSeconds }) => ({
    paths,
    summary,
    call: base + example.call,
    answer: example.answer,
    cacheSeconds,
    needsKey: false,
  }))
  return { segments, requestsPerMinute, routes: [...lookups, newServerRoute(base), comingRoute] }
}

const newServerRoute = (base: string): LegacyRoute => ({
  paths: NEW_SERVER_PATHS,
  summary: 'Opens a private server of a place, at most 10 a day, for keys of Enterprise accounts. Each call opens one',
  call: `${base}/Server/NewServer.php/1818`,
  answer: {
    PlaceId: 1818,
    ServerId: 1,
    Name: 'Headcount',
    Link: 'https://www.roblox.com/games/1818?privateServerLinkCode=1',
  },
  cacheSeconds: 0,
  needsKey: true,
})

const comingRoute: LegacyRoute = {
  paths: [COMING_PATH],
  summary: 'Answers 200 and nothing else; it has no segment before it',
  call: '/api/Coming/rain',
  answer: undefined,
  cacheSeconds: 0,
  needsKey: false,
}
