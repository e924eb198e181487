// The texts of notifications, with one entry per kind.
import type { EffectOutcome, EffectReason } from '../../domain/insights/effect/effect-facts.js'
import type {
  MilestoneFacts,
  PlatformIncidentFacts,
  ReportCardFacts,
  StatusFacts,
} from '../../domain/notifications/facts.js'
import type { AlertMetric } from '../../domain/notifications/settings.js'
import { warningText } from './operator-warnings.js'

type MilestoneMetric = MilestoneFacts['crossings'][number]['metric']
type ReportCardStageKey = ReportCardFacts['stage']

const counted = {
  visits: (count: string) => `${count} visits`,
  favorites: (count: string) => `${count} favorites`,
  likes: (count: string) => `${count} likes`,
} satisfies Record<MilestoneMetric, (count: string) => string>

const metrics = {
  ccu: 'Players',
  visits_a_day: 'Visits a day',
  favorites: 'Favorites',
  likes: 'Likes',
  like_ratio: 'The like ratio',
  rank: 'The rank',
} satisfies Record<AlertMetric, string>

const untilText = (until: string | null): string => (until === null ? 'and not yet back' : `until ${until}`)

export const notifications = {
  /** Shown in the footer before the idempotency key. */
  by: 'Headcount',
  duration: (hours: string, minutes: string) => (hours === '0' ? `${minutes} min` : `${hours} h ${minutes} min`),
  counted,
  beforeAfter: (before: string, after: string) => `${before} → **${after}**`,
  withChange: (text: string, change: string) => `${text} (${change})`,
  measured: (before: string, after: string) => `Measured ${before} of the time before, ${after} after.`,
  milestone: {
    one: (name: string, what: string) => `🎉 ${name} reached ${what}`,
    several: (name: string, count: string) => `🎉 ${name} passed ${count} milestones`,
    at: (when: string) => `on ${when}`,
    between: (from: string, until: string) =>
      `some time between ${from} and ${until}, while nothing was being measured`,
    line: (what: string, when: string) => `**${what}** ${when}`,
    both: (first: string, second: string) => `${first} and ${second}`,
    range: (first: string, last: string) => `${first} to ${last}`,
    now: (count: string) => `Counted by then: ${count}.`,
    next: (what: string) => `Next: ${what}.`,
    nextExpected: (what: string, when: string) => `Next: ${what}, ${when}.`,
  },
  record: {
    title: (name: string, count: string) => `📈 ${name}: ${count} players at once, a new record`,
    text: (when: string, previous: string) => `On ${when}. The record before was ${previous}.`,
    isRising: 'The peak is not over yet; this message changes with it.',
    market: (more: string) => `It came while all of Roblox was high: ${more} more players than usual.`,
  },
  alert: {
    metrics,
    above: (name: string, metric: string, threshold: string) => `🔔 ${name}: ${metric} above ${threshold}`,
    below: (name: string, metric: string, threshold: string) => `🔔 ${name}: ${metric} below ${threshold}`,
    changed: (name: string, metric: string, change: string) =>
      `🔔 ${name}: ${metric} ${change} against the same hour last week`,
    recovered: (name: string, metric: string) => `✅ ${name}: ${metric} back to normal`,
    now: (value: string) => `Now **${value}**.`,
    lastWeek: (value: string) => `The same hour last week: ${value}.`,
    usual: (value: string) => `Usual at this time: ${value}.`,
    unusual: (name: string, metric: string, change: string) => `🔔 ${name}: ${metric} ${change} against the usual`,
    minutes: (count: string, since: string) => `For ${count} minutes, since ${since}.`,
    expected: 'Usual',
    readings: (count: string, since: string) => `For ${count} readings in a row, since ${since}.`,
    reading: (since: string) => `Since ${since}.`,
    lasted: (since: string, until: string) => `It lasted from ${since} to ${until}.`,
    platformWide:
      'Most other games measured here fell as well, though far less. Some of it may be Roblox itself; most of it is this game.',
    notPlatformWide: 'Other games measured here did not fall with it: this is probably about this game.',
    notCompared: 'Too few other games are measured here to tell whether it is this game or Roblox itself.',
    marker: 'Alert',
    noLastWeek: 'nothing measured',
  },
  platformDrop: {
    title: '🌐 Players fell all over Roblox',
    text: (fell: string, universes: string, drop: string, since: string) =>
      `Since ${since}, ${fell} of the ${universes} games measured here lost players, the middle one ${drop}. That points to Roblox itself, and not to a game.`,
    ofCharts: (drop: string, since: string) =>
      `Since ${since}, the games of Roblox's charts lost ${drop} of their players. That points to Roblox itself, and not to a game.`,
    instead: (names: string) => `Among them: ${names}. There is no alert for each.`,
    more: (count: string) => `and ${count} more`,
  },
  rulesMoved: {
    title: '🔔 Alerts now compare with what is usual',
    text: 'Alerts that nobody had changed compared with the same hour last week, so every event raised one a week later. From now on they say when players are 30 % or more below the usual for 10 minutes.',
    games: (names: string) => `This is about: ${names}.`,
    back: 'Alerts that somebody set stay as they are. `/notify list` shows them all; `/notify add` adds the old one again: changed, -50 per cent.',
  },
  reportCard: {
    title: {
      '1h': (name: string) => `📋 ${name}: one hour after the update`,
      '24h': (name: string) => `📋 ${name}: a day after the update`,
      '7d': (name: string) => `📋 ${name}: a week after the update`,
    } satisfies Record<ReportCardStageKey, (name: string) => string>,
    published: (when: string) => `Published on ${when}.`,
    outcome: {
      more: (range: string) => `**More players: ${range}** compared with what would have come without the update.`,
      fewer: (range: string) => `**Fewer players: ${range}** compared with what would have come without the update.`,
    } satisfies Record<Exclude<EffectOutcome, 'cannot_tell' | 'no_clear_change'>, (range: string) => string>,
    /** Why players that differ from what was expected are no clear change with the update. */
    unclear: {
      chance: (range: string) =>
        `**No clear change: ${range}** compared with what would have come without the update. This game differs as much without updates.`,
      noStep: (range: string) =>
        `**Not clearly the update: ${range}** players compared with what would have come without it, but they did not change clearly at the update itself. Something else may be the cause.`,
    },
    /** The texts of older reports, which have no ranges. */
    earlier: {
      more: '**More players** than in the same hours of the weeks before.',
      fewer: '**Fewer players** than in the same hours of the weeks before.',
      no_clear_change: '**As many players** as in the same hours of the weeks before.',
    } satisfies Record<Exclude<EffectOutcome, 'cannot_tell'>, string>,
    range: (change: string, low: string, high: string) => `${change} (between ${low} and ${high})`,
    market: (change: string) => `Roblox as a whole: ${change}.`,
    marketUnknown: 'How Roblox as a whole did is not known, so a part of this may be its.',
    beganBefore: 'The change had begun before the update.',
    again: (when: string) => `Updated again on ${when}.`,
    cannotTell: '**Cannot tell:**',
    because: {
      'no data before': 'too little was measured before the update.',
      'no data after': 'too little was measured after the update.',
      'too few players': 'there were too few players to tell change from chance.',
      'another update': 'another update came in between.',
      outage: 'there was an outage of Roblox in this time.',
      'unusual hours':
        'hours near the update were unusual for this game, as in an event or an outage that came or ended by itself.',
      'market unknown':
        'how Roblox as a whole did is not known, and this may as well be an outage or a busy day of all games.',
    } satisfies Record<EffectReason, string>,
    notAllowed: 'the data does not allow it.',
    fields: {
      players: 'Players on average',
      likes: 'Likes per 1,000 visits',
      favorites: 'Favorites per 1,000 visits',
    },
    marker: 'Update',
    expected: 'Expected without the update',
  },
  digest: {
    title: {
      daily: (name: string) => `📊 ${name}: the day in numbers`,
      weekly: (name: string) => `📊 ${name}: the week in numbers`,
      merged: (name: string) => `📊 ${name}: the days since the last digest`,
    },
    merged: 'Several at once, because nothing was known when the earlier ones were due.',
    previous: {
      daily: 'In brackets: against the day before.',
      weekly: 'In brackets: against the week before.',
      merged: 'In brackets: against as long a time before.',
    },
    fields: {
      players: 'Players on average',
      peak: 'Most players',
      bestHour: 'Best hour',
      visits: 'Visits',
      favorites: 'Favorites',
      likes: 'Likes',
      likeRatio: 'Like ratio',
    },
    usual: (change: string, usual: string) => `${change} against its usual ${usual}`,
    peak: (count: string, when: string) => `${count}, ${when}`,
    hour: (from: string, until: string, zone: string) => `${from} – ${until} (${zone})`,
    coverage: (share: string) => `Measured ${share} of the time.`,
    nothing: 'Nothing was measured in this time.',
    happened: {
      title: '**What happened:**',
      market: (change: string) => `All of Roblox: ${change} against its usual.`,
      more: (count: string) => `and ${count} more`,
      update: 'an update',
      updateChanged: (change: string) => `an update, since then ${change} players`,
      record: (count: string) => `a record of ${count} players at once`,
      milestone: (what: string) => `${what} reached`,
      incident: {
        hidden: (until: string | null) => `hidden on Roblox ${untilText(until)}`,
        gone: (until: string | null) => `gone from Roblox ${untilText(until)}`,
        no_data: (until: string | null) => `nothing measured ${untilText(until)}`,
      },
      platform: {
        hidden: (until: string | null) => `Roblox did not show most games ${untilText(until)}`,
        gone: (until: string | null) => `Roblox did not know most games ${untilText(until)}`,
        no_data: (until: string | null) => `Roblox did not answer ${untilText(until)}`,
      },
      /** Digests of earlier versions do not hold the rule. */
      alert: (metric: string) => `an alert: ${metric}`,
      alertOf: (rule: string, value: string, until: string | null) =>
        `an alert, “${rule}”: ${value} ${until === null ? 'and not over yet' : `until ${until}`}`,
      own: 'Headcount itself had no data',
      because: (reason: string) => `: ${reason}`,
      marketFall: (drop: string) => `players fell all over Roblox; the middle game lost ${drop}`,
    },
    before: { daily: 'The day before', weekly: 'The week before', merged: 'The time before' },
  },
  status: {
    title: {
      hidden: (name: string) => `🙈 ${name} is hidden`,
      gone: (name: string) => `🕳️ ${name} is gone`,
      back: (name: string, duration: string) => `👋 ${name} is back after ${duration}`,
      no_data: (name: string) => `📡 No numbers of ${name}`,
      data_back: (name: string, duration: string) => `📡 The numbers of ${name} are back after ${duration}`,
    } satisfies Record<StatusFacts['what'], (name: string, duration: string) => string>,
    over: (until: string, duration: string) => `It was over on ${until}, after ${duration}.`,
    /** What the messages say of an incident that was over for a short time, and then went on. */
    interrupted: (from: string, until: string) => `It was over in between, from ${from} to ${until}.`,
    interruptedOften: (count: string, from: string, until: string) =>
      `It was over ${count} times in between, last from ${from} to ${until}.`,
    again: {
      back: (name: string, duration: string) => `🙈 ${name} was back for ${duration} and is away again`,
      data_back: (name: string, duration: string) =>
        `📡 The numbers of ${name} were back for ${duration} and are missing again`,
    },
    goesOn: (from: string, until: string) => `It was over from ${from} to ${until}, and goes on since.`,
    text: {
      hidden: (since: string) =>
        `Since ${since}, Roblox no longer shows it to the public. Nothing is measured until it does again.`,
      gone: (since: string) => `Since ${since}, Roblox no longer knows it.`,
      back: (since: string, until: string) => `Roblox shows it again. It was away from ${since} to ${until}.`,
      no_data: (since: string) => `Nothing has been measured since ${since}.`,
      data_back: (since: string, until: string) => `Nothing was measured from ${since} to ${until}.`,
    } satisfies Record<StatusFacts['what'], (since: string, until: string) => string>,
    reason: {
      'platform error': 'Roblox did not answer, or answered with an error.',
      'not running': 'Headcount was not running.',
      'not stored': 'Headcount could not store what it measured.',
      late: 'Headcount was too slow to measure it in time.',
      stopping: 'Headcount was being stopped.',
      clock: 'The clock of the machine that Headcount runs on was wrong.',
    } satisfies Record<NonNullable<StatusFacts['reason']>, string>,
  },
  incident: {
    title: '🌐 Roblox has problems',
    back: (duration: string) => `🌐 Roblox is back after ${duration}`,
    again: (duration: string) => `🌐 Roblox was back for ${duration} and has problems again`,
    own: (duration: string) => `📡 Headcount had no numbers for ${duration}`,
    types: {
      hidden: 'does not show most games to the public',
      gone: 'says that most games do not exist',
      silent: 'does not answer',
      fall: 'has lost players in most games',
    } satisfies Record<PlatformIncidentFacts['types'][number], string>,
    text: (what: string, since: string) => `Since ${since}, Roblox ${what}. It is not one game.`,
    and: ' and ',
    counted: (affected: string, universes: string) =>
      `${affected} of the ${universes} games measured here are affected.`,
    market: 'The most played games of Roblox could not be counted either.',
    lasted: (since: string, until: string) => `It lasted from ${since} to ${until}.`,
    ownText: (since: string, until: string) => `Nothing was measured from ${since} to ${until}.`,
  },
  owner: {
    paused: (name: string, channel: string, reason: string) =>
      `I cannot post the notifications of **${name}** in ${channel}: ${reason}\nThey wait for up to a day. Once that is fixed, \`/notify test\` in the server tries again at once.`,
    uncertain: (name: string, channel: string, reason: string) =>
      `A notification of **${name}** may or may not have been posted in ${channel}: ${reason}\nI do not post it again, so that it is never there twice. Please check the channel; \`/notify list\` names the notification.`,
  },
  operator: {
    overdue: (since: string, detail: string) =>
      `⚠️ Headcount has recorded no numbers since ${since}.\n${detail}\nSee its log, or run \`npm run -s cli -- doctor\` on its machine. This is sent once; \`/readyz\` answers 503 for as long as it lasts.`,
    wasOverdue: (since: string, until: string, detail: string) =>
      `⚠️ Headcount recorded no numbers from ${since} to ${until}. It does again.\n${detail}\nSee its log.`,
    warning: (what: string) => `⚠️ ${what}\nThis is sent once for as long as it lasts; the page Operation shows it too.`,
    warningOf: warningText,
  },
  /** Reasons why something was not posted. */
  reasons: {
    gone: 'The channel is gone.',
    unseen: 'I may not see the channel, or am no longer in its server.',
    notPostable: 'Nothing can be posted in a channel of that kind.',
    noTag: 'Posts in this forum need a tag, and there is none that I may use.',
    forum:
      'I may not begin posts in this forum. Send Messages, Send Messages in Threads, Embed Links and Attach Files would help.',
    shut: 'The thread is archived or locked, and I cannot open it. Manage Threads would help, or another channel.',
    missing: (permissions: string) => `These permissions are missing there: ${permissions}.`,
    closed: 'They take no direct messages from me.',
    nobody: 'The account has no owner who could be notified.',
    messageGone: 'The message was deleted.',
    notEditable: 'This message cannot be changed.',
    rejected: (what: string) => `Discord did not take the message: ${what}.`,
    limited: 'Discord asked to wait.',
    away: 'The server cannot be reached at the moment.',
    stopping: 'Headcount was stopping.',
    lost: (what: string) => `The answer was lost on the way: ${what}.`,
    unreadable: 'I may not read the history of the channel. Read Message History would help.',
    tooMuch: 'So much was written there since that I cannot look through all of it.',
  },
}
