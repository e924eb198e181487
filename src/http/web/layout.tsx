// The layout around every page: head, navigation, account menu, toast and the reader's settings.

import { renderToString } from 'preact-render-to-string'
import type { Membership } from '../../domain/auth/session.js'
import { minuteOf } from '../../domain/clock.js'
import type { Assets } from '../assets.js'
import { Breadcrumbs } from './components/breadcrumbs.js'
import { IconContext } from './components/game-icon.js'
import { Icon, Logo } from './components/icons.js'
import { currentAt, currentOf } from './current-page.js'
import { Footer } from './footer.js'
import { AwayDialog, LiveState } from './live-state.js'
import type { NavEntry, RequestContext, View } from './page.js'
import type { PageTheme } from './requests/preferences.js'
import { zoneOffsets } from './requests/zone-offsets.js'
import { LinkPreview } from './sharing/link-preview.js'

/** The one font of the pages; loaded early, because all text waits for it. */
const FONT = 'inter-latin-wght-normal.woff2'

/** It must have run before the first paint, so it is no module and blocks. */
const EARLY_SCRIPT = 'before-paint.ts'

export interface LayoutContext extends RequestContext {
  readonly assets: Assets
  readonly theme: PageTheme
  /** The account of the page, or otherwise the visitor's first account. */
  readonly current: Membership | undefined
  readonly nav: readonly NavEntry[]
  /** A message that is shown once, after an action. */
  readonly toast: string | undefined
}

export function Layout({ frame, view }: { readonly frame: LayoutContext; readonly view: View }) {
  const { catalog } = frame
  const lang = catalog.language
  if (view.embedded) return <EmbeddedPage frame={frame} view={view} theme={view.embedded.theme} />
  if (view.screen) return <ScreenPage frame={frame} view={view} screen={view.screen} />
  return (
    <html lang={lang} data-theme={themeData(frame.theme)} {...zoneData(frame)} {...reloadData(frame, view)}>
      <Head frame={frame} view={view} />
      <body class={view.width} data-shown-address={view.shownAddress} data-fit-address={view.fitAddress}>
        <a class="skip" href="#content">
          {catalog.web.frame.skip}
        </a>
        <Header frame={frame} view={view} />
        <main id="content" tabIndex={-1}>
          {view.breadcrumbs === undefined || view.breadcrumbs.length === 0 ? undefined : (
            <Breadcrumbs label={catalog.web.frame.breadcrumbs} entries={view.breadcrumbs} />
          )}
          <Problem text={view.problem} />
          {view.body}
        </main>
        <Footer frame={frame} />
        {frame.toast === undefined ? undefined : <Toast text={frame.toast} close={catalog.web.frame.close} />}
        <AwayDialog texts={catalog.web.frame.away} />
      </body>
    </html>
  )
}

/** Why what was sent was rejected, where no field of the page shows it. */
const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p class="message danger" role="alert">
      {text}
    </p>
  )

const themeData = (theme: PageTheme) => (theme === 'auto' ? undefined : theme)

interface FrameProps {
  readonly frame: LayoutContext
  readonly view: View
  readonly theme: PageTheme
}

/** A page in a frame on another site: its content alone. */
const EmbeddedPage = ({ frame, view, theme }: FrameProps) => (
  <html lang={frame.catalog.language} data-theme={themeData(theme)} {...zoneData(frame)}>
    <Head frame={frame} view={view} />
    <body class="embedded">
      <main>{view.body}</main>
    </body>
  </html>
)

interface ScreenPageProps extends Omit<FrameProps, 'theme'> {
  readonly screen: NonNullable<View['screen']>
}

/** A page for a screen at which nobody sits: its content alone, which comes again by itself where scripts are off. */
function ScreenPage({ frame, view, screen: { theme, timeZone, refreshSeconds } }: ScreenPageProps) {
  const zone = {
    ...zoneData(frame),
    ...(timeZone && { 'data-time-zone': timeZone, 'data-time-zone-source': 'chosen' }),
  }
  return (
    <html lang={frame.catalog.language} data-theme={themeData(theme)} {...zone}>
      <Head frame={frame} view={view} refreshSeconds={refreshSeconds} />
      <body class="wall" data-shown-address={view.shownAddress}>
        <Problem text={view.problem} />
        {view.body}
      </body>
    </html>
  )
}

/** What the script needs that writes times in the zone of the browser. */
const zoneData = ({ timeZone, browser, catalog, services }: LayoutContext) => ({
  'data-time-zone': timeZone,
  'data-time-zone-source': browser.zone.source,
  'data-zone-offsets':
    browser.zone.source === 'browser' ? zoneOffsets(timeZone, minuteOf(services.clock.now())) : undefined,
  'data-locale': catalog.locale,
})

/** Where days or sentences depend on the zone, the script has the page written again. The answer to a form is sent once. */
const reloadData = ({ rejection }: LayoutContext, { dependsOnZone = false }: View) => ({
  'data-depends-on-zone': dependsOnZone && rejection === undefined ? true : undefined,
})

interface DocumentHeadProps extends HeaderProps {
  readonly refreshSeconds?: number
}

function Head({ frame, view, refreshSeconds }: DocumentHeadProps) {
  const { assets } = frame
  const scripts = ['frame', ...(view.scripts ?? [])].map((name) => `${name}.ts`)
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{documentTitle(frame, view)}</title>
      {view.description === undefined ? undefined : <meta name="description" content={view.description} />}
      <LinkPreview frame={frame} view={view} />
      {refreshSeconds === undefined ? undefined : (
        <noscript>
          <meta http-equiv="refresh" content={`${refreshSeconds}`} />
        </noscript>
      )}
      <script src={assets.url(EARLY_SCRIPT)} />
      <link rel="icon" href={assets.url('icon.svg')} type="image/svg+xml" />
      <link rel="preload" href={assets.url(FONT)} as="font" type="font/woff2" crossOrigin="anonymous" />
      <link rel="stylesheet" href={assets.url('style.css')} />
      {[...new Set(scripts.flatMap((name) => assets.imports(name)))].map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {scripts.map((name) => (
        <script key={name} type="module" src={assets.url(name)} />
      ))}
    </head>
  )
}

/** The pages of an account name it, because a person may be a member of several. */
function documentTitle({ catalog, current, address }: LayoutContext, { title }: View): string {
  const { product } = catalog.web.frame
  const isOfAccount = address.split(/[/?]/)[1] === 'accounts' && address.split(/[/?]/)[2] === `${current?.account.id}`
  const account = isOfAccount ? current?.account.name : undefined
  return [...new Set([title, ...(account === undefined ? [] : [account]), product])].join(' · ')
}

interface HeaderProps {
  readonly frame: LayoutContext
  readonly view: View
}

function Header({ frame, view }: HeaderProps) {
  const { catalog, nav, visitor, address } = frame
  const texts = catalog.web.frame
  return (
    <header class="frame">
      <div class="inner">
        <a class="brand" href="/" aria-current={currentAt('/', frame)}>
          <Logo />
          {texts.product}
        </a>
        <nav class="main" id="navigation" popover="auto" aria-label={texts.navigation}>
          <ul>
            {nav.map((entry) => (
              <li key={entry.href}>
                <a href={entry.href} aria-current={currentOf(entry, frame, view)}>
                  {entry.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="end">
          {view.scripts?.includes('live') ? <LiveState texts={texts.live} /> : undefined}
          {visitor ? (
            <AccountMenu frame={frame} />
          ) : (
            <a class="button" href={signInAddress(address)} aria-current={currentAt('/sign-in', frame)}>
              {texts.signIn}
            </a>
          )}
          <button class="quiet icon open-navigation" type="button" popovertarget="navigation" aria-label={texts.menu}>
            <Icon of="menu" />
          </button>
        </div>
      </div>
    </header>
  )
}

const signInAddress = (address: string): string =>
  /^\/(sign-in|$)/.test(address) ? '/sign-in' : `/sign-in?return=${encodeURIComponent(address)}`

/** The menu of a signed-in person: accounts, sessions and signing out. It opens without a script. */
function AccountMenu({ frame }: { readonly frame: LayoutContext }) {
  const { catalog, visitor, current } = frame
  const texts = catalog.web.frame
  if (!visitor) return null
  const { name } = visitor.session
  return (
    <>
      <button class="account" type="button" popovertarget="account-menu">
        <span>{current?.account.name ?? name ?? texts.account}</span>
        <Icon of="down" />
      </button>
      <div class="menu" id="account-menu" popover="auto">
        <p class="menu-label">{name === null ? texts.signedInByLink : texts.signedInAs(name)}</p>
        <ul>
          {visitor.memberships.map(({ account }) => (
            <li key={account.id}>
              <a
                href={`/accounts/${account.id}`}
                aria-current={account.id === current?.account.id ? 'true' : undefined}
              >
                {account.name}
              </a>
            </li>
          ))}
        </ul>
        <hr />
        {visitor.isOperator ? (
          <>
            <a href="/operator" aria-current={currentAt('/operator', frame)}>
              {catalog.web.operator.title}
            </a>
            <a href="/setup" aria-current={currentAt('/setup', frame)}>
              {catalog.web.setup.title}
            </a>
          </>
        ) : undefined}
        <a href="/sessions" aria-current={currentAt('/sessions', frame)}>
          {catalog.web.signIn.sessions}
        </a>
        <form method="post" action="/sign-out">
          <button type="submit">{texts.signOut}</button>
        </form>
      </div>
    </>
  )
}

/** Says what an action did. Its button closes it without a script. */
const Toast = ({ text, close }: { readonly text: string; readonly close: string }) => (
  <dialog class="toast" open aria-label={text}>
    <p role="status">{text}</p>
    <form method="dialog">
      <button class="quiet icon" type="submit" aria-label={close}>
        <Icon of="close" />
      </button>
    </form>
  </dialog>
)

/** In a name from outside they would turn the text after it around. No text of our own has them. */
const TEXT_DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g

/** The mark of a field whose value was rejected. */
const WRONG = ' aria-invalid="true"'

/** Renders a view to an HTML document. A rejected field that is on the page shows its error itself. */
export function renderPage(frame: LayoutContext, view: View): string {
  const html = documentOf(frame, view)
  const { problem, ...rest } = view
  if (problem === undefined || !html.includes(WRONG)) return html
  // The first wrong field has the focus.
  return documentOf(frame, rest).replace(WRONG, `${WRONG} autofocus`)
}

function documentOf(frame: LayoutContext, view: View): string {
  const html = renderToString(
    <IconContext.Provider value={frame.icons}>
      <Layout frame={frame} view={view} />
    </IconContext.Provider>,
  )
  return `<!doctype html>${html.replace(TEXT_DIRECTION_MARKS, '')}`
}
