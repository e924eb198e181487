// GET /games: all games tracked by the account.
import { z } from 'zod'
import { gameJson } from '../../files/game-json.js'
import { endpoint } from './define.js'

const game = z.strictObject({
  id: z.int(),
  platform_id: z.string(),
  roblox_id: z.string(),
  name: z.string(),
  channel_id: z.string().nullable(),
  is_active: z.boolean(),
  created_at: z.iso.datetime({ precision: 3 }),
})

export const games = endpoint({
  path: '/games',
  summary: 'The games tracked by the account',
  access: 'basic',
  params: z.object({}),
  query: z.object({}),
  response: z.object({ games: z.array(game) }),
  handle: async ({ caller, operations }) => ({
    games: (await operations.findGame.ofAccount(caller.account)).map(gameJson),
  }),
})
