// The home of an account: what goes wrong now, its games with their numbers, and what happened since the last visit (WEB-18).
import { z } from 'zod'
import { mayAct } from '../../../../domain/auth/session.js'
import { DAY_MINUTES, MINUTE_MS, minuteOf } from '../../../../domain/clock.js'
import { MAX_TAG_LENGTH } from '../../../../domain/game-marks.js'
import { HOME_SORTS } from '../../../../domain/home/home-order.js'
import type { HomePage } from '../../../../services/reading/home/show-home.js'
import { Empty } from '../../components/empty.js'
import { TimedText } from '../../components/inline.js'
import { StarForm } from '../../components/marks.js'
import { PageLinks } from '../../components/page-links.js'
import { SegmentedControl } from '../../components/segmented-control.js'
import { page } from '../../define.js'
import type { RequestContext } from '../../page.js'
import { filteredTitle, NoMatch } from '../games/mark-filter.js'
import { allTags, marksOf } from '../games/marks-of.js'
import { addressOf, type HomeChoice, homeAddress } from './address.js'
import { HomeControls } from './controls.js'
import { EventList } from './event-list.js'
import { HomeTable } from './table.js'

const query = z.object({
  find: z.string({ error: 'must be given once' }).max(100, 'must be at most 100 characters').default(''),
  sort: z.enum(HOME_SORTS, { error: `must be one of ${HOME_SORTS.join(', ')}` }).default('attention'),
  reversed: z.literal('1', { error: 'must be 1 or left out' }).optional(),
  tag: z
    .string({ error: 'must be given once' })
    .max(MAX_TAG_LENGTH, `must be at most ${MAX_TAG_LENGTH} characters`)
    .default(''),
  favorites: z.literal('1', { error: 'must be 1 or left out' }).optional(),
  page: z
    .string({ error: 'must be given once' })
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 on')
    .default('1')
    .transform(Number),
})

export const home = page({
  path: '/accounts/:account/home',
  access: 'viewer',
  nav: (catalog) => catalog.web.home.nav,
  query,
  handle: async ({ member, query, ...context }) => {
    const { services, catalog, browser, timeZone } = context
    const { account } = member
    const texts = catalog.web.home
    const { favorites: isFavorites, reversed, ...rest } = query
    const choice: HomeChoice = {
      ...{ ...rest, find: rest.find.trim(), tag: rest.tag.trim() },
      ...{ reversed: reversed === '1', isFavorites: isFavorites === '1' },
    }
    const { only, favorites, tags } = await marksOf(context, account, choice)
    const now = services.clock.now()
    const lastVisit = browser.noteVisit(now)
    const since = lastVisit === undefined ? minuteOf(now) - DAY_MINUTES : Math.floor(lastVisit / MINUTE_MS)
    const homePage = await services.showHome(account, { ...choice, since, only, favorites })
    const recentTitle = (when: (at: number) => string) =>
      lastVisit === undefined ? texts.recentDay : texts.recent(when(lastVisit))
    const base = homeAddress(account)
    const isNothingFound = homePage.found === 0 && homePage.all > 0
    return {
      title: filteredTitle(texts.title, choice, catalog),
      width: 'wide',
      scripts: ['live'],
      body: (
        <>
          <Heading context={context} homePage={homePage} base={base} />
          <Accounts context={context} base={base} />
          {homePage.all === 0 ? (
            <NoGames context={context} mayAdd={mayAct(member.role, 'manager')} base={`/accounts/${account.id}/games`} />
          ) : (
            <>
              <div class="stack" id="incidents-now" data-live>
                {homePage.incidents.length === 0 ? undefined : (
                  <section class="message danger" aria-labelledby="incidents">
                    <h2 id="incidents">{texts.incidents}</h2>
                    <EventList events={homePage.incidents} games={homePage.games} {...{ catalog, timeZone }} />
                  </section>
                )}
              </div>
              <HomeControls {...{ context, choice, base, page: homePage }} tags={allTags(tags)} />
              <StarForm action={`/accounts/${account.id}/favorites`} back={addressOf(base, choice)} />
              <div class="stack" id="games-now" data-live>
                {homePage.rows.length === 0 ? (
                  <NoMatch {...{ catalog, choice }} allGames={base} />
                ) : (
                  <HomeTable
                    {...{ catalog, timeZone, choice, tags }}
                    tagged={(tag) => addressOf(base, choice, { tag, page: 1 })}
                    rows={homePage.rows}
                    now={minuteOf(now)}
                    sorted={(sort, reversed) => addressOf(base, choice, { sort, reversed, page: 1 })}
                  />
                )}
                {homePage.rows.length === 0 ? undefined : <p class="table-note">{texts.colors}</p>}
                <PageLinks
                  {...{ catalog }}
                  page={homePage.page}
                  pages={homePage.pages}
                  hrefOf={(page) => addressOf(base, choice, { page })}
                />
              </div>
              {isNothingFound ? undefined : (
                <section id="recent-now" aria-labelledby="recent" data-live>
                  <h2 id="recent">
                    <TimedText text={recentTitle} {...{ catalog, timeZone }} />
                  </h2>
                  {homePage.recent.length === 0 ? <p class="muted">{texts.nothingRecent}</p> : undefined}
                  <EventList events={homePage.recent} games={homePage.games} {...{ catalog, timeZone }} />
                  {homePage.isMoreRecent ? (
                    <p class="table-note">{texts.newestRecent(catalog.number(homePage.recent.length))}</p>
                  ) : undefined}
                </section>
              )}
            </>
          )}
        </>
      ),
    }
  },
})

interface HomeHeadingProps {
  readonly context: Pick<RequestContext, 'catalog'>
  readonly homePage: HomePage
  readonly base: string
}

function Heading({ context: { catalog }, homePage, base }: HomeHeadingProps) {
  const texts = catalog.web.home
  const { players, found, paused, all, rows } = homePage
  const isUnmeasured = players === 0 && rows.every(({ latest }) => latest === undefined)
  const games = texts.games(found - paused)
  const total = isUnmeasured ? games : texts.total(catalog.number(players), games)
  const overview = base.replace(/\/home$/, '')
  return (
    <div class="row apart">
      <hgroup>
        <h1>{texts.title}</h1>
        <p id="total-now" data-live>
          {all === 0 ? undefined : paused === 0 ? total : `${total} · ${texts.pausedGames(paused)}`}
        </p>
      </hgroup>
      <div class="row">
        <a class="button" href={`${overview}/games`}>
          {texts.manage}
        </a>
        {all === 0 ? undefined : (
          <a class="button quiet" href={`${overview}/wall`}>
            {catalog.web.wall.nav}
          </a>
        )}
        <a class="button quiet wide-only" href={overview}>
          {texts.account}
        </a>
      </div>
    </div>
  )
}

/** The choice of an account for members of several. */
function Accounts({
  context,
  base,
}: {
  readonly context: Pick<RequestContext, 'catalog' | 'visitor'>
  readonly base: string
}) {
  const memberships = context.visitor?.memberships ?? []
  if (memberships.length < 2) return null
  const choices = memberships.map(({ account }) => {
    const href = homeAddress(account)
    return { href, label: account.name, isChosen: href === base }
  })
  return <SegmentedControl label={context.catalog.web.home.whose} choices={choices} />
}

interface NoGamesProps {
  readonly context: Pick<RequestContext, 'catalog'>
  readonly mayAdd: boolean
  /** The list of games, where one is added. */
  readonly base: string
}

function NoGames({ context: { catalog }, mayAdd, base }: NoGamesProps) {
  const texts = catalog.web.home
  const next = mayAdd ? { href: base, label: texts.addGame } : undefined
  return <Empty title={texts.none} text={mayAdd ? texts.noneAdd : texts.noneWait} next={next} />
}
