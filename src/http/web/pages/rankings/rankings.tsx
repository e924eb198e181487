// The ranking of public games, and the ranking of an account's games for its members.
import type { Account } from '../../../../domain/account.js'
import { minuteOf, msOf } from '../../../../domain/clock.js'
import type { RankingPage } from '../../../../services/reading/ranking/show-ranking.js'
import { Empty } from '../../components/empty.js'
import { TimedText } from '../../components/inline.js'
import { Tags } from '../../components/marks.js'
import { PageLinks } from '../../components/page-links.js'
import { RankingTable } from '../../components/ranking/ranking-table.js'
import { SegmentedControl } from '../../components/segmented-control.js'
import { page } from '../../define.js'
import { PREVIEW_SIZE } from '../../game/picture.js'
import type { RequestContext, View, WebResponse } from '../../page.js'
import { cardAddress } from '../../sharing/link-preview.js'
import { filteredTitle, NoMatch } from '../games/mark-filter.js'
import { allTags, marksOf } from '../games/marks-of.js'
import { addressOf, choiceOf, choiceQuery, fileQuery, hasLocalTime, type RankingChoice } from './choice.js'
import { RankingControls } from './controls.js'
import { rankingFileAnswer } from './file.js'

/** A ranking of the past reads two days and a half of every game. */
const MAX_PAST_RANKINGS_PER_MINUTE = 20
const MAX_RANKING_FILES_PER_MINUTE = 20

interface ShownRanking {
  readonly ranking: RankingPage
  readonly title: string
  /** The base URL of this ranking and of the pages of its games. */
  readonly base: string
  readonly games: string
  readonly empty: View['body']
  /** By the number of the game; undefined for the public ranking. */
  readonly tags: ReadonlyMap<number, readonly string[]> | undefined
}

async function limitPast(context: RequestContext, choice: RankingChoice): Promise<void> {
  if (choice.at !== undefined) await context.countRequest('past ranking', MAX_PAST_RANKINGS_PER_MINUTE)
}

export const rankings = page({
  path: '/rankings',
  access: 'public',
  nav: (catalog) => catalog.web.rankings.nav,
  query: choiceQuery,
  handle: async (context): Promise<WebResponse> => {
    const choice = choiceOf(context.query, minuteOf(context.services.clock.now()), context.timeZone, context.browser)
    if (hasLocalTime(context.query) && !context.rejection) return { to: addressOf('/rankings', choice) }
    await limitPast(context, choice)
    const texts = context.catalog.web.rankings
    return rankingView(context, choice, {
      ranking: await context.services.showRanking.ofEveryone(choice),
      title: isPastByPlayers(choice) ? texts.pastTitle : texts.title[choice.by],
      base: '/rankings',
      games: '/games',
      empty: <Empty text={texts.none} />,
      tags: undefined,
    })
  },
})

export const rankingFile = page({
  path: '/rankings/export',
  formPage: rankings,
  access: 'public',
  limit: MAX_RANKING_FILES_PER_MINUTE,
  query: fileQuery,
  handle: async ({ services, catalog, query, timeZone }) => {
    const choice = choiceOf(query, minuteOf(services.clock.now()), timeZone)
    const read = (size: number) => services.showRanking.ofEveryone({ ...choice, page: 1, size })
    return rankingFileAnswer(catalog.web.rankings.publicGamesFile, { ...choice, format: query.format }, read)
  },
})

/** Only the title by players says that it is of now. */
const isPastByPlayers = ({ at, by }: RankingChoice): boolean => at !== undefined && by === 'ccu'

const ownBase = ({ id }: Account): string => `/accounts/${id}/rankings`

export const ownRankings = page({
  path: '/accounts/:account/rankings',
  access: 'viewer',
  query: choiceQuery,
  handle: async (context): Promise<WebResponse> => {
    const choice = choiceOf(context.query, minuteOf(context.services.clock.now()), context.timeZone, context.browser)
    const { account } = context.member
    if (hasLocalTime(context.query) && !context.rejection) return { to: addressOf(ownBase(account), choice) }
    await limitPast(context, choice)
    const texts = context.catalog.web.rankings
    const { only, tags } = await marksOf(context, account, choice)
    return rankingView(context, choice, {
      ranking: await context.services.showRanking.ofAccount(account, { ...choice, only }),
      title: isPastByPlayers(choice) ? texts.ownPastTitle : texts.ownTitle[choice.by],
      base: ownBase(account),
      games: `/accounts/${account.id}/games`,
      empty: <Empty text={texts.noneOwn} next={{ href: `/accounts/${account.id}/games`, label: texts.addGame }} />,
      tags,
    })
  },
})

export const ownRankingFile = page({
  path: '/accounts/:account/rankings/export',
  formPage: ownRankings,
  access: 'viewer',
  limit: MAX_RANKING_FILES_PER_MINUTE,
  query: fileQuery,
  handle: async (context) => {
    const { services, query, timeZone, member } = context
    const choice = choiceOf(query, minuteOf(services.clock.now()), timeZone)
    const { only } = await marksOf(context, member.account, choice)
    const read = (size: number) => services.showRanking.ofAccount(member.account, { ...choice, only, page: 1, size })
    return rankingFileAnswer(member.account.name, { ...choice, format: query.format }, read)
  },
})

function rankingView(context: RequestContext, choice: RankingChoice, shownRanking: ShownRanking): View {
  const { catalog, timeZone, services } = context
  const texts = catalog.web.rankings
  const { ranking, title, empty, games, base, tags } = shownRanking
  const { rows, popularity, total, found } = ranking
  const isOwn = tags !== undefined
  const count = catalog.web.home.games(found)
  const isPart = total.measured < found
  const measured = isPart ? catalog.web.home.measuredGames(catalog.number(total.measured), found) : count
  const marks = isOwn ? choice : { isFavorites: false, tag: '', find: choice.find }
  const asOf = choice.at === undefined ? title : `${title}, ${catalog.dateTime(msOf(choice.at), timeZone)}`
  return {
    title: filteredTitle(asOf, marks, catalog),
    width: 'wide',
    // A ranking of the past does not change, so it needs no updates.
    ...(choice.at === undefined ? { scripts: ['live'] } : { dependsOnZone: true }),
    ...(isOwn
      ? {}
      : {
          description: texts.description,
          preview: { path: cardAddress('rankings'), alt: title, ...PREVIEW_SIZE },
        }),
    body: (
      <>
        <div class="row apart">
          <hgroup>
            <h1>{title}</h1>
            <p id="total-now" data-live>
              {total.players === null ? undefined : catalog.web.home.total(catalog.number(total.players), measured)}
            </p>
          </hgroup>
          <OwnerSwitch context={context} base={base} />
        </div>
        {ranking.all === 0 ? (
          empty
        ) : isUnmeasured(ranking, choice) ? (
          <NoNumbers {...{ catalog, count: catalog.web.home.games(ranking.all), list: isOwn ? games : undefined }} />
        ) : (
          <>
            <RankingControls
              {...{ choice, context, ranking, base }}
              now={minuteOf(services.clock.now())}
              tags={tags && allTags(tags)}
            />
            <div class="stack" id="ranking-now" data-live>
              {isBeforeFirstSample(ranking, choice) ? (
                <BeforeFirstSample
                  {...{ context, ranking }}
                  hrefOf={(at) => addressOf(base, choice, { at, page: 1 })}
                />
              ) : rows.length === 0 ? (
                <NoMatch {...{ catalog, choice }} allGames={base} />
              ) : (
                <RankingTable
                  {...{ rows, catalog, timeZone }}
                  query={choice}
                  total={{ label: texts.totalOf(count), sums: total }}
                  hasPopularity={popularity !== null}
                  addressOf={(game) => `${games}/${isOwn ? game.id : game.universeId}`}
                  marksOf={({ id }) => (
                    <Tags tags={tags?.get(id)} hrefOf={(tag) => addressOf(base, choice, { tag, page: 1 })} />
                  )}
                  sorted={(sort, reversed) => addressOf(base, choice, { sort, reversed, page: 1 })}
                />
              )}
              <PageLinks
                {...{ catalog }}
                page={ranking.page}
                pages={ranking.pages}
                hrefOf={(page) => addressOf(base, choice, { page })}
              />
              <Notes {...{ ranking, catalog, timeZone }} />
            </div>
          </>
        )}
      </>
    ),
  }
}

/** Whether none of the games was ever measured, so that there is nothing to rank. */
const isUnmeasured = ({ total, found, all }: RankingPage, { at }: RankingChoice): boolean =>
  at === undefined && found === all && total.players === null && total.visits === null

/** Whether the ranking is of a minute at which tracking had not begun. */
const isBeforeFirstSample = ({ knownSince }: RankingPage, { at }: RankingChoice): boolean =>
  at !== undefined && knownSince !== null && at < knownSince

interface BeforeFirstSampleProps {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
  readonly ranking: RankingPage
  readonly hrefOf: (at: number) => string
}

function BeforeFirstSample({
  context: { catalog, timeZone },
  ranking: { knownSince },
  hrefOf,
}: BeforeFirstSampleProps) {
  if (knownSince === null) return null
  const texts = catalog.web.rankings
  return (
    <Empty
      title={texts.nothingThen}
      text={<TimedText text={(when) => texts.measuredSince(when(msOf(knownSince)))} {...{ catalog, timeZone }} />}
      next={{ href: hrefOf(knownSince), label: texts.toFirst }}
    />
  )
}

interface NoNumbersProps extends Pick<RequestContext, 'catalog'> {
  readonly count: string
  /** The list of the account's games; undefined for the public ranking. */
  readonly list: string | undefined
}

/** Once there are numbers, the page loads again. */
function NoNumbers({ catalog, count, list }: NoNumbersProps) {
  const texts = catalog.web.rankings
  const next = list === undefined ? undefined : { href: list, label: texts.toGames }
  return (
    <div id="waiting" data-live data-reload>
      <Empty title={texts.noNumbers} text={texts.noNumbersText(count)} next={next} />
    </div>
  )
}

/** Of which minute the ranking is, and when the second source was read. */
function Notes({ ranking: { rows, asOf, popularity }, catalog, timeZone }: NotesProps) {
  const texts = catalog.web.rankings
  const source = popularity?.source === 'platform' ? texts.platform : (popularity?.source ?? '')
  return (
    <p class="table-note">
      {asOf === null ? undefined : (
        <span>
          <TimedText text={(when) => texts.asOf(when(asOf))} {...{ catalog, timeZone }} />{' '}
          {rows.some(hasMoved) ? `${texts.arrows} ` : undefined}
        </span>
      )}
      {popularity === null ? undefined : (
        <TimedText text={(when) => texts.readAt(source, when(popularity.readAt))} {...{ catalog, timeZone }} />
      )}
    </p>
  )
}

/** Whether an arrow stands beside its rank. */
const hasMoved = ({ rank, previousRank, latest }: RankingPage['rows'][number]): boolean =>
  latest !== undefined && previousRank !== null && previousRank !== rank

interface NotesProps extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  readonly ranking: RankingPage
}

/** Links to the public ranking and to the rankings of the visitor's accounts. */
function OwnerSwitch({
  context: { visitor, catalog },
  base,
}: {
  readonly context: RequestContext
  readonly base: string
}) {
  const texts = catalog.web.rankings
  if (!visitor || visitor.memberships.length === 0) return null
  const places = [
    { href: '/rankings', label: texts.publicGames },
    ...visitor.memberships.map(({ account }) => ({ href: ownBase(account), label: account.name })),
  ]
  return (
    <SegmentedControl
      label={texts.whose}
      choices={places.map((place) => ({ ...place, isChosen: place.href === base }))}
    />
  )
}
