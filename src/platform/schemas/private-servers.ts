// Schemas of the responses about private servers.
import { z } from 'zod'
import { wireId } from './wire.js'

/** PLATFORM-18: the private server that was created. */
export const privateServerCreated = z.object({
  vipServerId: wireId,
  name: z.string(),
  accessCode: z.string().nullish(),
})

/** PLATFORM-18, the later PATCH and GET of `/v1/vip-servers/{id}`: the server with its join links. */
export const privateServer = z.object({
  id: wireId,
  name: z.string(),
  game: z.object({ id: wireId, name: z.string(), rootPlace: z.object({ id: wireId }).nullish() }).nullish(),
  joinCode: z.string().nullish(),
  active: z.boolean(),
  link: z.string().nullish(),
})

/** PLATFORM-18, checked before opening a server: whether the universe allows private servers. */
export const privateServersEnabled = z.object({ privateServersEnabled: z.boolean() })
