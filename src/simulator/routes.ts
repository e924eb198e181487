// All calls of the simulator, and the matching of requests to them.
import type { SimulatorCall } from './call.js'
import { groupGames, userGames } from './calls/account-games.js'
import { assetEconomyCall, assetFavorites } from './calls/assets.js'
import { audioSearch, itemDetails, marketplace } from './calls/audio.js'
import { chartContent, chartSorts } from './calls/charts.js'
import { placeUniverseCall, universe, universes } from './calls/existence.js'
import { group, groups } from './calls/groups.js'
import * as privateServers from './calls/private-servers.js'
import { omniSearch } from './calls/search.js'
import * as thumbnails from './calls/thumbnails.js'
import { gameDetails, playability } from './calls/universes.js'
import * as users from './calls/users.js'
import { favoritesOfOne, votes, votesOfOne } from './calls/votes.js'

/** A call with a fixed segment precedes the call with a variable in the same position. */
const CALLS: readonly SimulatorCall[] = [
  ...[gameDetails, playability, votes, votesOfOne, favoritesOfOne],
  ...[placeUniverseCall, universes, universe],
  ...[users.user, users.usernameHistory, users.usersByName, users.usersById, users.presence],
  ...[group, groups, userGames, groupGames],
  ...[audioSearch, marketplace, itemDetails, assetEconomyCall, assetFavorites],
  ...[privateServers.createPrivateServer, privateServers.updatePrivateServer],
  ...[privateServers.showPrivateServer, privateServers.privateServersAllowed],
  ...[
    thumbnails.gameIcons,
    thumbnails.gameThumbnails,
    thumbnails.headshots,
    thumbnails.groupIcons,
    thumbnails.assetPictures,
    thumbnails.picture,
  ],
  ...[chartSorts, chartContent, omniSearch],
]

interface SimulatorRoute {
  readonly call: SimulatorCall
  readonly segments: readonly string[]
}

export interface CallMatch {
  readonly call: SimulatorCall
  readonly params: Readonly<Record<string, string>>
}

const ROUTES: readonly SimulatorRoute[] = CALLS.map((call) => ({ call, segments: call.path.split('/') }))

const paramsOf = (pattern: readonly string[], actual: readonly string[]): Record<string, string> | undefined => {
  if (pattern.length !== actual.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, expectedPart] of pattern.entries()) {
    const actualPart = actual[i] ?? ''
    if (expectedPart.startsWith('{')) params[expectedPart.slice(1, -1)] = actualPart
    else if (expectedPart !== actualPart) return undefined
  }
  return params
}

export const findCall = (method: string, path: string): CallMatch | undefined => {
  const actual = path.split('/')
  for (const { call, segments } of ROUTES) {
    const params = call.method === method ? paramsOf(segments, actual) : undefined
    if (params) return { call, params }
  }
  return undefined
}
