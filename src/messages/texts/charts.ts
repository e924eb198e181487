// The texts in and around charts.

import type { AltTextMessages } from '../../charts/alt-text.js'
import type { SpanName } from '../../domain/rules/span.js'
import { derived, message, text } from '../format/texts.js'

interface ChartFigures {
  readonly lowest: string
  readonly highest: string
  readonly peakAt: string
  readonly last: string
}

export const charts = {
  chart: text,
  compare: text,
  game: text,
  fewGames: text,
  comparison: message('games'),
  noData: text,
  update: text,
  per: {
    hour: message('metric'),
    day: message('metric'),
  },
  change: message('metric'),
  changeSinceBegin: message('metric'),
  logarithmic: message('metric'),
  total: message('metric'),
  gains: {
    hour: message('gained', 'most', 'last', 'measured'),
    day: message('gained', 'most', 'last', 'measured'),
  },
  means: { one: message('length'), several: message('length'), at: message('length') },
  band: { hour: text, day: text },
  extremes: text,
  mean: message('value'),
  against: {
    '24h': message('change'),
    '7d': message('change'),
    '30d': message('change'),
    '90d': message('change'),
    '1y': message('change'),
  } satisfies Record<Exclude<SpanName, 'all'>, unknown>,
  aboveUsual: message('share'),
  belowUsual: message('share'),
  atUsual: text,
  updateEffect: message('change'),
  updateSentence: message('when', 'change', 'range'),
  unclearUpdate: text,
  grew: {
    most: message('name', 'against'),
    least: message('name', 'against'),
    none: text,
    unknown: text,
  },
  scales: {
    menu: text,
    auto: text,
    absolute: text,
    relative: text,
    logarithmic: text,
    note: {
      relative: text,
      logarithmic: text,
    },
  },
  timeBefore: text,
  daysBefore: message('days:number'),
  daysBeforeFrom: message('days:number', 'when'),
  otherPeriod: text,
  usual: text,
  before: {
    '24h': text,
    '7d': text,
    '30d': text,
    '90d': text,
    '1y': text,
  } satisfies Record<Exclude<SpanName, 'all'>, unknown>,
  figures: message('lowest', 'highest', 'last', 'measured'),
  figuresOf: message('name', 'texts'),
  damaged: message('days'),
  /** Of days that are named one by one. */
  days: { span: message('from', 'to'), more: message('count') },
  nothing: text,
  alt: {
    chart: message('metric', 'title', 'range'),
    figures: derived(
      message('lowest', 'highest', 'peakAt', 'last'),
      (write) =>
        ({ lowest, highest, peakAt, last }: ChartFigures) =>
          write(lowest, highest, peakAt, last),
    ),
    figuresOf: derived(
      message('name', 'lowest', 'highest', 'peakAt', 'last'),
      (write) =>
        (name: string, { lowest, highest, peakAt, last }: ChartFigures) =>
          write(name, lowest, highest, peakAt, last),
    ),
    noData: text,
  } satisfies Record<keyof AltTextMessages, unknown>,
}
