// What the demo prints: how to look around, and where three parts of its story can be seen.
import { dayOf, isoOfDay, isoOfMinute, type Minute } from '../domain/clock.js'
import type { DemoAccount } from './account.js'
import { GAMES, HISTORY_DAYS, ROLES, type Story } from './story.js'

export interface WelcomeProps {
  readonly url: string
  readonly demo: DemoAccount
  /** The secret of a login link. */
  readonly login: string
  readonly story: Story
}

export function welcome({ url, demo, login, story }: WelcomeProps): string {
  const today = dayOf(story.until)
  const ask = (path: string, rest = ''): string =>
    `  curl -s -H 'X-API-Key: ${demo.secret}' '${url}/api/v1${path}'${rest}\n`
  const days = `start_date=${isoOfDay(today - 7)}&end_date=${isoOfDay(today)}`
  return `
Headcount demo: ${GAMES} simulated games, ${HISTORY_DAYS} days of history, a new sample every minute.
API key, thrown away with the database when the demo ends: ${demo.secret}

Open in a browser:
  ${url}/
  ${url}/docs
  ${url}/sign-in/link?code=${login}
    (signs you in to the demo's account: once, within 15 minutes)

What happened in these days:
${happened({ url, demo, story })}
Paste into a terminal:
${ask('/rankings?limit=5')}${ask('/games/1/stats')}${ask(`/games/1/export?${days}&format=csv`, ' | head -5')}
Ctrl+C ends the demo.
`
}

/** Each part with the page that shows it and the address that answers it. */
function happened({ url, demo, story }: Omit<WelcomeProps, 'login'>): string {
  const part = (text: string, index: number, [first, last]: readonly [Minute, Minute]): string => {
    const game = demo.games.get(index)
    const [start, end] = [isoOfDay(dayOf(first)), isoOfDay(dayOf(last))]
    return `  ${text} (game ${game?.id})
    ${url}/games/${game?.universeId}?from=${start}&to=${end}
    ${url}/api/v1/games/${game?.id}/summary?start_date=${start}&end_date=${end}
`
  }
  const at = (minute: Minute): string => isoOfMinute(minute).replace('T', ' ').slice(0, 16)
  const { updateWithEffect, platformFall, missing } = story
  const hidden = missing.find(({ reason }) => reason === 'hidden')
  const dayBefore = (minute: Minute, days: number): Minute => minute - days * 1_440
  return [
    part(`${at(updateWithEffect)} an update brought many players`, ROLES.updated, [
      dayBefore(updateWithEffect, 3),
      Math.min(dayBefore(updateWithEffect, -5), story.until),
    ]),
    part(`${at(platformFall.from)} all of Roblox lost players for about an hour`, ROLES.failing, [
      platformFall.from,
      platformFall.to,
    ]),
    hidden === undefined
      ? ''
      : part(`${at(hidden.from)} the game was hidden for ${hidden.until - hidden.from} minutes`, ROLES.hidden, [
          hidden.from,
          hidden.until,
        ]),
  ].join('')
}
