// The list of an account's games with their states, and the form that adds one.
import { z } from 'zod'
import { type Membership, mayAct } from '../../../../domain/auth/session.js'
import type { Game } from '../../../../domain/game.js'
import { planInForce } from '../../../../domain/rules/entitlement.js'
import { Empty } from '../../components/empty.js'
import { PageLinks } from '../../components/page-links.js'
import { SearchForm } from '../../components/search-form.js'
import { action, page } from '../../define.js'
import type { RequestContext } from '../../page.js'
import { addSeveralAddress } from './add-several.js'
import { addChosenGame, ChooseGame, MAX_SEARCH_LENGTH, searchResults } from './choose-game.js'
import { GameRow } from './game-row.js'
import { gamesAddress } from './own-game.js'

const MAX_ADDED_PER_MINUTE = 60
/** A typed name is searched on the platform. */
const MAX_LIST_VISITS_PER_MINUTE = 120
const PAGE_SIZE = 50

export const games = page({
  path: '/accounts/:account/games',
  access: 'viewer',
  nav: (catalog) => catalog.web.games.title,
  limit: MAX_LIST_VISITS_PER_MINUTE,
  query: z.object({
    q: z.string().max(200).catch('').default(''),
    find: z.string().max(MAX_SEARCH_LENGTH).catch('').default(''),
    page: z.coerce.number().int().min(1).catch(1),
  }),
  handle: async ({ member, query, ...context }) => {
    const texts = context.catalog.web.games
    const all = await context.services.findGame.ofAccount(member.account)
    const found = named(all, query.q)
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
    const shownPage = Math.min(query.page, pages)
    const pageGames = found.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE)
    const address = gamesAddress(member)
    const mayChange = mayAct(member.role, 'manager')
    const results = mayChange ? await searchResults(context, query.find) : undefined
    return {
      title: texts.title,
      body: (
        <>
          <hgroup>
            <h1>{texts.title}</h1>
            <Usage {...{ context, member }} count={all.length} />
          </hgroup>
          <Limits {...{ context, member }} count={all.length} />
          {mayChange ? <ChooseGame {...{ context, address, results }} games={all} find={query.find} /> : undefined}
          {mayChange ? (
            <p>
              <a href={addSeveralAddress(member.account)}>{texts.several.title}</a>
            </p>
          ) : undefined}
          {all.length === 0 ? (
            <Empty title={texts.none} text={mayChange ? texts.noneAdd : texts.noneWait} />
          ) : undefined}
          {all.length > PAGE_SIZE ? (
            <div class="row controls">
              <SearchForm context={context} base={address} name="q" find={query.q} />
              {query.q === '' ? undefined : <a href={address}>{texts.all}</a>}
            </div>
          ) : undefined}
          {all.length > 0 && found.length === 0 ? <p>{texts.noneFound(query.q)}</p> : undefined}
          {pageGames.length === 0 ? undefined : (
            <ul class="games">
              {pageGames.map((game) => (
                <GameRow key={game.id} {...{ game, mayChange }} catalog={context.catalog} />
              ))}
            </ul>
          )}
          <PageLinks
            catalog={context.catalog}
            page={shownPage}
            pages={pages}
            hrefOf={(page) =>
              `${address}?${new URLSearchParams({ ...(query.q === '' ? {} : { q: query.q }), page: `${page}` })}`
            }
          />
        </>
      ),
    }
  },
})

export const addGame = action({
  path: '/accounts/:account/games',
  access: 'manager',
  limit: MAX_ADDED_PER_MINUTE,
  form: z.object({ game: z.string().max(1_000).default('') }),
  formPage: games,
  handle: async ({ services, member, catalog, form }) => {
    const chosen = await addChosenGame(services, member.account, form.game)
    if (chosen.outcome === 'unknown name')
      return { to: `${gamesAddress(member)}?${new URLSearchParams({ find: chosen.name })}` }
    const { game, isNew } = chosen
    const plan = planInForce(member.account, services.plans, services.clock.now())
    const { added, known } = catalog.web.games
    return { to: gamesAddress(member), toast: isNew ? added(game.name, plan.intervalMinutes) : known(game.name) }
  },
})

const named = (games: readonly Game[], text: string): readonly Game[] => {
  const search = text.trim().toLowerCase()
  return search === '' ? games : games.filter(({ name }) => name.toLowerCase().includes(search))
}

interface LimitsProps {
  readonly context: Pick<RequestContext, 'services' | 'catalog'>
  readonly member: Membership
  readonly count: number
}

/** How much of the plan's limit is used. */
function Usage({ context: { services, catalog }, member: { account }, count }: LimitsProps) {
  const { web, number } = catalog
  const plan = planInForce(account, services.plans, services.clock.now())
  return (
    <p>
      {web.games.used(number(count), number(plan.maxGames))} {web.games.every(plan.intervalMinutes)}
    </p>
  )
}

/** Explains that the limit of games is reached. */
function Limits({ context: { services, catalog }, member: { account }, count }: LimitsProps) {
  const { web, number } = catalog
  const plan = planInForce(account, services.plans, services.clock.now())
  const max = number(plan.maxGames)
  return (
    <>
      {account.status === 'expired' ? <p class="message danger">{web.games.fullExpired(max)}</p> : undefined}
      {account.status !== 'expired' && count >= plan.maxGames ? (
        <p class="message danger">{web.games.full(web.frame.plans[plan.name])}</p>
      ) : undefined}
    </>
  )
}
