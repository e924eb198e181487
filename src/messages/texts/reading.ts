// The texts of the commands that show how games are doing.

import { byMeasure, METRICS } from '../../domain/measures.js'
import type { Damage } from '../../domain/rules/damage.js'
import type { SpanName } from '../../domain/rules/span.js'
import type { FileFormatName } from '../../files/formats.js'
import { message, text } from '../format/texts.js'

export const ranges = {
  option: text,
  chartOption: text,
  choices: {
    '24h': text,
    '7d': text,
    '30d': text,
    '90d': text,
    '1y': text,
    all: text,
  } satisfies Record<SpanName, unknown>,
  menu: text,
}

export const metrics = {
  option: text,
  menu: text,
  choices: byMeasure(METRICS, () => text),
  /** Empty for the like ratio, because its values carry their own percent sign. */
  units: byMeasure(METRICS, () => text),
}

export const usual = {
  title: text,
  changes: text,
  above: message('share', 'usual', 'range'),
  below: message('share', 'usual', 'range'),
  same: message('usual', 'range'),
  range: message('low', 'high'),
  notYet: message('when'),
  gained: message('gained', 'usual'),
  held: message('share'),
  heldOf: message('name', 'share'),
  market: {
    above: message('share'),
    below: message('share'),
    same: text,
    notYet: message('when'),
    unknown: {
      'not counted': text,
      'few games': text,
    },
  },
  inDay: message('change'),
  inWeek: message('change'),
  sinceDay: message('change'),
  sinceWeek: message('change'),
}

export const games = {
  command: text,
  title: text,
  paused: text,
  noChannel: text,
  elsewhere: text,
  since: message('when'),
  unmeasured: text,
  gameId: message('id'),
}

export const summary = {
  command: text,
  span: message('from', 'to'),
  fields: {
    least: text,
    average: text,
    peak: text,
    playerHours: text,
    likeRatio: text,
    coverage: text,
  },
  peakAt: message('count', 'when'),
  change: message('end', 'change'),
  against: {
    '24h': text,
    '7d': text,
    '30d': text,
    '90d': text,
    '1y': text,
  } satisfies Record<Exclude<SpanName, 'all'>, unknown>,
  players: message('difference'),
  complete: text,
  mostly: message('share'),
  partly: message('share'),
  unreadable: text,
  damaged: {
    samples: message('days'),
    sums: message('days'),
  } satisfies Record<Damage['what'], unknown>,
  knownOnlySince: message('share', 'when'),
  nothing: text,
  neverMeasured: text,
}

export const goal = {
  command: text,
  title: message('name'),
  counters: { visits: text, favorites: text, likes: text },
  way: message('current', 'next', 'left'),
  between: message('earliest', 'latest'),
  around: message('when'),
  endOf: message('year'),
  inYear: message('year'),
  notBefore: message('earliest'),
  farAway: message('years'),
  tooLittleData: text,
  notGrowing: text,
  unknown: text,
  week: message('gained'),
  weekCompared: message('gained', 'change'),
  basis: text,
}

export const updates = {
  command: text,
  title: message('name'),
  none: text,
  effect: message('change', 'range'),
  after: { '1h': text, '24h': text, '7d': text },
  unknown: message('outcome', 'why'),
}

export const exporting = {
  command: text,
  from: text,
  to: text,
  format: text,
  formats: {
    csv: text,
    xlsx: text,
    json: text,
  } satisfies Record<FileFormatName, unknown>,
  today: text,
  yesterday: text,
  daysAgo: message('days'),
  badDate: message('option'),
  wrongOrder: text,
  tooLong: message('days'),
  nothing: text,
  done: message('name', 'from', 'to'),
  tooLarge: message('limit', 'call'),
  megabytes: message('count'),
}
