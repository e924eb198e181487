// The wall display of an account, for a screen in a studio (WEB-56): for its members, and for people with a link (WEB-57).
import { z } from 'zod'
import type { Account } from '../../../../domain/account.js'
import { mayAct } from '../../../../domain/auth/session.js'
import { zoneName } from '../../../../domain/time/zone-name.js'
import type { WallPage } from '../../../../services/reading/wall/show-wall.js'
import { Empty } from '../../components/empty.js'
import { Icon, Logo } from '../../components/icons.js'
import { Moment } from '../../components/inline.js'
import { SegmentedControl } from '../../components/segmented-control.js'
import { page } from '../../define.js'
import { LiveState } from '../../live-state.js'
import type { NavEntry, RequestContext, View } from '../../page.js'
import { UNLISTED_PATH } from '../../sharing/unlisted.js'
import { homeAddress } from '../home/address.js'
import { type WallChoice, wallQuery, wallViewChoices } from './choice.js'
import { AllGames, OneGame } from './views.js'

/** Several screens behind one address ask once or twice a minute. */
const MAX_WALLS_PER_MINUTE = 120
/** Without scripts, the browser loads the page again after this time. */
const REFRESH_SECONDS = 60

export const wallAddress = ({ id }: Pick<Account, 'id'>): string => `/accounts/${id}/wall`
export const wallLinkAddress = (secret: string): string => `${UNLISTED_PATH}/wall/${secret}`

export const wall = page({
  path: '/accounts/:account/wall',
  access: 'viewer',
  query: wallQuery,
  handle: (context) => {
    const { member, catalog, query } = context
    const { account, role } = member
    const texts = catalog.web.wall
    const links = mayAct(role, 'manager') ? [{ href: `${wallAddress(account)}/links`, label: texts.toLinks }] : []
    return wallView(context, account, query, [...links, { href: homeAddress(account), label: texts.close }])
  },
})

export const sharedWall = page({
  path: `${UNLISTED_PATH}/wall/:wall`,
  access: 'public',
  isUnlisted: true,
  limit: MAX_WALLS_PER_MINUTE,
  params: z.object({ wall: z.string() }),
  query: wallQuery,
  handle: async (context) => {
    const account = await context.services.wallLinks.open(context.params.wall)
    return wallView(context, account, context.query, [])
  },
})

async function wallView(
  context: RequestContext,
  account: Account,
  choice: WallChoice,
  tools: readonly NavEntry[],
): Promise<View> {
  const { services, catalog, browser } = context
  const texts = catalog.web.wall
  const timeZone = choice.zone ?? context.timeZone
  const wallPage = await services.showWall(account, choice.view)
  const now = services.clock.now()
  const look = { catalog, timeZone, now, page: wallPage }
  const [first] = wallPage.games
  return {
    title: `${texts.title}, ${texts.views[choice.view]}`,
    scripts: ['wall'],
    screen: { theme: choice.theme ?? browser.theme, timeZone: choice.zone, refreshSeconds: REFRESH_SECONDS },
    body: (
      <>
        <header class="wall-bar">
          <Logo />
          <h1>{account.name}</h1>
          <Total {...{ context, wallPage, now }} />
          <div class="wall-tools">
            <SegmentedControl label={texts.view} choices={wallViewChoices(choice, texts.views)} />
            {tools.map(({ href, label }) => (
              <a key={href} class="button quiet" href={href}>
                {label}
              </a>
            ))}
            <button type="button" class="quiet" data-full-screen hidden>
              <Icon of="full" /> {texts.fullScreen}
            </button>
          </div>
          <LiveState texts={catalog.web.frame.live} />
          <p class="wall-clock">
            <span data-wall-clock={now}>
              <Moment at={now} style="time" {...{ catalog, timeZone }} />
            </span>
            <small data-zone-name={isZoneChosen(context, choice) ? undefined : true}>{zoneName(timeZone)}</small>
          </p>
        </header>
        <main id="content" tabIndex={-1}>
          <div id="wall-now" class={`wall-${choice.view}`} data-live>
            {first === undefined ? (
              <Empty title={texts.none} text={texts.noneText} />
            ) : choice.view === 'one' ? (
              <OneGame {...look} wallGame={first} />
            ) : (
              <AllGames {...look} />
            )}
          </div>
        </main>
      </>
    ),
  }
}

const isZoneChosen = ({ browser }: RequestContext, { zone }: WallChoice): boolean =>
  zone !== undefined || browser.zone.source === 'chosen'

interface TotalProps {
  readonly context: RequestContext
  readonly wallPage: WallPage
  readonly now: number
}

/** Of the games whose numbers are current; nothing while there are none. */
function Total({ context: { catalog }, wallPage: { total, all, pages, page, next }, now }: TotalProps) {
  const { home, wall: texts } = catalog.web
  const { players, games, freshUntil } = total
  const isCurrent = freshUntil !== null && freshUntil > now
  return (
    <p class="wall-total" id="wall-total" data-live>
      {all > 1 && isCurrent ? (
        <span data-fresh-until={freshUntil}>{texts.total(catalog.number(players), home.games(games))}</span>
      ) : undefined}
      {pages > 1 && next === undefined ? (
        <span class="wall-page">{texts.turn(catalog.number(page), catalog.number(pages))}</span>
      ) : undefined}
    </p>
  )
}
