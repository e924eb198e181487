// The texts of notifications, with one entry per kind.

import type { EffectOutcome, EffectReason } from '../../domain/insights/effect/effect-facts.js'
import type {
  MilestoneFacts,
  PlatformIncidentFacts,
  ReportCardFacts,
  StatusFacts,
} from '../../domain/notifications/facts.js'
import type { AlertMetric } from '../../domain/notifications/settings.js'
import { message, text } from '../format/texts.js'

type MilestoneMetric = MilestoneFacts['crossings'][number]['metric']
type ReportCardStageKey = ReportCardFacts['stage']

const counted = {
  visits: message('count'),
  favorites: message('count'),
  likes: message('count'),
} satisfies Record<MilestoneMetric, unknown>

const metrics = {
  ccu: text,
  visits_a_day: text,
  favorites: text,
  likes: text,
  like_ratio: text,
  rank: text,
} satisfies Record<AlertMetric, unknown>

export const notifications = {
  /** Shown in the footer before the idempotency key. */
  by: text,
  duration: message('hours', 'minutes'),
  counted,
  beforeAfter: message('before', 'after'),
  withChange: message('text', 'change'),
  measured: message('before', 'after'),
  milestone: {
    one: message('name', 'what'),
    several: message('name', 'count'),
    at: message('when'),
    between: message('from', 'until'),
    line: message('what', 'when'),
    both: message('first', 'second'),
    range: message('first', 'last'),
    now: message('count'),
    next: message('what'),
    nextExpected: message('what', 'when'),
  },
  record: {
    title: message('name', 'count'),
    text: message('when', 'previous'),
    isRising: text,
    market: message('more'),
  },
  alert: {
    metrics,
    above: message('name', 'metric', 'threshold'),
    below: message('name', 'metric', 'threshold'),
    changed: message('name', 'metric', 'change'),
    recovered: message('name', 'metric'),
    now: message('value'),
    lastWeek: message('value'),
    usual: message('value'),
    unusual: message('name', 'metric', 'change'),
    minutes: message('count', 'since'),
    expected: text,
    readings: message('count', 'since'),
    reading: message('since'),
    lasted: message('since', 'until'),
    platformWide: text,
    notPlatformWide: text,
    notCompared: text,
    marker: text,
    noLastWeek: text,
  },
  platformDrop: {
    title: text,
    text: message('fell', 'universes', 'drop', 'since'),
    ofCharts: message('drop', 'since'),
    instead: message('names'),
    more: message('count'),
  },
  batch: {
    title: message('count:number'),
    line: message('when', 'what'),
    more: message('count'),
  },
  rulesMoved: {
    title: text,
    text: text,
    games: message('names'),
    back: text,
  },
  reportCard: {
    title: {
      '1h': message('name'),
      '24h': message('name'),
      '7d': message('name'),
    } satisfies Record<ReportCardStageKey, unknown>,
    published: message('when'),
    outcome: {
      more: message('range'),
      fewer: message('range'),
    } satisfies Record<Exclude<EffectOutcome, 'cannot_tell' | 'no_clear_change'>, unknown>,
    /** Why players that differ from what was expected are no clear change with the update. */
    unclear: {
      chance: message('range'),
      noStep: message('range'),
    },
    /** The texts of older reports, which have no ranges. */
    earlier: {
      more: text,
      fewer: text,
      no_clear_change: text,
    } satisfies Record<Exclude<EffectOutcome, 'cannot_tell'>, unknown>,
    range: message('change', 'low', 'high'),
    market: message('change'),
    marketUnknown: text,
    beganBefore: text,
    again: message('when'),
    cannotTell: text,
    because: {
      'no data before': text,
      'no data after': text,
      'too few players': text,
      'another update': text,
      outage: text,
      'unusual hours': text,
      'market unknown': text,
    } satisfies Record<EffectReason, unknown>,
    notAllowed: text,
    fields: {
      players: text,
      likes: text,
      favorites: text,
    },
    marker: text,
    expected: text,
  },
  digest: {
    title: {
      daily: message('name'),
      weekly: message('name'),
      merged: message('name'),
    },
    merged: text,
    previous: {
      daily: text,
      weekly: text,
      merged: text,
    },
    fields: {
      players: text,
      peak: text,
      bestHour: text,
      visits: text,
      favorites: text,
      likes: text,
      likeRatio: text,
    },
    usual: message('change', 'usual'),
    peak: message('count', 'when'),
    hour: message('from', 'until', 'zone'),
    coverage: message('share'),
    nothing: text,
    happened: {
      title: text,
      market: message('change'),
      more: message('count'),
      update: text,
      updateChanged: message('change'),
      record: message('count'),
      milestone: message('what'),
      incident: {
        hidden: message('until?'),
        gone: message('until?'),
        no_data: message('until?'),
      },
      platform: {
        hidden: message('until?'),
        gone: message('until?'),
        no_data: message('until?'),
      },
      /** Digests of earlier versions do not hold the rule. */
      alert: message('metric'),
      alertOf: message('rule', 'value', 'until?'),
      own: text,
      because: message('reason'),
      marketFall: message('drop'),
    },
    before: { daily: text, weekly: text, merged: text },
  },
  status: {
    title: {
      hidden: message('name'),
      gone: message('name'),
      back: message('name', 'duration'),
      no_data: message('name'),
      data_back: message('name', 'duration'),
    } satisfies Record<StatusFacts['what'], unknown>,
    over: message('until', 'duration'),
    /** What the messages say of an incident that was over for a short time, and then went on. */
    interrupted: message('from', 'until'),
    interruptedOften: message('count', 'from', 'until'),
    again: {
      back: message('name', 'duration'),
      data_back: message('name', 'duration'),
    },
    goesOn: message('from', 'until'),
    text: {
      hidden: message('since'),
      gone: message('since'),
      back: message('since', 'until'),
      no_data: message('since'),
      data_back: message('since', 'until'),
    } satisfies Record<StatusFacts['what'], unknown>,
    reason: {
      'platform error': text,
      'not running': text,
      'not stored': text,
      late: text,
      stopping: text,
      clock: text,
    } satisfies Record<NonNullable<StatusFacts['reason']>, unknown>,
  },
  incident: {
    title: text,
    back: message('duration'),
    again: message('duration'),
    own: message('duration'),
    types: {
      hidden: text,
      gone: text,
      silent: text,
      fall: text,
    } satisfies Record<PlatformIncidentFacts['types'][number], unknown>,
    text: message('what', 'since'),
    and: text,
    counted: message('affected', 'universes'),
    market: text,
    lasted: message('since', 'until'),
    /** Of an incident of several games of a server that is not the platform's. */
    games: {
      title: {
        hidden: message('count:number'),
        gone: message('count:number'),
        silent: message('count:number'),
        mixed: message('count:number'),
      },
      text: message('since', 'names'),
      cause: { unknown: text, unclear: text },
      someBack: message('back:number', 'count:number', 'names'),
      allBack: message('count:number', 'when'),
      back: message('count:number', 'duration'),
      again: message('duration'),
    },
    ownText: message('since', 'until'),
  },
  owner: {
    paused: message('name', 'channel', 'reason'),
    uncertain: message('name', 'channel', 'reason'),
  },
  operator: {
    overdue: message('since', 'detail'),
    wasOverdue: message('since', 'until', 'detail'),
    warning: message('what'),
  },
  /** Reasons why something was not posted. */
  reasons: {
    gone: text,
    unseen: text,
    notPostable: text,
    noTag: text,
    forum: text,
    shut: text,
    missing: message('permissions'),
    closed: text,
    nobody: text,
    messageGone: text,
    notEditable: text,
    rejected: message('what'),
    limited: text,
    away: text,
    stopping: text,
    lost: message('what'),
    unreadable: text,
    tooMuch: text,
  },
}
