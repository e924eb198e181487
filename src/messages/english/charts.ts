// The texts in and around charts.
import type { AltTextMessages } from '../../charts/alt-text.js'
import type { SpanName } from '../../domain/rules/span.js'

interface ChartFigures {
  readonly lowest: string
  readonly highest: string
  readonly peakAt: string
  readonly last: string
}

const figures = ({ lowest, highest, peakAt, last }: ChartFigures): string =>
  `Lowest ${lowest}, highest ${highest} (${peakAt}), last ${last}.`

export const charts = {
  chart: 'Draws a game over time: players, visits, favorites, votes',
  compare: 'Draws two to five games in one chart',
  game: 'A game by name, id or address',
  fewGames: 'Name at least two different games to compare.',
  comparison: (games: string) => `${games} games compared`,
  noData: 'No data',
  update: 'Update',
  per: {
    hour: (metric: string) => `${metric} per hour`,
    day: (metric: string) => `${metric} per day`,
  },
  change: (metric: string) => `${metric}, change`,
  total: (metric: string) => `${metric}, total`,
  gains: {
    hour: (gained: string, most: string, last: string, measured: string) =>
      `Change **${gained}** · at most **${most}** in an hour · now **${last}** · measured ${measured} of the time`,
    day: (gained: string, most: string, last: string, measured: string) =>
      `Change **${gained}** · at most **${most}** in a day · now **${last}** · measured ${measured} of the time`,
  },
  band: { hour: 'Mean of each hour, lowest to highest', day: 'Mean of each day, lowest to highest' },
  mean: (value: string) => `Mean **${value}**`,
  against: {
    '24h': (change: string) => `${change} against the previous 24 hours`,
    '7d': (change: string) => `${change} against the previous 7 days`,
    '30d': (change: string) => `${change} against the previous 30 days`,
    '90d': (change: string) => `${change} against the previous 90 days`,
    '1y': (change: string) => `${change} against the previous year`,
  } satisfies Record<Exclude<SpanName, 'all'>, (change: string) => string>,
  aboveUsual: (share: string) => `${share} above the usual`,
  belowUsual: (share: string) => `${share} below the usual`,
  atUsual: 'at the usual',
  updateEffect: (change: string) => `Update ${change}`,
  updateSentence: (when: string, change: string, range: string) =>
    `Update of ${when}: **${change}** players (${range}) against what was expected without it.`,
  unclearUpdate: 'Update, unclear',
  grew: {
    most: (name: string, against: string) => `**${name}** grew most: ${against}.`,
    least: (name: string, against: string) => `None grew; **${name}** fell least: ${against}.`,
    none: 'None differs from the time before.',
    unknown: 'Which game grew most is not known: too little was measured before.',
  },
  scales: {
    menu: 'Scale',
    auto: 'Scale: automatic',
    absolute: 'Scale: values',
    relative: 'Scale: change since the beginning (index)',
    logarithmic: 'Scale: logarithm',
    note: {
      relative: 'The picture shows the change since the beginning of the range.',
      logarithmic: 'The scale of the picture is a logarithm: equal distances are equal ratios.',
    },
  },
  thisPeriod: 'This period',
  timeBefore: 'Previous period',
  daysBefore: (days: string) => (days === '1' ? '1 day before' : `${days} days before`),
  otherPeriod: 'Other period',
  usual: 'Usual',
  before: {
    '24h': 'Previous 24 hours',
    '7d': 'Previous 7 days',
    '30d': 'Previous 30 days',
    '90d': 'Previous 90 days',
    '1y': 'Previous year',
  } satisfies Record<Exclude<SpanName, 'all'>, string>,
  figures: (lowest: string, highest: string, last: string, measured: string) =>
    `Lowest **${lowest}** · highest **${highest}** · last **${last}** · measured ${measured} of the time`,
  figuresOf: (name: string, texts: string) => `**${name}**\n${texts}`,
  damaged: (days: string) => `Damaged on disk and cannot be read: ${days} (UTC).`,
  nothing: 'Nothing to draw was measured in this range. Try a longer one, or another metric.',
  alt: {
    chart: (metric, title, range) => `${metric} of ${title}, ${range}.`,
    figures,
    figuresOf: (name, texts) => `${name}: ${figures(texts)}`,
    noData: 'No data.',
  } satisfies AltTextMessages,
}
