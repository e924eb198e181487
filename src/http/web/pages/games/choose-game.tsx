// The form that chooses a game: a name that is not known here is searched on the platform, an
// address or a number is added at once.
import type { Account } from '../../../../domain/account.js'
import { HeadcountError } from '../../../../domain/error.js'
import type { Game } from '../../../../domain/game.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { FoundGame } from '../../../../services/management/search-games.js'
import type { Services } from '../../../../services/services.js'
import { FormField } from '../../components/field.js'
import { GameIcon } from '../../components/game-icon.js'
import type { RequestContext } from '../../page.js'
import { gameAddress } from './own-game.js'

/** What a search found; `failed` where the platform did not answer. */
export type SearchResults = readonly FoundGame[] | 'failed' | undefined

const MIN_SEARCH_LENGTH = 2
export const MAX_SEARCH_LENGTH = 100
const ICON_SIDE = 40

export async function searchResults(
  { services }: Pick<RequestContext, 'services'>,
  find: string,
): Promise<SearchResults> {
  const text = find.trim()
  if (text.length < MIN_SEARCH_LENGTH) return undefined
  try {
    return await services.searchGames(text)
  } catch (error) {
    // An address can be pasted all the same.
    if (error instanceof HeadcountError) return 'failed'
    throw error
  }
}

export type ChosenGame =
  | { readonly outcome: 'added'; readonly game: Game; readonly isNew: boolean }
  /** Then the name is searched on the platform. */
  | { readonly outcome: 'unknown name'; readonly name: string }

/** Adds what was typed if it names a game here, and samples it at once if that is possible (DATA-35). */
export async function addChosenGame(
  { games, sampleNewGame }: Pick<Services, 'games' | 'sampleNewGame'>,
  account: Account,
  typed: string,
): Promise<ChosenGame> {
  try {
    const { game, isNew } = await games.addByText(account, typed)
    // Where it cannot be sampled now, the next tick samples it.
    if (isNew) await sampleNewGame(game.universeId).catch(() => false)
    return { outcome: 'added', game, isNew }
  } catch (error) {
    const isUnknown = error instanceof HeadcountError && error.options.reason?.name === 'unknown name'
    const name = typed.trim().slice(0, MAX_SEARCH_LENGTH)
    if (isUnknown && name.length >= MIN_SEARCH_LENGTH) return { outcome: 'unknown name', name }
    throw error
  }
}

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  /** Where the form leads. */
  readonly address: string
  readonly find: string
  readonly results: SearchResults
  /** All games of the account. */
  readonly games: readonly Game[]
}

export function ChooseGame({ context, address, find, results, games }: Props) {
  const texts = context.catalog.web.games
  return (
    <>
      <form class="panel" method="post" action={address}>
        <h2>{texts.add}</h2>
        <div class="beside">
          <FormField
            context={context}
            name="game"
            label={texts.which}
            hint={texts.whichHint}
            initial={find}
            required
            maxLength={1_000}
            placeholder={texts.whichExample}
          />
          <button class="primary" type="submit">
            {texts.addButton}
          </button>
        </div>
      </form>
      {results === undefined ? undefined : <Results {...{ context, address, find, results, games }} />}
    </>
  )
}

function Results({ context: { catalog }, address, find, results, games }: Props) {
  const texts = catalog.web.games
  const known = new Map(games.map((game) => [game.universeId, game]))
  if (results === undefined || results === 'failed') return <p class="message danger">{texts.searchFailed}</p>
  if (results.length === 0) return <p class="message">{texts.noResults(find)}</p>
  return (
    <section aria-labelledby="results">
      <h2 id="results">{texts.results(find)}</h2>
      <ul class="games">
        {results.map((found) => (
          <FoundRow key={found.universeId} {...{ catalog, address, found }} game={known.get(found.universeId)} />
        ))}
      </ul>
    </section>
  )
}

interface FoundRowProps extends Pick<Props, 'address'> {
  readonly catalog: MessageCatalog
  readonly found: FoundGame
  /** The game of the account, where it is one already. */
  readonly game: Game | undefined
}

function FoundRow({ catalog, address, found, game }: FoundRowProps) {
  const texts = catalog.web.games
  return (
    <li>
      <FoundIcon game={found} />
      <div>
        <strong>{game === undefined ? found.name : <a href={gameAddress(game)}>{found.name}</a>}</strong>
        <p class="muted">
          {found.creatorName === null ? '' : `${texts.by(found.creatorName)} · `}
          {texts.playing(catalog.number(found.players))}
        </p>
      </div>
      {game === undefined ? (
        <form class="inline" method="post" action={address}>
          <input type="hidden" name="game" value={found.universeId} />
          <button class="small" type="submit" aria-label={texts.trackLabel(found.name)}>
            {texts.track}
          </button>
        </form>
      ) : (
        <span class={game.isActive ? 'badge success' : 'badge'}>{game.isActive ? texts.tracked : texts.paused}</span>
      )}
    </li>
  )
}

/** The picture is a part of the page: games that are not tracked have no stored icon. */
function FoundIcon({ game: { icon, universeId, name } }: { readonly game: FoundGame }) {
  if (icon === undefined) return <GameIcon universeId={universeId} name={name} size="medium" />
  const source = `data:image/webp;base64,${Buffer.from(icon).toString('base64')}`
  return <img class="game-icon medium" src={source} alt="" width={ICON_SIDE} height={ICON_SIDE} />
}
