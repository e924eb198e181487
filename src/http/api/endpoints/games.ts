// GET /games: all games tracked by the account.
import { z } from 'zod'
import { gameJson } from '../../../files/game-json.js'
import { mapInTurns } from '../../../services/reading/in-turns.js'
import { RECORDS_A_TURN } from '../../json-parts.js'
import { endpoint } from '../define.js'

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
  isSpecified: true,
  example: {
    call: '/games',
    answer: {
      games: [
        {
          id: 1,
          platform_id: '13058',
          roblox_id: '13058',
          name: 'Crossroads',
          channel_id: null,
          is_active: true,
          created_at: '2026-01-01T12:00:00.000Z',
        },
      ],
    },
  },
  params: z.object({}),
  query: z.object({}),
  response: z.object({ games: z.array(game) }),
  isPrepared: () => true,
  handle: async ({ caller, services }) => ({
    games: await mapInTurns(await services.findGame.ofAccount(caller.account), RECORDS_A_TURN, gameJson),
  }),
})
