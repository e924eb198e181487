// The form that chooses a game: a typed name is searched on the platform, an address or a number is added at once.
import { HeadcountError } from '../../../../domain/error.js'
import type { FoundGame } from '../../../../services/management/search-games.js'
import { Field } from '../../components/field.js'
import { GameIcon } from '../../components/game-icon.js'
import { typedAt, wrongAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'

/** What a search found; `failed` where the platform did not answer. */
export type SearchResults = readonly FoundGame[] | 'failed' | undefined

const MIN_SEARCH_LENGTH = 2
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

/** Where a typed name is searched; undefined for an address or a number, which names one game. */
export function searchAddress(address: string, typed: string): string | undefined {
  const text = typed.trim()
  if (text.length < MIN_SEARCH_LENGTH || /^\d+$|^https?:|^www\.|\.com\b/i.test(text)) return undefined
  return `${address}?${new URLSearchParams({ find: text })}`
}

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  /** Where the form leads. */
  readonly address: string
  readonly find: string
  readonly results: SearchResults
}

export function ChooseGame({ context, address, find, results }: Props) {
  const texts = context.catalog.web.setup
  return (
    <>
      <form class="panel" method="post" action={address}>
        <p>{texts.gameText}</p>
        <div class="beside">
          <Field
            name="game"
            label={texts.game}
            hint={texts.gameHint}
            error={wrongAt(context, 'game')}
            value={typedAt(context, 'game', find)}
            required
            maxLength={1_000}
          />
          <button class="primary" type="submit">
            {texts.find}
          </button>
        </div>
      </form>
      {results === undefined ? undefined : <Results {...{ context, address, find, results }} />}
    </>
  )
}

function Results({ context: { catalog }, address, find, results }: Props) {
  const texts = catalog.web.setup
  if (results === undefined || results === 'failed') return <p class="message danger">{texts.searchFailed}</p>
  if (results.length === 0) return <p class="message">{texts.noResults(find)}</p>
  return (
    <section aria-labelledby="results">
      <h2 id="results">{texts.results(find)}</h2>
      <ul class="games">
        {results.map((game) => (
          <li key={game.universeId}>
            <FoundIcon game={game} />
            <div>
              <strong>{game.name}</strong>
              <p class="muted">
                {game.creatorName === null ? '' : `${texts.by(game.creatorName)} · `}
                {texts.playing(catalog.number(game.players))}
              </p>
            </div>
            <form class="inline" method="post" action={address}>
              <input type="hidden" name="game" value={game.universeId} />
              <button class="small" type="submit" aria-label={texts.trackLabel(game.name)}>
                {texts.track}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The picture is a part of the page: games that are not tracked have no stored icon. */
function FoundIcon({ game: { icon, universeId, name } }: { readonly game: FoundGame }) {
  if (icon === undefined) return <GameIcon universeId={universeId} name={name} size="medium" />
  const source = `data:image/webp;base64,${Buffer.from(icon).toString('base64')}`
  return <img class="game-icon medium" src={source} alt="" width={ICON_SIDE} height={ICON_SIDE} />
}
