// The reader's choice of the time zone in which all pages show times; it works without a script (WEB-33).
import { z } from 'zod'
import { zoneName } from '../../../domain/time/zone-name.js'
import { action, page } from '../define.js'
import { localPath } from '../requests/cross-site.js'
import { isTimeZone } from '../requests/preferences.js'

const PATH = '/time-zone'
/** The time zones that the running Node.js knows. UTC is added because its list lacks it. */
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

export const timeZones = page({
  path: PATH,
  access: 'public',
  query: z.object({ return: z.string().optional().catch(undefined) }),
  handle: ({ catalog, browser, query, rejection }) => {
    const texts = catalog.web.frame
    const { name, source } = browser.zone
    const chosen = source === 'chosen' ? name : ''
    const zones = chosen === '' || ZONES.includes(chosen) ? ZONES : [chosen, ...ZONES]
    return {
      title: texts.zone,
      width: 'narrow',
      body: (
        <>
          <hgroup>
            <h1>{texts.zone}</h1>
            <p>{texts.zoneText}</p>
          </hgroup>
          <form method="post" action={PATH}>
            <input type="hidden" name="return" value={localPath(rejection?.values.return ?? query.return)} />
            <p class="row">
              <select name="zone" aria-label={texts.zone}>
                <option value="" selected={chosen === ''}>
                  {texts.ownZoneOption}
                </option>
                {zones.map((zone) => (
                  <option key={zone} value={zone} selected={zone === chosen}>
                    {zoneName(zone).replaceAll('_', ' ')}
                  </option>
                ))}
              </select>
              <button class="primary" type="submit">
                {texts.zoneButton}
              </button>
            </p>
          </form>
        </>
      ),
    }
  },
})

export const setZone = action({
  path: PATH,
  access: 'public',
  form: z.object({
    zone: z.union([
      z.literal(''),
      z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin, or empty'),
    ]),
    return: z.string().optional(),
  }),
  formPage: timeZones,
  handle: ({ form, browser }) => {
    if (form.zone === '') browser.forgetZone()
    else browser.keepZone(form.zone)
    return { to: localPath(form.return) }
  },
})
