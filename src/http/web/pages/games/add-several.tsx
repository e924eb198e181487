// The page on which a manager adds several games, one on each line, with the result of each.
import { z } from 'zod'
import type { Account } from '../../../../domain/account.js'
import { HeadcountError } from '../../../../domain/error.js'
import { errorText } from '../../../../messages/error-text.js'
import { StackedTable } from '../../components/scroll.js'
import { action, page } from '../../define.js'
import type { RequestContext, View } from '../../page.js'
import { addChosenGame } from './choose-game.js'
import { gamesEntry } from './own-game.js'

const PATH = '/accounts/:account/add-games'
export const addSeveralAddress = ({ id }: Account): string => PATH.replace(':account', `${id}`)

const MAX_LISTED = 50
/** Lines beyond are listed as not tried, so that the answer comes before a browser gives up. */
const ADDING_TIMEOUT_MS = 30_000
const MAX_LIST_LENGTH = 20_000
const MAX_LENGTH = 1_000
const MAX_GAME_LISTS_PER_MINUTE = 10

interface LineResult {
  readonly line: string
  readonly text: string
  readonly isTracked: boolean
}

export const severalGames = page({
  path: PATH,
  access: 'manager',
  handle: ({ member, ...context }) => severalView(context, gamesEntry(context.catalog, member), member.account, []),
})

export const addSeveralGames = action({
  path: PATH,
  access: 'manager',
  limit: MAX_GAME_LISTS_PER_MINUTE,
  form: z.object({ games: z.string().max(MAX_LIST_LENGTH).default('') }),
  formPage: severalGames,
  handle: async ({ member, form, ...context }) => {
    const results = await addLines(context, member.account, linesOf(form.games))
    return severalView(context, gamesEntry(context.catalog, member), member.account, results)
  },
})

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, MAX_LENGTH))
      .filter((line) => line !== ''),
  ),
]

type AddingContext = Pick<RequestContext, 'services' | 'catalog'>

/** One after the other, so that the platform's limits leave room for the ticks. */
async function addLines(
  { services, catalog }: AddingContext,
  account: Account,
  lines: readonly string[],
): Promise<LineResult[]> {
  const texts = catalog.web.games.several
  const began = services.clock.monotonic()
  const results: LineResult[] = []
  for (const [index, line] of lines.entries()) {
    const isLate = services.clock.monotonic() - began > ADDING_TIMEOUT_MS
    if (index >= MAX_LISTED) results.push({ line, text: texts.tooMany(MAX_LISTED), isTracked: false })
    else if (isLate) results.push({ line, text: texts.tooLate, isTracked: false })
    else results.push({ line, ...(await addLine({ services, catalog }, account, line)) })
  }
  return results
}

async function addLine({ services, catalog }: AddingContext, account: Account, line: string) {
  const texts = catalog.web.games.several
  try {
    const chosen = await addChosenGame(services, account, line)
    if (chosen.outcome === 'unknown name') return { text: texts.unknownName, isTracked: false }
    const { name } = chosen.game
    return { text: chosen.isNew ? texts.added(name) : catalog.web.games.known(name), isTracked: true }
  } catch (error) {
    if (!(error instanceof HeadcountError)) throw error
    return { text: errorText(error, catalog), isTracked: false }
  }
}

function severalView(
  { catalog }: Pick<RequestContext, 'catalog'>,
  list: ReturnType<typeof gamesEntry>,
  account: Account,
  results: readonly LineResult[],
): View {
  const texts = catalog.web.games.several
  const left = results.filter(({ isTracked }) => !isTracked).map(({ line }) => line)
  return {
    title: texts.title,
    breadcrumbs: [list],
    body: (
      <>
        <h1>{texts.title}</h1>
        {results.length === 0 ? undefined : <Results {...{ catalog, results }} />}
        <form class="panel" method="post" action={addSeveralAddress(account)}>
          <div class="field">
            <label for="games">{texts.field}</label>
            <textarea
              id="games"
              name="games"
              rows={10}
              maxLength={MAX_LIST_LENGTH}
              required
              aria-describedby="games-hint"
            >
              {left.join('\n')}
            </textarea>
            <small id="games-hint">{texts.hint(MAX_LISTED)}</small>
          </div>
          <button class="primary" type="submit">
            {texts.button}
          </button>
        </form>
      </>
    ),
  }
}

interface ResultsProps extends Pick<RequestContext, 'catalog'> {
  readonly results: readonly LineResult[]
}

function Results({ catalog, results }: ResultsProps) {
  const texts = catalog.web.games.several
  const tracked = results.filter(({ isTracked }) => isTracked).length
  return (
    <section aria-labelledby="results">
      <h2 id="results">{texts.results(catalog.number(tracked), catalog.number(results.length))}</h2>
      <StackedTable label={texts.resultsLabel} heads={[texts.line, texts.result]}>
        {results.map(({ line, text, isTracked }) => (
          <tr key={line}>
            <th scope="row">{line}</th>
            <td data-label={texts.result}>
              <span class={isTracked ? 'badge success' : 'badge danger'}>
                {isTracked ? texts.tracked : texts.notTracked}
              </span>{' '}
              {text}
            </td>
          </tr>
        ))}
      </StackedTable>
    </section>
  )
}
