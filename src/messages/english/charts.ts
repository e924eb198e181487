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
