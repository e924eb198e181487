// The texts of the commands that show how games are doing.

import type { Metric } from '../../domain/measures.js'
import type { Damage } from '../../domain/rules/damage.js'
import type { SpanName } from '../../domain/rules/span.js'
import type { FileFormatName } from '../../files/formats.js'

export const ranges = {
  option: 'How far back (30 days, if you leave it out)',
  chartOption: 'How far back (7 days, if you leave it out)',
  choices: {
    '24h': 'Last 24 hours',
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    '90d': 'Last 90 days',
    '1y': 'Last year',
    all: 'All time',
  } satisfies Record<SpanName, string>,
  menu: 'Another range',
}

export const metrics = {
  option: 'What to show (players, if you leave it out)',
  menu: 'Something else',
  choices: {
    ccu: 'Players',
    visits: 'Visits',
    favorites: 'Favorites',
    likes: 'Likes',
    dislikes: 'Dislikes',
    like_ratio: 'Like ratio',
  } satisfies Record<Metric, string>,
  units: {
    ccu: 'players',
    visits: 'visits',
    favorites: 'favorites',
    likes: 'likes',
    dislikes: 'dislikes',
    // Empty, because the values carry their own percent sign.
    like_ratio: '',
  } satisfies Record<Metric, string>,
}

export const usual = {
  title: 'Against the usual',
  changes: 'Change',
  above: (share: string, usual: string, range: string) => `${share} above its usual ${usual} ${range}`,
  below: (share: string, usual: string, range: string) => `${share} below its usual ${usual} ${range}`,
  same: (usual: string, range: string) => `at its usual ${usual} ${range}`,
  range: (low: string, high: string) => `(${low} to ${high})`,
  notYet: (when: string) => `What is usual is not known yet: from ${when}`,
  gained: (gained: string, usual: string) => `Last 24 full hours: ${gained}, usual ${usual}`,
  held: (share: string) => `${share} of the last week’s hours were within the usual range`,
  market: {
    above: (share: string) => `Roblox as a whole is ${share} above its usual`,
    below: (share: string) => `Roblox as a whole is ${share} below its usual`,
    same: 'Roblox as a whole is at its usual',
    notYet: (when: string) => `How Roblox as a whole is doing is not known yet: from ${when}`,
    unknown: {
      'not counted': 'How Roblox as a whole is doing is not known: its games were not counted in the last 15 minutes',
      'few games': 'How Roblox as a whole is doing is not known: fewer than three other games are counted',
    },
  },
  inDay: (change: string) => `${change} in 24 hours`,
  inWeek: (change: string) => `${change} in 7 days`,
}

export const games = {
  command: 'Lists the games that are tracked, their channels, and since when they are known',
  title: 'Tracked games',
  paused: 'paused',
  noChannel: 'no channel',
  elsewhere: 'linked in another place',
  since: (when: string) => `known since ${when}`,
  unmeasured: 'not measured yet',
  gameId: (id: string) => `id ${id}`,
}

export const summary = {
  command: 'Sums up how a game did: players, hours, visits, votes',
  span: (from: string, to: string) => `${from} to ${to}`,
  fields: {
    least: 'Fewest players',
    average: 'Average players',
    peak: 'Peak',
    playerHours: 'Player hours',
    likeRatio: 'Like ratio',
    coverage: 'Coverage',
  },
  peakAt: (count: string, when: string) => `${count} · ${when}`,
  change: (end: string, change: string) => `${end} (${change})`,
  against: {
    '24h': 'The second lines compare with the previous 24 hours.',
    '7d': 'The second lines compare with the previous 7 days.',
    '30d': 'The second lines compare with the previous 30 days.',
    '90d': 'The second lines compare with the previous 90 days.',
    '1y': 'The second lines compare with the previous year.',
  } satisfies Record<Exclude<SpanName, 'all'>, string>,
  players: (difference: string) => `Players were ${difference}.`,
  complete: 'Measured all the time.',
  mostly: (share: string) => `Measured ${share} of the time; the rest are gaps.`,
  partly: (share: string) => `Measured ${share} of the time.`,
  unreadable: 'Nothing of this range can be read.',
  damaged: {
    samples: (days: string) => `Damaged on disk, cannot be read and is not counted: ${days} (UTC).`,
    sums: (days: string) =>
      `Counted from the few samples that are left, for the sums are damaged on disk: ${days} (UTC).`,
  } satisfies Record<Damage['what'], (days: string) => string>,
  knownOnlySince: (share: string, when: string) => `Measured ${share} of the time: the game is known since ${when}.`,
  nothing: 'Nothing was measured in this range. Try a longer one.',
  neverMeasured: 'This game has not been measured yet. The first sample follows at its next due minute.',
}

export const goal = {
  command: 'Shows the next milestones of a game, and when they may be reached',
  title: (name: string) => `Next milestones of ${name}`,
  counters: { visits: 'Visits', favorites: 'Favorites', likes: 'Likes' },
  way: (current: string, next: string, left: string) => `${current} → **${next}** · ${left} to go`,
  between: (earliest: string, latest: string) => `between ${earliest} and ${latest}`,
  around: (when: string) => `about ${when}`,
  endOf: (year: string) => `the end of ${year}`,
  inYear: (year: string) => `in ${year}`,
  notBefore: (earliest: string) => `not before ${earliest}; in its slowest days it hardly grew`,
  farAway: (years: string) => `not within ${years} years at this pace`,
  tooLittleData: 'not enough data yet',
  notGrowing: 'not growing at the moment',
  unknown: 'not shown by Roblox yet',
  week: (gained: string) => `Last 7 days: ${gained}`,
  weekCompared: (gained: string, change: string) => `Last 7 days: ${gained}, ${change} against the previous 7 days`,
  basis:
    'From the pace of the last days, and from how much days differed in the last four weeks. About 9 of 10 dates fall in their range.',
}

export const updates = {
  command: 'Lists the last updates of a game, each with its effect on players',
  title: (name: string) => `Updates of ${name}`,
  none: 'No update of this game is known yet.',
  effect: (change: string, range: string) => `${change} players (${range})`,
  after: { '1h': 'after an hour', '24h': 'after a day', '7d': 'after a week' },
  unknown: (outcome: string, why: string) => `**${outcome}**: ${why}`,
}

export const exporting = {
  command: 'Gives the measured values of a game as a file',
  from: 'First day, UTC: YYYY-MM-DD',
  to: 'Last day, UTC: YYYY-MM-DD',
  format: 'The kind of file',
  formats: {
    csv: 'CSV (spreadsheets, scripts)',
    xlsx: 'Excel (.xlsx)',
    json: 'JSON (programs)',
  } satisfies Record<FileFormatName, string>,
  today: 'Today',
  yesterday: 'Yesterday',
  daysAgo: (days: string) => `${days} days ago`,
  badDate: (option: string) => `\`${option}\` must be a calendar date in the form YYYY-MM-DD, for example 2026-01-31.`,
  wrongOrder: '`from` must not be after `to`.',
  tooLong: (days: string) => `One file holds at most ${days} days. Take a shorter range.`,
  nothing: 'Nothing was measured on these days, so there is no file. Take other days.',
  done: (name: string, from: string, to: string) => `**${name}**, ${from} to ${to} (UTC).`,
  tooLarge: (limit: string, call: string) =>
    `The file would be larger than ${limit}, which is all that Discord takes here. Take fewer days, or get it from the API with a key of the account:\n\`GET ${call}\``,
  megabytes: (count: string) => `${count} MiB`,
}
