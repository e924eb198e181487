// GET /games: all games tracked by the account.
import { z } from 'zod'
import { gameJson } from '../../../files/game-json.js'
import { mapInTurns } from '../../../services/reading/in-turns.js'
import { RECORD_BATCH_SIZE } from '../../json-parts.js'
import { endpoint } from '../define.js'
import { field, gameId, gameName, moment } from '../fields.js'

const game = z
  .strictObject({
    id: gameId,
    platform_id: field('Universe ID of the game at Roblox, as text', z.string()),
    roblox_id: field('The same as `platform_id`', z.string()),
    name: gameName,
    channel_id: field('Discord channel that the game is linked to; null without one', z.string().nullable()),
    is_active: field('Whether samples are taken; false while the game is paused', z.boolean()),
    created_at: field('When the account began to track it (UTC)', moment),
  })
  .meta({ id: 'Game', description: 'A game that the account tracks' })

export const games = endpoint({
  path: '/games',
  tag: 'Games',
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
  response: z.object({ games: field('In the order in which they were added', z.array(game)) }),
  handle: async ({ caller, services }) => ({
    games: await mapInTurns(await services.findGame.ofAccount(caller.account), RECORD_BATCH_SIZE, gameJson),
  }),
})
