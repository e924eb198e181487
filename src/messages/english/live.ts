// The texts of panels and counters.
import type { CounterMetric } from '../../domain/live-updates/counter.js'
import type { StopReason } from '../../domain/live-updates/panel.js'

export const stopReasons = {
  'channel gone': 'the channel is gone',
  'permission lost': 'I no longer have the permissions that it needs',
  'game gone': 'the game is no longer tracked here',
} satisfies Record<StopReason, string>

export const panel = {
  command: "Keeps a game's numbers up to date in one message",
  create: 'Posts a message that keeps itself up to date',
  remove: 'Takes such a message away',
  game: "A game by name, id or address (this channel's game, if you leave it out)",
  channel: 'The channel of the message (this one, if you leave it out)',
  updated: 'Updated once a minute',
  sinceYesterday: (change: string) => `${change} against a day ago`,
  unmeasured: 'Not measured yet. The first numbers come within minutes.',
  created: (name: string, channel: string) =>
    `The panel of **${name}** is in ${channel} and updates itself once a minute. If somebody deletes it, I post it again; \`/panel remove\` takes it away for good.`,
  removed: (count: number, channel: string) =>
    count === 1 ? `The panel in ${channel} is gone.` : `The panels in ${channel} are gone.`,
  none: (channel: string) => `There is no such panel in ${channel}.`,
  stopped: (name: string, channel: string, reason: StopReason) =>
    `The panel of **${name}** in ${channel} has stopped: ${stopReasons[reason]}. Once that is fixed, \`/panel create\` starts it again.`,
}

export const counter = {
  command: 'Shows a number in the name of a channel',
  create: 'Lets a channel show a number in its name',
  remove: 'Leaves the name of a channel alone again',
  channel: 'The channel whose name shows the number; a locked voice channel looks best',
  removeChannel: 'The channel whose name shows the number',
  game: "A game by name, id or address (this channel's game, if you leave it out)",
  metric: 'What to count (players, if you leave it out)',
  choices: {
    ccu: 'Players',
    visits: 'Visits',
    favorites: 'Favorites',
    likes: 'Likes',
  } satisfies Record<CounterMetric, string>,
  /** The name of the channel, at most 100 characters. */
  channelName: {
    ccu: (name: string, count: string) => `${name}: ${count} playing`,
    visits: (name: string, count: string) => `${name}: ${count} ${count === '1' ? 'visit' : 'visits'}`,
    favorites: (name: string, count: string) => `${name}: ${count} ${count === '1' ? 'favorite' : 'favorites'}`,
    likes: (name: string, count: string) => `${name}: ${count} ${count === '1' ? 'like' : 'likes'}`,
  } satisfies Record<CounterMetric, (name: string, count: string) => string>,
  missing: (channel: string, permissions: string) =>
    `To rename ${channel} I need these permissions there: ${permissions}. Give them to me, then use the command again.`,
  permissions: {
    ViewChannel: 'View Channel',
    ManageChannels: 'Manage Channels',
    Connect: 'Connect (in voice channels)',
  },
  notRenamable: 'Threads keep their names. Pick a voice or a text channel.',
  created: (channel: string) => `${channel} now shows the number in its name.`,
  rule: 'Discord lets me rename a channel at most once in 10 minutes, so I do it that often, and only when the number has changed.',
  later: (when: string) => `Its next new name comes ${when}.`,
  unmeasured: 'The number appears as soon as the game has been measured.',
  removed: (channel: string) => `I leave the name of ${channel} alone now. Change it back if you like.`,
  none: (channel: string) => `${channel} shows no number.`,
  stopped: (name: string, channel: string, reason: StopReason) =>
    `The counter of **${name}** in ${channel} has stopped: ${stopReasons[reason]}. Once that is fixed, \`/counter create\` starts it again.`,
}
