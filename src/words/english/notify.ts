// The words of /notify.

import type { AlertMetric } from '../../domain/notifications/rule.js'
import type { RoutedKind } from '../../domain/notifications/settings.js'

/** Milestones and records are switched together. */
type Choice = Exclude<RoutedKind, 'milestone' | 'record'> | 'milestones'

export const notify = {
  command: 'Says what channels are told by themselves, and where',
  add: 'Switches a kind of notice on for a game, or adds an alert rule',
  list: 'Shows what is told where, and what could not be delivered',
  remove: 'Switches a kind of notice off, or removes an alert rule',
  preview: 'Replays an alert rule over the past: when it would have fired',
  test: 'Posts a sample where the real ones go',
  options: {
    kind: 'What to be told of',
    game: "A game by name, id or address (this channel's game, if you leave it out)",
    channel: "Where to (the game's channel, if you leave it out)",
    metric: 'Alert: what to watch (players, if you leave it out)',
    condition: 'Alert: above or below a value, or changed against the same hour last week',
    value: 'Alert: the value, or the change; below zero for falls alone. A like ratio is in per cent',
    unit: 'Alert: whether a change is in per cent (as it is, if you leave it out) or by value',
    readings: 'Alert: how many readings in a row it takes',
    cooldown: 'Alert: minutes before the same rule speaks again',
    quietFrom: 'Alert: quiet from, for example 22:00',
    quietUntil: 'Alert: quiet until, for example 07:00',
    role: 'Alert: a role to mention',
    time: 'Digest: the time of day, for example 09:00',
    every: 'Digest: how often (every day, if you leave it out)',
    day: 'Digest: the day of a weekly one (Monday, if you leave it out)',
    what: 'What to switch off or remove',
    rule: 'A rule that is there already (the one described by the options, if you leave it out)',
    days: 'How many days back (30, if you leave it out)',
    limitToGame: 'Only of this game',
  },
  kinds: {
    milestones: 'Milestones and records',
    alert: 'Alerts',
    report_card: 'Report cards after updates',
    digest: 'Digests',
    status: 'Status changes (hidden, gone, no data)',
  } satisfies Record<Choice, string>,
  routed: {
    milestone: 'Milestones',
    record: 'Records',
    alert: 'Alerts',
    report_card: 'Report cards',
    digest: 'Digest',
    status: 'Status',
  } satisfies Record<RoutedKind, string>,
  metrics: {
    ccu: 'Players',
    visits_a_day: 'Visits a day',
    favorites: 'Favorites',
    likes: 'Likes',
    like_ratio: 'Like ratio',
    rank: 'Rank among these games',
  } satisfies Record<AlertMetric, string>,
  conditions: { above: 'above', below: 'below', changed: 'changed against the same hour last week' },
  units: { percent: 'per cent', value: 'by value' },
  every: { day: 'every day', week: 'every week' },
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as readonly string[],
  rule: {
    above: (metric: string, value: string) => `${metric} above ${value}`,
    below: (metric: string, value: string) => `${metric} below ${value}`,
    changed: (metric: string, change: string) =>
      `${metric} changed by ${change} or more against the same hour last week`,
    fallen: (metric: string, change: string) => `${metric} fallen by ${change} or more against the same hour last week`,
    readings: (count: string) => `${count} readings in a row`,
    cooldown: (minutes: string) => `at most once in ${minutes} minutes`,
    quiet: (from: string, until: string, zone: string) => `quiet ${from} – ${until} (${zone})`,
    role: (role: string) => `mentions ${role}`,
  },
  digest: {
    day: (time: string, zone: string) => `every day at ${time} (${zone})`,
    week: (day: string, time: string, zone: string) => `every ${day} at ${time} (${zone})`,
  },
  trial: {
    title: (kind: string, name: string) => `${kind} of ${name} come here`,
    text: 'Headcount can post here. `/notify list` shows what is told where.',
  },
  added: (kind: string, name: string, channel: string) => `**${kind}** of **${name}** go to ${channel}.`,
  addedRule: (rule: string) => `The rule: ${rule}.`,
  addedDigest: (when: string) => `It comes ${when}.`,
  milestonesOn: 'They are on for each game with a channel, unless somebody switches them off.',
  noHistory: (channel: string) =>
    `I lack Read Message History in ${channel}. If Discord ever loses an answer, I cannot look there whether a message arrived, and leave it be.`,
  needsValue: 'An alert above, below or changed needs its `value`.',
  needsCondition: 'With a `value`, say the `condition` too: above, below or changed.',
  onlyForAlerts:
    'These options are for alerts alone: metric, condition, value, unit, readings, cooldown, quiet hours, role.',
  onlyForDigests: 'These options are for digests alone: time, every, day.',
  notATime: (text: string) => `“${text}” is no time of day. Write it like 09:00 or 21:30.`,
  bothQuiet: 'Quiet hours need both ends: `quiet_from` and `quiet_until`, and not the same.',
  noChannel: 'This game has no channel. Name one with the option `channel`.',
  removed: (what: string) => `Removed: ${what}.`,
  notThere: 'That is not there any more. Pick one from the list that appears as you type.',
  previewed: {
    title: (name: string) => `${name}: what the rule would have done`,
    fired: (times: number, days: string) =>
      times === 0
        ? `It would not have fired in ${days} days.`
        : `It would have fired ${times === 1 ? 'once' : `${times} times`} in ${days} days.`,
    line: (when: string, value: string, until: string) => `${when}: ${value}, ${until}`,
    until: (when: string) => `until ${when}`,
    lasting: 'and not over yet',
    more: (count: string) => `… and ${count} more`,
    drops: (times: number) =>
      `${times === 1 ? 'Once' : `${times} times`} players fell all over Roblox; that would have been told in place of it.`,
    nothing: 'Nothing was measured in this time that the rule could be held against.',
    coarse: (when: string) =>
      `Before ${when}, only one sample an hour or a day is kept. There the rule sees less than it will from now on.`,
    marker: 'Alert',
  },
  tested: (kind: string, channel: string) => `A sample of **${kind}** stands in ${channel}.`,
  sample: 'Sample',
  listed: {
    title: 'What is told where',
    nothing: 'Nothing is told by itself yet. Link a game to a channel with `/track channel`, or use `/notify add`.',
    line: (what: string, channel: string) => `${what} → ${channel}`,
    noRule: 'Alerts: no rule yet',
    paused: (channel: string, since: string, reason: string) => `⏸ ${channel}, since ${since}: ${reason}`,
    pausedTitle: 'Paused channels',
    pausedHint: 'Once that is mended, `/notify test` goes on at once.',
    lateTitle: 'Not delivered',
    late: (what: string, when: string, reason: string) => `${what}, ${when}: ${reason}`,
    states: { pending: 'waits', uncertain: 'uncertain', parked: 'given up' },
    liveTitle: 'Panels and counters',
    panel: (name: string, channel: string) => `Panel of ${name} → ${channel}`,
    counter: (name: string, channel: string) => `Counter of ${name} → ${channel}`,
    stopped: (line: string, reason: string) => `${line} ⏸ ${reason}`,
    more: (count: string) => `… and ${count} more. Name a game to see all of it.`,
    onItsWay: 'on its way',
  },
}
