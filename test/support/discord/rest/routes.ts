// All routes of the double; the first that matches answers.
import type { Gateway } from '../gateway.js'
import type { DoubleRoute } from '../types.js'
import { applicationRoutes, type CommandRegistry, commandRoutes, guildRoutes } from './application-routes.js'
import { channelRoutes } from './channel-routes.js'
import { type InteractionDeps, interactionRoutes } from './interaction-routes.js'
import { threadRoutes } from './thread-routes.js'
import { webhookRoutes } from './webhook-routes.js'

export interface RoutesDeps extends InteractionDeps {
  gateway: Gateway
  gatewayUrl: () => string
  registry: CommandRegistry
}

export function allRoutes(deps: RoutesDeps): DoubleRoute[] {
  const { world } = deps
  return [
    ...applicationRoutes(world, deps.gateway, deps.gatewayUrl),
    ...commandRoutes(world, deps.registry),
    ...guildRoutes(world),
    ...threadRoutes(world),
    ...channelRoutes(world),
    ...interactionRoutes(deps),
    ...webhookRoutes(deps),
  ]
}
