// The texts of panels and counters.

import type { CounterMetric } from '../../domain/live-updates/counter.js'
import type { StopReason } from '../../domain/live-updates/panel.js'
import type { PostTopic } from '../../domain/live-updates/scheduled-post.js'
import { message, text } from '../format/texts.js'

export const stopReasons = {
  'channel gone': text,
  'permission lost': text,
  'game gone': text,
} satisfies Record<StopReason, unknown>

export const panel = {
  command: text,
  create: text,
  remove: text,
  game: text,
  channel: text,
  updated: text,
  sinceYesterday: message('change'),
  unmeasured: text,
  allGames: text,
  total: message('count', 'games'),
  more: message('count:number'),
  created: message('name', 'channel'),
  createdOfAll: message('channel'),
  removed: message('count:number', 'channel'),
  none: message('channel'),
  stopped: message('name', 'channel', 'reason'),
}

/** Posts about several games at a local time. */
export const schedule = {
  command: text,
  add: text,
  list: text,
  remove: text,
  what: text,
  channel: text,
  time: text,
  day: text,
  post: text,
  topics: { leaderboard: text, digest: text, records: text } satisfies Record<PostTopic, unknown>,
  weekly: message('day', 'time', 'zone'),
  monthly: message('time', 'zone'),
  line: message('what', 'channel', 'when', 'next'),
  choice: message('what', 'channel', 'when'),
  added: message('what', 'channel', 'when', 'next'),
  late: text,
  full: text,
  title: text,
  none: text,
  noSuch: text,
  removed: text,
  posted: {
    title: {
      leaderboard: text,
      digest: text,
      records: message('month'),
    },
    average: message('count'),
    visits: message('count'),
    peak: message('count'),
    peakOn: message('count', 'when'),
    record: text,
    unmeasured: text,
    averages: text,
    against: text,
    averagePictured: text,
    peakPictured: text,
    more: message('count:number'),
    alt: message('title', 'games'),
  },
}

export const counter = {
  command: text,
  create: text,
  remove: text,
  channel: text,
  removeChannel: text,
  game: text,
  metric: text,
  choices: {
    ccu: text,
    visits: text,
    favorites: text,
    likes: text,
  } satisfies Record<CounterMetric, unknown>,
  /** The name of the channel, at most 100 characters. */
  channelName: {
    ccu: message('name', 'count:number'),
    visits: message('name', 'count:number'),
    favorites: message('name', 'count:number'),
    likes: message('name', 'count:number'),
  } satisfies Record<CounterMetric, unknown>,
  template: text,
  /** Offered while nothing is typed; each value is the placeholder itself. */
  templates: {
    playing: message('name', 'players'),
    playersOnly: message('players'),
    visited: message('name', 'visits'),
    liked: message('name', 'like_ratio'),
  },
  faults: {
    tooLong: message('max:number'),
    noNumber: message('allowed'),
    openBrace: message('allowed'),
    unknown: message('named', 'allowed'),
  },
  missing: message('channel', 'permissions'),
  permissions: {
    ViewChannel: text,
    ManageChannels: text,
    Connect: text,
  },
  notRenamable: text,
  created: message('channel'),
  named: message('name'),
  rule: text,
  later: message('when'),
  unmeasured: text,
  removed: message('channel'),
  none: message('channel'),
  stopped: message('name', 'channel', 'reason'),
}
