// All texts that people read, and the values that each takes. What they say is in the files of the languages, from which
// a text cannot be missing.

import { message, text } from './format/texts.js'
import { answers } from './texts/answers.js'
import { charts } from './texts/charts.js'
import { commandNames } from './texts/command-names.js'
import { events } from './texts/events.js'
import { counter, panel, schedule, stopReasons } from './texts/live.js'
import { channels, help, privacy, settings, setup, track } from './texts/managing.js'
import { notifications } from './texts/notifications.js'
import { notify } from './texts/notify.js'
import { personAlerts } from './texts/person-alerts.js'
import { exporting, games, goal, metrics, ranges, summary, updates, usual } from './texts/reading.js'
import { reasons } from './texts/rejections.js'
import { web } from './texts/web.js'

export const texts = {
  rank: {
    command: text,
    by: text,
    at: text,
    choices: { players: text, visits: text, growth: text, like_ratio: text },
    title: {
      players: text,
      visits: text,
      growth: text,
      like_ratio: text,
    },
    value: {
      players: message('count'),
      visits: message('count'),
      growth: message('change'),
      like_ratio: message('share'),
    },
    pastTime: message('when'),
    pictured: text,
    picturedAt: message('when', 'timeZone'),
    alt: message('title', 'games'),
    notATime: message('text'),
    notPast: message('text'),
    risen: message('places'),
    fallen: message('places'),
    same: text,
    new: text,
    stale: message('when'),
    unmeasured: text,
    popularity: message('place'),
    against: text,
    page: message('page', 'pages', 'games'),
    games: message('count:number'),
    previous: text,
    next: text,
  },
  stats: {
    command: text,
    game: text,
    fields: {
      ccu: text,
      rank: text,
      peak: text,
      visits: text,
      likeRatio: text,
      milestone: text,
      event: text,
      totals: text,
    },
    rank: message('rank', 'of'),
    dayPeak: message('count'),
    peakEver: message('count', 'when'),
    usualOf: message('change', 'usual'),
    milestone: message('what', 'when'),
    happened: message('what', 'when'),
    pictured: message('timeZone'),
    votesAsOf: message('when'),
    paused: text,
    /** What Discord's menu of a message shows; at most 32 characters. */
    onMessage: text,
    onMessageHelp: text,
    noLink: text,
    linkedUntracked: message('count:number'),
    noSuchGame: message('text'),
    manyGames: message('text', 'games'),
    gameWithId: message('name', 'id'),
    gameOfCreator: message('name', 'creator'),
  },
  commandNames,
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
  schedule,
  stopReasons,
  privacy,
  help,
  web,
  whichGame: message('command'),
  whichAccount: text,
  chooseAccount: text,
  gameGone: text,
  asOf: message('when'),
  nothing: text,
  onlyInServers: text,
  notPresent: text,
  notLinked: text,
  noGames: text,
  allPaused: text,
  buttonTooOld: text,
  unknownCommand: text,
  unknownControl: text,
  reasons,
  errors: { INTERNAL_ERROR: text, UPSTREAM_ERROR: text, UNAVAILABLE: text },
}
