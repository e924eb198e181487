// The first numbers of the games that are set up, in a part of the page that fills itself.
import type { ComponentChildren } from 'preact'
import type { Account } from '../../../../domain/account.js'
import { GameIcon } from '../../components/game-icon.js'
import type { RequestContext } from '../../page.js'

const MAX_LISTED_GAMES = 5

/** Nothing until a game is tracked. */
export async function firstNumbers(
  { services, catalog }: Pick<RequestContext, 'services' | 'catalog'>,
  account: Account,
): Promise<ComponentChildren> {
  const texts = catalog.web.setup
  const games = (await services.findGame.ofAccount(account)).slice(0, MAX_LISTED_GAMES)
  if (games.length === 0) return undefined
  const latest = await services.latestSamples(games.map(({ universeId }) => universeId))
  return (
    <section aria-labelledby="numbers">
      <h2 id="numbers">{texts.numbers}</h2>
      <ul class="games" id="first-numbers" data-live>
        {games.map(({ id, accountId, universeId, name }) => {
          const sample = latest.get(universeId)
          return (
            <li key={id}>
              <GameIcon universeId={universeId} name={name} size="medium" />
              <div>
                <a href={`/accounts/${accountId}/games/${id}`}>{name}</a>
                <p class="muted">{sample === undefined ? texts.waiting : texts.players(catalog.number(sample.ccu))}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
