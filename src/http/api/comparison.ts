// The fields that compare a game now with its usual and with its past, as commands and pages do (INSIGHTS-6).
import { z } from 'zod'
import { byMeasure, CLOSING_MEASURES } from '../../domain/measures.js'
import { count, field, moment, whole } from './fields.js'

const change = z
  .strictObject({
    playing: field('Players more, or fewer', whole),
    playing_share: field('Share of players: 0.1 is 10 % more; null where nobody played', z.number().nullable()),
    ...byMeasure(CLOSING_MEASURES, (name) =>
      field(`Difference of ${name} since then; null if one of both is not known`, whole.nullable()),
    ),
  })
  .meta({ id: 'PlayerChange', description: 'Change since an earlier sample' })

const usual = z
  .strictObject({
    expected: field('Players that are usual at this time', z.number()),
    low: field('Lower end of the band that holds 8 of 10 values', z.number()),
    high: field('Upper end of that band', z.number()),
    position: field('Where the latest players lie', z.enum(['above', 'within', 'below'])),
    change: field('Share of players above it: 0.1 is 10 % more; null where nobody is usual', z.number().nullable()),
  })
  .meta({ id: 'UsualNow', description: 'What is usual for the game, computed from its last weeks' })

const accuracy = z
  .strictObject({
    share: field('Share of the last week’s hours whose players lay within the band: 0 to 1', z.number()),
    hours: field('Hours that could be compared, at most 168', count),
  })
  .meta({ id: 'UsualAccuracy', description: 'How well the usual held in the last week' })

const gain = z
  .strictObject({
    gained: field('What was gained in these hours', z.number()),
    usual: field('What is usual for the same hours', z.number()),
    hours: field('Hours that could be compared, 18 to 24', count),
  })
  .meta({ id: 'CounterGain', description: 'What a total gained in the last 24 whole hours, beside what is usual' })

const gains = z
  .strictObject(
    byMeasure(CLOSING_MEASURES, (name) => field(`Of ${name}; null where too little can be compared`, gain.nullable())),
  )
  .meta({ id: 'CounterGains', description: 'What each total gained in the last 24 whole hours, beside what is usual' })

export const comparison = {
  usual: field('The usual of players; null while that is not known', usual.nullable()),
  usual_known_from: field(
    'The time from which the usual is known, if nothing is missed until then; null where it is known or cannot be foreseen (UTC)',
    moment.nullable(),
  ),
  accuracy: field('How well the usual held; null where too little is known', accuracy.nullable()),
  change_24h: field('Compared with the sample nearest to 24 hours ago (at most an hour away)', change.nullable()),
  change_7d: field('Compared with the sample nearest to a week ago (at most an hour away)', change.nullable()),
  gains_24h: field(
    'What totals gained against their usual; null before the first sample and while paused',
    gains.nullable(),
  ),
  market_change: field(
    'Share of players by which Roblox as a whole, without this game, is above its usual; null if unknown',
    z.number().nullable(),
  ),
}

const gainExample = { gained: 1_195, usual: 1_204.5, hours: 24 }

export const comparisonExample = {
  usual: { expected: 380.5, low: 350, high: 410, position: 'above' as const, change: 0.085414 },
  usual_known_from: null,
  accuracy: { share: 0.803571, hours: 168 },
  change_24h: { playing: 41, playing_share: 0.110215, ...byMeasure(CLOSING_MEASURES, () => 1_206) },
  change_7d: null,
  gains_24h: byMeasure(CLOSING_MEASURES, () => gainExample),
  market_change: -0.0213,
}
