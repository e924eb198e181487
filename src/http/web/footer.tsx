// The footer of every page: the operator, and the reader's time zone and theme.
import { zoneName } from '../../domain/time/zone-name.js'
import { Contact } from './components/inline.js'
import { currentAt } from './current-page.js'
import type { RequestContext } from './page.js'
import { type PageTheme, THEMES } from './requests/preferences.js'

interface Props {
  readonly frame: Pick<RequestContext, 'catalog' | 'settings' | 'browser' | 'address'> & { readonly theme: PageTheme }
}

export function Footer({ frame }: Props) {
  const { catalog, settings } = frame
  const texts = catalog.web.frame
  return (
    <footer class="frame">
      <div class="inner">
        <p>
          {texts.trademarks}{' '}
          <a href="/status" aria-current={currentAt('/status', frame)}>
            {catalog.web.status.title}
          </a>
        </p>
        {settings.operatorContact === undefined ? undefined : (
          <p>
            {texts.contact} <Contact contact={settings.operatorContact} />
          </p>
        )}
        <div class="end">
          <ZoneChoice frame={frame} />
          <ThemeChoice frame={frame} />
        </div>
      </div>
    </footer>
  )
}

/** Times in the zone of the browser, in UTC, or in a zone that is chosen on a page of its own. */
function ZoneChoice({ frame: { catalog, browser, address } }: Props) {
  const texts = catalog.web.frame
  const { name, source } = browser.zone
  const isUtc = source === 'chosen' && name === 'UTC'
  return (
    <>
      <span>
        {texts.timesIn}{' '}
        <a
          href={`/time-zone?return=${encodeURIComponent(address)}`}
          aria-current={currentAt('/time-zone', { address })}
        >
          <span data-zone-name={source === 'chosen' ? undefined : true}>{zoneName(name)}</span>
        </a>
      </span>
      <form method="post" action="/time-zone">
        <input type="hidden" name="return" value={address} />
        <fieldset class="segmented">
          <legend class="hidden">{texts.zone}</legend>
          <button type="submit" name="zone" value="" aria-pressed={source !== 'chosen'}>
            {texts.ownZone}
          </button>
          <button type="submit" name="zone" value="UTC" aria-pressed={isUtc}>
            UTC
          </button>
        </fieldset>
      </form>
    </>
  )
}

/** Each choice is a button that sends the form, so that it takes effect at once. */
function ThemeChoice({ frame: { catalog, theme, address } }: Props) {
  const texts = catalog.web.frame
  return (
    <form method="post" action="/theme">
      <input type="hidden" name="return" value={address} />
      <fieldset class="segmented">
        <legend class="hidden">{texts.theme}</legend>
        {THEMES.map((one) => (
          <button key={one} type="submit" name="theme" value={one} aria-pressed={one === theme}>
            {texts.themes[one]}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
