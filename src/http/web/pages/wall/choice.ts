// What is chosen about a wall display, as its address says it: which games, the theme and the time zone.
import { z } from 'zod'
import { WALL_VIEWS, type WallView } from '../../../../services/reading/wall/show-wall.js'
import { isTimeZone, THEMES } from '../../requests/preferences.js'

const WRONG_ZONE = 'must be the name of a time zone, such as Europe/Berlin'
const once = z.string({ error: 'must be given once' })

export const wallQuery = z.object({
  view: z.enum(WALL_VIEWS, { error: `must be one of ${WALL_VIEWS.join(', ')}` }).default('one'),
  theme: z.enum(THEMES, { error: `must be one of ${THEMES.join(', ')}` }).optional(),
  zone: once.refine(isTimeZone, WRONG_ZONE).optional(),
})

/** The same from a form, in which a zone that is not chosen is empty. */
export const wallForm = wallQuery.extend({
  zone: once
    .trim()
    .refine((text) => text === '' || isTimeZone(text), WRONG_ZONE)
    .default(''),
})

export type WallChoice = z.output<typeof wallQuery>

/** Empty or beginning with a question mark. */
export function wallAddressQuery({ view, theme, zone }: WallChoice): string {
  const fields = new URLSearchParams({
    ...(view === 'one' ? {} : { view }),
    ...(theme === undefined || theme === 'auto' ? {} : { theme }),
    ...(zone ? { zone } : {}),
  })
  return fields.size === 0 ? '' : `?${fields}`.replaceAll('%2F', '/')
}

export const wallViewChoices = (choice: WallChoice, names: Readonly<Record<WallView, string>>) =>
  WALL_VIEWS.map((view) => ({
    href: wallAddressQuery({ ...choice, view }) || '?view=one',
    label: names[view],
    isChosen: view === choice.view,
  }))
