// PLATFORM-18 and its later calls: private servers, which require a credential and a CSRF token.
import { z } from 'zod'
import {
  CallRejection,
  type CallRequest,
  type CallResponse,
  legacyError,
  ok,
  readId,
  reject,
  type SimulatorCall,
} from '../call.js'
import type { SimulatedServer, Simulation } from '../simulation.js'
import type { SimulatedGame } from '../world/game.js'
import { hash } from '../world/hash.js'

const COOKIE = /(?:^|;\s*)\.ROBLOSECURITY=([^;]+)/

const requireCookie = ({ headers }: CallRequest, { settings }: Simulation): void => {
  const sent = COOKIE.exec(String(headers.cookie ?? ''))?.[1]
  if (sent === undefined || (settings.cookie !== undefined && sent !== settings.cookie))
    throw reject(401, 9002, 'Authentication token is missing', { subcode: 0 })
}

const requireCsrfToken = (request: CallRequest, simulation: Simulation): void => {
  requireCookie(request, simulation)
  const { csrfToken } = simulation
  if (request.headers['x-csrf-token'] === csrfToken) return
  const body = legacyError(0, 'Token Validation Failed')
  throw new CallRejection({ status: 403, body, headers: { 'x-csrf-token': csrfToken } })
}

const hex = (seed: number, id: number, length: number): string =>
  [80, 81, 82, 83]
    .map((part) => hash(hash(seed, id), part).toString(16).padStart(8, '0'))
    .join('')
    .slice(0, length)

const accessCode = (seed: number, id: number): string =>
  hex(seed, id, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

const gameOf = (simulation: Simulation, text: string | undefined): SimulatedGame => {
  const id = readId(text)
  const game = id === undefined ? undefined : simulation.game(id)
  if (!game) throw reject(404, 4, 'The universe does not exist.')
  return game
}

const openServerBody = z.object({
  name: z.string(),
  expectedPrice: z.int().nonnegative(),
  isPurchaseConfirmed: z.boolean().optional(),
  idempotencyKey: z.string().optional(),
})
type OpenServerRequest = z.infer<typeof openServerBody>

const openServer = (
  simulation: Simulation,
  universeId: number,
  { name, idempotencyKey }: OpenServerRequest,
): SimulatedServer => {
  const { privateServers, world } = simulation
  const opened = [...privateServers.values()].find(
    (one) => idempotencyKey !== undefined && one.universeId === universeId && one.idempotencyKey === idempotencyKey,
  )
  if (opened) return opened
  const id = 1_200_000_000 + privateServers.size * 17 + (hash(world.seed, privateServers.size, 84) % 17)
  const server: SimulatedServer = { id, universeId, name, idempotencyKey, joinCode: null }
  privateServers.set(id, server)
  return server
}

export const createPrivateServer: SimulatorCall = {
  method: 'POST',
  path: '/games/v1/games/vip-servers/{universeId}',
  answer(request, simulation) {
    requireCsrfToken(request, simulation)
    const game = gameOf(simulation, request.params.universeId)
    const parsed = openServerBody.safeParse(request.body)
    if (!parsed.success || parsed.data.name.trim() === '' || parsed.data.name.length > 50)
      throw reject(400, 10, 'The name of the private server is either empty or too long.')
    if (game.privateServerPrice === null)
      throw reject(400, 8, 'The creator of this game has disabled private servers for this game.')
    if (parsed.data.expectedPrice !== game.privateServerPrice)
      throw reject(
        400,
        15,
        'The price for purchasing this private server has changed. Please refresh the page and try again.',
      )
    const server = openServer(simulation, game.universeId, parsed.data)
    return ok({
      id: null,
      maxPlayers: 8 + (game.key % 43),
      playing: 0,
      playerTokens: [],
      players: [],
      fps: 0,
      ping: 0,
      name: server.name,
      vipServerId: server.id,
      accessCode: accessCode(simulation.world.seed, server.id),
      owner: { hasVerifiedBadge: false, id: 1, name: 'Operator', displayName: 'Operator' },
    })
  },
}

const serverOf = (simulation: Simulation, text: string | undefined): SimulatedServer => {
  const id = readId(text)
  const server = id === undefined ? undefined : simulation.privateServers.get(id)
  if (!server) throw reject(404, 1, 'The private server is invalid or does not exist.')
  return server
}

const showServer = ({ origin }: CallRequest, simulation: Simulation, server: SimulatedServer): CallResponse => {
  const game = gameOf(simulation, String(server.universeId))
  const name = simulation.nameOf(game)
  return ok({
    id: server.id,
    name: server.name,
    game: { id: game.universeId, name, rootPlace: { id: game.placeId, name } },
    joinCode: server.joinCode,
    active: true,
    subscription: { active: true, expired: false, expirationDate: null, price: game.privateServerPrice },
    permissions: { clanAllowed: false, friendsAllowed: false, users: [] },
    voiceSettings: { enabled: false },
    link: server.joinCode && `${origin}/games/${game.placeId}?privateServerLinkCode=${server.joinCode}`,
  })
}

const changeBody = z.object({ newJoinCode: z.boolean().optional() })

export const updatePrivateServer: SimulatorCall = {
  method: 'PATCH',
  path: '/games/v1/vip-servers/{vipServerId}',
  answer(request, simulation) {
    requireCsrfToken(request, simulation)
    const server = serverOf(simulation, request.params.vipServerId)
    if (changeBody.safeParse(request.body).data?.newJoinCode) {
      const round = hash(server.id, Number.parseInt(server.joinCode?.slice(0, 8) ?? '0', 16))
      server.joinCode = hex(round, server.id, 32)
    }
    return showServer(request, simulation, server)
  },
}

export const showPrivateServer: SimulatorCall = {
  method: 'GET',
  path: '/games/v1/vip-servers/{vipServerId}',
  answer(request, simulation) {
    requireCookie(request, simulation)
    return showServer(request, simulation, serverOf(simulation, request.params.vipServerId))
  },
}

export const privateServersAllowed: SimulatorCall = {
  method: 'GET',
  path: '/games/v1/private-servers/enabled-in-universe/{universeId}',
  answer: ({ params }, simulation) =>
    ok({ privateServersEnabled: gameOf(simulation, params.universeId).privateServerPrice !== null }),
}
