// The layout around every page: head, navigation, account switcher and the reader's settings.

import { renderToString } from 'preact-render-to-string'
import type { Membership } from '../../domain/auth/session.js'
import type { Assets } from '../assets.js'
import { Contact } from './components/inline.js'
import type { RequestContext, View } from './page.js'
import { type PageTheme, THEMES } from './requests/preferences.js'

export interface NavEntry {
  readonly href: string
  readonly label: string
}

export interface LayoutContext extends RequestContext {
  readonly assets: Assets
  readonly theme: PageTheme
  /** The account of the page, or otherwise the visitor's first account. */
  readonly current: Membership | undefined
  readonly nav: readonly NavEntry[]
  /** A message that is shown once, after an action. */
  readonly said: string | undefined
}

export function Layout({ frame, view }: { readonly frame: LayoutContext; readonly view: View }) {
  const { catalog } = frame
  const lang = catalog.language
  return (
    <html lang={lang} data-theme={frame.theme === 'auto' ? undefined : frame.theme} data-time-zone={frame.timeZone}>
      <Head frame={frame} view={view} />
      <body class={view.isWide ? 'wide' : undefined}>
        <a class="skip" href="#content">
          {catalog.web.frame.skip}
        </a>
        <Header frame={frame} />
        <main id="content" tabIndex={-1}>
          {frame.said === undefined ? undefined : (
            <p class="said" role="status">
              {frame.said}
            </p>
          )}
          {view.body}
        </main>
        <Footer frame={frame} />
      </body>
    </html>
  )
}

function Head({ frame: { assets, catalog }, view }: { readonly frame: LayoutContext; readonly view: View }) {
  const { product } = catalog.web.frame
  const scripts = ['frame', ...(view.scripts ?? [])].map((name) => `${name}.ts`)
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{view.title === product ? product : `${view.title} · ${product}`}</title>
      {view.description === undefined ? undefined : <meta name="description" content={view.description} />}
      {view.head}
      <link rel="icon" href={assets.url('icon.svg')} type="image/svg+xml" />
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

function Header({ frame }: { readonly frame: LayoutContext }) {
  const { product, navigation, signIn } = frame.catalog.web.frame
  const path = frame.address.replace(/\?.*$/, '')
  return (
    <header class="frame">
      <nav aria-label={navigation}>
        <ul>
          <li>
            <a href="/">
              <strong>{product}</strong>
            </a>
          </li>
          {frame.nav.map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={href === path ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <ul>
          {frame.visitor ? (
            <Person frame={frame} />
          ) : (
            <li>
              <a href={signInAddress(frame.address)}>{signIn}</a>
            </li>
          )}
        </ul>
      </nav>
    </header>
  )
}

const signInAddress = (address: string): string =>
  /^\/(sign-in|$)/.test(address) ? '/sign-in' : `/sign-in?return=${encodeURIComponent(address)}`

/** The menu of a signed-in person: accounts, sessions and signing out. It opens without a script. */
function Person({ frame }: { readonly frame: LayoutContext }) {
  const { catalog, visitor, current } = frame
  const texts = catalog.web.frame
  if (!visitor) return null
  return (
    <li>
      <details class="dropdown">
        <summary>
          <span>{current?.account.name ?? visitor.session.name ?? texts.account}</span>
        </summary>
        <ul dir="rtl">
          {visitor.memberships.map(({ account }) => (
            <li key={account.id} dir="ltr">
              <a
                href={`/accounts/${account.id}`}
                aria-current={account.id === current?.account.id ? 'true' : undefined}
              >
                {account.name}
              </a>
            </li>
          ))}
          <li dir="ltr">
            <a href="/sessions">
              {visitor.session.name === null ? texts.signedInByLink : texts.signedInAs(visitor.session.name)}
            </a>
          </li>
          <li dir="ltr">
            <form class="inline" method="post" action="/sign-out">
              <button class="small secondary" type="submit">
                {texts.signOut}
              </button>
            </form>
          </li>
        </ul>
      </details>
    </li>
  )
}

function Footer({ frame }: { readonly frame: LayoutContext }) {
  const { catalog, settings, timeZone, theme, address } = frame
  const texts = catalog.web.frame
  return (
    <footer class="frame">
      <div class="row">
        <span>{texts.times(timeZone)}</span>
        <form class="inline" method="post" action="/theme">
          <input type="hidden" name="return" value={address} />
          <label>
            {texts.theme}{' '}
            <select name="theme">
              {THEMES.map((one) => (
                <option key={one} value={one} selected={one === theme}>
                  {texts.themes[one]}
                </option>
              ))}
            </select>
          </label>
          <button class="small secondary" type="submit">
            {texts.setTheme}
          </button>
        </form>
      </div>
      {settings.operatorContact === undefined ? undefined : (
        <p>
          {texts.contact} <Contact contact={settings.operatorContact} />
        </p>
      )}
      <p>{texts.trademarks}</p>
    </footer>
  )
}

/** Renders a view to an HTML document. */
export const renderPage = (frame: LayoutContext, view: View): string =>
  `<!doctype html>${renderToString(<Layout frame={frame} view={view} />)}`
