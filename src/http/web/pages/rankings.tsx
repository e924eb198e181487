// The ranking of public games, and the ranking of an account's games for its members.
import { z } from 'zod'
import { RANKINGS, type RankingMetric } from '../../../domain/rules/ranking.js'
import { RANKING_SORTS, type RankingSort } from '../../../domain/rules/ranking-order.js'
import type { RankingPage, RankingQuery } from '../../../services/reading/ranking/show-ranking.js'
import { Empty } from '../components/empty.js'
import { WithTimes } from '../components/inline.js'
import { RankingTable } from '../components/ranking-table.js'
import { SegmentedControl } from '../components/segmented-control.js'
import { page } from '../define.js'
import type { RequestContext, View } from '../page.js'

const query = z.object({
  by: z.enum(RANKINGS, { error: 'must be ccu or visits, given once' }).default('ccu'),
  find: z.string({ error: 'must be given once' }).max(100, 'must be at most 100 characters').default(''),
  sort: z.enum(RANKING_SORTS, { error: `must be one of ${RANKING_SORTS.join(', ')}` }).default('rank'),
  reversed: z.literal('1', { error: 'must be 1 or left out' }).optional(),
  page: z
    .string({ error: 'must be given once' })
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 on')
    .default('1')
    .transform(Number),
})

const wishOf = ({ reversed, find, ...rest }: z.output<typeof query>): RankingQuery => ({
  ...rest,
  find: find.trim(),
  reversed: reversed === '1',
})

export const rankings = page({
  path: '/rankings',
  access: 'public',
  nav: (catalog) => catalog.web.rankings.nav,
  query,
  handle: async (context) => {
    const wish = wishOf(context.query)
    const texts = context.catalog.web.rankings
    return rankingView(context, wish, {
      ranking: await context.services.showRanking.ofEveryone(wish),
      title: texts.title[wish.by],
      base: '/rankings',
      games: '/games',
      empty: <Empty text={texts.none} />,
    })
  },
})

export const ownRankings = page({
  path: '/accounts/:account/rankings',
  access: 'viewer',
  query,
  handle: async (context) => {
    const wish = wishOf(context.query)
    const { account } = context.member
    const texts = context.catalog.web.rankings
    return rankingView(context, wish, {
      ranking: await context.services.showRanking.ofAccount(account, wish),
      title: texts.ownTitle(account.name),
      base: `/accounts/${account.id}/rankings`,
      games: `/accounts/${account.id}/games`,
      empty: <Empty text={texts.noneOwn} next={{ href: `/accounts/${account.id}/games`, label: texts.addGame }} />,
    })
  },
})

interface RankingViewProps {
  readonly ranking: RankingPage
  readonly title: string
  /** The base URL of this ranking and of the pages of its games. */
  readonly base: string
  readonly games: string
  readonly empty: View['body']
}

const isOwn = ({ base }: RankingViewProps): boolean => base !== '/rankings'

function rankingView(context: RequestContext, wish: RankingQuery, shown: RankingViewProps): View {
  const { catalog, timeZone } = context
  const texts = catalog.web.rankings
  const { ranking, title, empty, games } = shown
  const { rows, popularity, asOf } = ranking
  return {
    title,
    isWide: true,
    scripts: ['live'],
    ...(isOwn(shown) ? { breadcrumbs: [{ href: '/rankings', label: texts.nav }] } : { description: texts.description }),
    body: (
      <>
        <h1>{title}</h1>
        <Whose context={context} base={shown.base} />
        {ranking.all === 0 ? (
          empty
        ) : (
          <>
            <Controls wish={wish} shown={shown} context={context} />
            <div class="stack" id="ranking-now" data-live>
              {rows.length === 0 ? <Empty text={texts.notFound(wish.find)} /> : undefined}
              {rows.length === 0 ? undefined : (
                <RankingTable
                  {...{ rows, query: wish, catalog, timeZone }}
                  hasPopularity={popularity !== null}
                  addressOf={(game) => `${games}/${isOwn(shown) ? game.id : game.universeId}`}
                  sorted={(sort, reversed) => addressOf(shown.base, wish, { sort, reversed, page: 1 })}
                />
              )}
              <Pages wish={wish} shown={shown} context={context} />
              <p class="table-note">
                {asOf === null ? undefined : (
                  <span>
                    <WithTimes text={(when) => texts.asOf(when(asOf))} {...{ catalog, timeZone }} />{' '}
                  </span>
                )}
                {popularity === null ? undefined : (
                  <WithTimes
                    text={(when) =>
                      texts.readAt(
                        popularity.source === 'platform' ? texts.platform : popularity.source,
                        when(popularity.readAt),
                      )
                    }
                    {...{ catalog, timeZone }}
                  />
                )}
              </p>
            </div>
          </>
        )}
      </>
    ),
  }
}

/** Links to the public ranking and to the rankings of the visitor's accounts. */
function Whose({ context: { visitor, catalog }, base }: { readonly context: RequestContext; readonly base: string }) {
  const texts = catalog.web.rankings
  if (!visitor || visitor.memberships.length === 0) return null
  const places = [
    { href: '/rankings', label: texts.publicGames },
    ...visitor.memberships.map(({ account }) => ({ href: `/accounts/${account.id}/rankings`, label: account.name })),
  ]
  return (
    <SegmentedControl
      label={texts.whose}
      choices={places.map((place) => ({ ...place, isChosen: place.href === base }))}
    />
  )
}

interface RankingControlsProps {
  readonly wish: RankingQuery
  readonly shown: RankingViewProps
  readonly context: RequestContext
}

function Controls({ wish, shown, context: { catalog } }: RankingControlsProps) {
  const texts = catalog.web.rankings
  const choices = RANKINGS.map((by: RankingMetric) => ({
    href: addressOf(shown.base, wish, { by, page: 1 }),
    label: texts.byChoices[by],
    isChosen: by === wish.by,
  }))
  return (
    <div class="row controls">
      <SegmentedControl label={texts.by} choices={choices} />
      <search>
        <form class="inline" method="get" action={shown.base}>
          {wish.by === 'ccu' ? undefined : <input type="hidden" name="by" value={wish.by} />}
          {wish.sort === 'rank' ? undefined : <input type="hidden" name="sort" value={wish.sort} />}
          {wish.reversed ? <input type="hidden" name="reversed" value="1" /> : undefined}
          <input
            type="search"
            name="find"
            value={wish.find}
            maxLength={100}
            aria-label={texts.find}
            placeholder={texts.find}
          />
          <button type="submit">{texts.findButton}</button>
        </form>
      </search>
      {wish.find === '' ? undefined : (
        <span>
          {texts.found(catalog.number(shown.ranking.found), catalog.number(shown.ranking.all))} ·{' '}
          <a href={addressOf(shown.base, wish, { find: '', page: 1 })}>{texts.clear}</a>
        </span>
      )}
    </div>
  )
}

function Pages({ wish, shown: { ranking, base }, context: { catalog } }: RankingControlsProps) {
  const { page, pages } = ranking
  const texts = catalog.web.rankings
  if (pages <= 1) return null
  const link = (to: number, label: string, rel: string) =>
    to < 1 || to > pages ? undefined : (
      <a href={addressOf(base, wish, { page: to })} rel={rel}>
        {label}
      </a>
    )
  return (
    <nav class="pages" aria-label={texts.pages}>
      {link(page - 1, texts.previous, 'prev')}
      <span>{texts.page(catalog.number(page), catalog.number(pages))}</span>
      {link(page + 1, texts.next, 'next')}
    </nav>
  )
}

/** The URL of the same ranking with some parameters changed, without default values. */
function addressOf(base: string, wish: RankingQuery, change: Partial<RankingQuery>): string {
  const { by, find, sort, reversed, page } = { ...wish, ...change }
  const usual: RankingSort = 'rank'
  const fields = {
    by: by === 'ccu' ? '' : by,
    find,
    sort: sort === usual ? '' : sort,
    reversed: reversed ? '1' : '',
    page: page === 1 ? '' : `${page}`,
  }
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))
  return query.size === 0 ? base : `${base}?${query}`
}
