// What the demo prints: how to look around, and where three parts of its story can be seen.
import { DAY_MINUTES, dayOf, isoOfDay, isoOfMinute, type Minute } from '../domain/clock.js'
import type { DemoAccount } from './account.js'
import { GAMES, HISTORY_DAYS, ROLES, type Story } from './story.js'
import type { StoryEvents } from './story-events.js'

export interface WelcomeProps {
  readonly url: string
  readonly demo: DemoAccount
  /** The secret of a login link. */
  readonly login: string
  readonly story: Story
  /** The address of the demo's database. */
  readonly database: string
  readonly found: StoryEvents
}

export function welcome(props: WelcomeProps): string {
  const { url, demo, login, story, database } = props
  const today = dayOf(story.until)
  const days = `start_date=${isoOfDay(today - 7)}&end_date=${isoOfDay(today)}`
  return `
Headcount demo: ${GAMES} simulated games, ${HISTORY_DAYS} days of history, a new sample every minute.
API key, thrown away with the database when the demo ends: ${demo.secret}

Open in a browser:
  ${url}/
  ${url}/docs
  ${url}/sign-in/link?code=${login}
    (signs you in to the demo's account: once, within 15 minutes)
For another link, run this beside the demo, in the same folder:
  DATABASE_URL='${database}' PUBLIC_URL='${url}' npm run -s cli -- login link --account ${demo.account.id}

What happened in these days:
${storyText(props)}
Paste into a terminal:
${curlCommand(props, '/rankings?limit=5')}${curlCommand(props, '/games/1/stats')}${curlCommand(props, `/games/1/export?${days}&format=csv`, ' | head -5')}
Ctrl+C ends the demo.
`
}

const curlCommand = ({ url, demo }: Pick<WelcomeProps, 'url' | 'demo'>, path: string, rest = ''): string =>
  `  curl -s -H 'X-API-Key: ${demo.secret}' '${url}/api/v1${path}'${rest}\n`

interface StoryPart {
  /** The index of the game in the world. */
  readonly game: number
  readonly text: string
  readonly days: readonly [first: Minute, last: Minute]
  /** What of the game's API shows it. */
  readonly path: string
}

/** Each part with the page that shows it and the request that answers it. */
function storyText(props: WelcomeProps): string {
  return partsOf(props)
    .map(({ game: index, text, days, path }) => {
      const game = props.demo.games.get(index)
      const [first, last] = [dayOf(days[0]), dayOf(days[1])]
      const range = `from=${isoOfDay(first)}&to=${isoOfDay(last)}`
      const page = `${props.url}/games/${game?.universeId}?${range}`
      const request = curlCommand(props, `/games/${game?.id}/${path}${path.includes('?') ? '&' : '?'}${range}`)
      return `  ${text} (game ${game?.id})\n    ${page}\n  ${request}`
    })
    .join('')
}

function partsOf({ story, found: { fall, hidden } }: WelcomeProps): StoryPart[] {
  const at = (minute: Minute): string => isoOfMinute(minute).replace('T', ' ').slice(0, 16)
  const { updateWithEffect: update, until } = story
  const parts: StoryPart[] = [
    {
      game: ROLES.updated,
      text: `${at(update)} an update brought many players`,
      days: [update - 3 * DAY_MINUTES, Math.min(update + 5 * DAY_MINUTES, until)],
      path: 'updates',
    },
  ]
  if (fall !== undefined)
    parts.push({
      game: ROLES.failing,
      text: `${at(fall.from)} all of Roblox lost players for ${fall.until - fall.from} minutes`,
      days: [fall.from, fall.until],
      path: 'events?types=market_fall',
    })
  if (hidden !== undefined)
    parts.push({
      game: ROLES.hidden,
      text: `${at(hidden.from)} the game was hidden for ${hidden.until - hidden.from} minutes`,
      days: [hidden.from, hidden.until],
      path: 'events?types=incident',
    })
  return parts
}
