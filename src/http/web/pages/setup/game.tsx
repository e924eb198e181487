// The second step: the first game, found by its name on the platform, or by a pasted address.
import { z } from 'zod'
import { action, page } from '../../define.js'
import { addChosenGame, ChooseGame, searchResults } from '../games/choose-game.js'
import { setupAccount, stepAddress, stepView } from './steps.js'

const PATH = '/setup/game'
const MAX_PER_MINUTE = 30

export const gameStep = page({
  path: PATH,
  access: 'operator',
  limit: MAX_PER_MINUTE,
  query: z.object({ find: z.string().max(100).catch('').default('') }),
  handle: async ({ query, ...context }) => {
    const texts = context.catalog.web.setup
    const { account } = setupAccount(context.visitor)
    const results = await searchResults(context, query.find)
    const games = await context.services.findGame.ofAccount(account)
    return stepView(context, {
      step: 'game',
      title: texts.gameTitle,
      isDone: games.length > 0,
      body: <ChooseGame {...{ context, results, games }} address={PATH} find={query.find} />,
    })
  },
})

export const addFirstGame = action({
  path: PATH,
  access: 'operator',
  limit: MAX_PER_MINUTE,
  form: z.object({ game: z.string().max(1_000).default('') }),
  formPage: gameStep,
  handle: async ({ services, visitor, catalog, form }) => {
    const { account } = setupAccount(visitor)
    const chosen = await addChosenGame(services, account, form.game)
    if (chosen.outcome === 'unknown name') return { to: `${PATH}?${new URLSearchParams({ find: chosen.name })}` }
    const { game } = chosen
    return { to: stepAddress('discord'), toast: catalog.web.setup.tracked(game.name) }
  },
})
