// The English texts, whose type every further language has to implement.
import type { ErrorCode } from '../domain/error.js'
import { answers } from './english/answers.js'
import { charts } from './english/charts.js'
import { events } from './english/events.js'
import { counter, panel, stopReasons } from './english/live.js'
import { channels, help, privacy, settings, setup, track } from './english/managing.js'
import { notifications } from './english/notifications.js'
import { notify } from './english/notify.js'
import { personAlerts } from './english/person-alerts.js'
import { exporting, games, goal, metrics, ranges, summary, updates, usual } from './english/reading.js'
import { platformFailed } from './english/rejections/platform.js'
import { reasons } from './english/rejections.js'
import { web } from './english/web.js'

const asItCame = (message: string): string => message

export const english = {
  rank: {
    command: 'Ranks the games that this server tracks',
    by: 'What to rank by (players now, if you leave it out)',
    at: 'A past time, for example 2026-06-17 18:00 (now, if you leave it out)',
    choices: { players: 'Players now', visits: 'Visits', growth: 'Growth in 24 hours', like_ratio: 'Like ratio' },
    title: {
      players: 'Games by players',
      visits: 'Games by visits',
      growth: 'Games by growth in 24 hours',
      like_ratio: 'Games by like ratio',
    },
    value: {
      players: (count: string) => `${count} playing`,
      visits: (count: string) => (count === '1' ? '1 visit' : `${count} visits`),
      growth: (change: string) => `${change} players`,
      like_ratio: (share: string) => `${share} liked`,
    },
    pastTime: (when: string) => `as it was on ${when}`,
    pictured: 'Players over 24 hours, and what changed in them',
    picturedAt: (when: string, timeZone: string) => `${when}, ${timeZone}`,
    alt: (title: string, games: string) => `${title}: ${games}.`,
    notATime: (text: string) => `“${text}” is no time. Write it like 2026-06-17 18:00, or 2026-06-17.`,
    notPast: (text: string) => `${text} is not over yet. Give a past time.`,
    risen: (places: string) => `▲${places}`,
    fallen: (places: string) => `▼${places}`,
    same: '=',
    new: 'new',
    stale: (when: string) => `⚠ stale, last measured ${when}`,
    unmeasured: '⚠ not measured yet',
    popularity: (place: string) => `#${place} in popularity`,
    against: 'Change of rank in 24 hours',
    page: (page: string, pages: string, games: string) => `Page ${page} of ${pages} · ${games}`,
    games: (count: string) => (count === '1' ? '1 game' : `${count} games`),
    previous: 'Previous',
    next: 'Next',
  },
  stats: {
    command: 'Shows how a game is doing now',
    game: "A game by name, id or address (this channel's game, if you leave it out)",
    fields: {
      ccu: 'Players now',
      rank: 'Rank here',
      peak: 'Peak',
      visits: 'Visits a day',
      likeRatio: 'Like ratio',
      milestone: 'Next milestone',
      event: 'Last event',
      totals: 'Totals',
    },
    rank: (rank: string, of: string) => `#${rank} of ${of}`,
    dayPeak: (count: string) => `${count} in 24 hours`,
    peakEver: (count: string, when: string) => `${count} ever, ${when}`,
    usualOf: (change: string, usual: string) => `${change} against its usual ${usual}`,
    milestone: (what: string, when: string) => `${what}, ${when}`,
    happened: (what: string, when: string) => `${what}, ${when}`,
    pictured: (timeZone: string) => `The last 24 hours and the usual range. Times in ${timeZone}.`,
    votesAsOf: (when: string) => `likes and dislikes as of ${when}`,
    paused: 'Tracking is paused.',
    /** What Discord's menu of a message shows; at most 32 characters. */
    onMessage: 'Stats of the game in this link',
    onMessageHelp: 'on a message, under Apps: shows the games that the message links to',
    noLink: 'This message has no link to a game on Roblox.',
    linkedUntracked: (count: number) =>
      count === 1
        ? 'The game that this message links to is not tracked here.'
        : 'None of the games that this message links to is tracked here.',
    noSuchGame: (text: string) =>
      `No game that is tracked here is called “${text}”. Pick one from the list that appears as you type.`,
    manyGames: (text: string, games: string) => `“${text}” could be any of these. Name one by its id:\n${games}`,
    gameWithId: (name: string, id: string) => `${name} · id ${id}`,
    gameOfCreator: (name: string, creator: string) => `${name} · by ${creator}`,
  },
  answers,
  ranges,
  metrics,
  charts,
  events,
  games,
  summary,
  usual,
  updates,
  goal,
  exporting,
  track,
  channels,
  settings,
  setup,
  notifications,
  personAlerts,
  notify,
  panel,
  counter,
  stopReasons,
  privacy,
  help,
  web,
  whichGame: (command: string) => `This channel is not linked to a game. Say which one you mean: \`/${command} game:\``,
  whichAccount: 'You are a member of several accounts. Say which one you mean.',
  chooseAccount: 'Choose an account',
  gameGone: 'This game is no longer tracked here. `/games` lists those that are.',
  asOf: (when: string) => `as of ${when}`,
  nothing: '—',
  onlyInServers:
    'This command shows the games of a Discord server, or of an account that you are a member of. Use it in a server that is linked to a Headcount account, or ask the operator to make you a member.',
  notPresent:
    'Headcount is not a member of this server, so here you see only the games of your own accounts, and you have none. Ask the operator of Headcount to make you a member of an account.',
  notLinked:
    'This server is not linked to a Headcount account yet. Whoever manages the server links it with `/setup`; the operator of Headcount gives the code for it.',
  noGames: 'No game is tracked here yet. Whoever manages the server adds one with `/track add`.',
  allPaused: 'Every game of this server is paused at the moment.',
  buttonTooOld: 'This control is too old; use the command again.',
  unknownCommand: 'This command is no longer there. Type / to see those that are.',
  unknownControl: 'This control is no longer in use; use the command again.',
  reasons,
  /** Texts by code for errors without a reason, because `message` is English in every language. */
  errors: {
    INVALID_PARAMETERS: asItCame,
    INVALID_API_KEY: asItCame,
    SUBSCRIPTION_REQUIRED: asItCame,
    INSUFFICIENT_PERMISSIONS: asItCame,
    NOT_FOUND: asItCame,
    METHOD_NOT_ALLOWED: asItCame,
    RATE_LIMIT_EXCEEDED: asItCame,
    INTERNAL_ERROR: () => 'Something went wrong on our side and has been noted. Please try again in a minute.',
    UPSTREAM_ERROR: () => platformFailed,
    NOT_CONFIGURED: asItCame,
    UNAVAILABLE: () => 'Headcount cannot answer this right now. Please try again in a minute.',
  } satisfies Record<ErrorCode, (message: string) => string>,
}

export type CatalogTexts = typeof english
