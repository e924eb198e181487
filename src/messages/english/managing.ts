// The texts of the commands that change something, and of those about Headcount itself.

export const track = {
  command: 'Tracks games, pauses them, links them to channels',
  add: 'Starts to track a game',
  remove: 'Stops to track a game; its history stays for a while',
  pause: 'Pauses the tracking of a game',
  resume: 'Goes on with the tracking of a paused game',
  channel: 'Links a game to a channel',
  newGame: 'Its address, as the browser shows it, or its universe id',
  game: 'The game by name, id or address',
  channelOption: 'The channel that answers for this game',
  added: (name: string, id: string) => `**${name}** is tracked now (id ${id}). The first numbers come within minutes.`,
  known: (name: string, id: string) => `**${name}** is tracked already (id ${id}).`,
  linked: (channel: string, name: string) => `${channel} now answers for **${name}**: \`/stats\` there needs no name.`,
  takenFrom: (name: string) => `It answered for **${name}** before.`,
  notLinked: (why: string) => `The channel is not linked: ${why}`,
  removeNamed: (name: string, id: string) =>
    `Nothing is removed yet. If you mean **${name}**, give its whole name, or its id: ${id}.`,
  removed: (name: string) =>
    `**${name}** is no longer tracked. Its history stays readable for 30 days if you add it again.`,
  paused: (name: string) => `**${name}** is paused. \`/track resume\` goes on with it.`,
  wasPaused: (name: string) => `**${name}** was paused already.`,
  resumed: (name: string) => `**${name}** is tracked again.`,
  wasActive: (name: string) => `**${name}** is not paused.`,
  test: {
    title: (name: string) => `This channel is linked to ${name}`,
    text: 'Headcount can post here. `/stats`, `/summary` and `/goal` answer for this game if no other is named.',
  },
}

/** Texts about channels in which the bot is to post. */
export const channels = {
  missing: (channel: string, permissions: string) =>
    `In ${channel} I lack these permissions: ${permissions}. Give them to me there, then use the command again.`,
  permissions: {
    ViewChannel: 'View Channel',
    SendMessages: 'Send Messages',
    SendMessagesInThreads: 'Send Messages in Threads',
    EmbedLinks: 'Embed Links',
    AttachFiles: 'Attach Files',
  },
  postRejected: (channel: string) =>
    `A test message to ${channel} did not go through. Check that I may see the channel and write in it, then use the command again.`,
  unseen: 'I cannot see that channel. Give me View Channel there, then use the command again.',
}

export const settings = {
  command: 'Shows or changes the settings of this server',
  timeZone: 'The time zone, by city',
  language: 'The language of the answers',
  newsChannel: 'Where news of Roblox as a whole is posted, for example that it is down',
  firstChannel: 'The channel of the first game',
  reset: 'What goes back to how it was at first',
  setAndReset: 'Either choose something new or reset it, not both.',
  everyonesOwn: "Everyone's own",
  languages: { en: 'English' },
  title: 'Settings of this server',
  fields: { timeZone: 'Time zone', language: 'Language', newsChannel: 'News of Roblox' },
  nowThere: (zone: string, now: string) => `${zone} · now ${now}`,
  changed: 'Saved.',
  notALanguage: 'That language is not there yet. Pick one from the list.',
}

export const setup = {
  command: 'Sets this server up: its account, its games, their channels and what is posted there',
  code: 'The one-time code from the operator (without it, buttons lead through everything)',
  title: 'Setup of this server',
  notLinked:
    'This server is not linked to a Headcount account yet. Link it with a one-time code, which the page of the account shows under Servers, or which the operator gives you.',
  yourAccounts: 'You manage these accounts: link this server to one of them.',
  linkTo: (account: string) => `Link to ${account}`,
  enterCode: 'Enter a code',
  codeLabel: 'One-time code',
  notManager: 'Only an owner or a manager of that account can link it.',
  account: 'Account',
  games: 'Games',
  noGames: 'None yet. “Track a game” finds one by its name.',
  gameLine: (name: string, channel: string) => `**${name}** → ${channel}`,
  noChannel: 'no channel',
  more: (count: string) => `… and ${count} more`,
  trackGame: 'Track a game',
  gameLabel: 'Its name or its address on Roblox',
  chooseGame: 'Choose a game to set up',
  foundTitle: (text: string) => `Games found for “${text}”`,
  nothingFound: (text: string) => `No game was found for “${text}”. Try its address on Roblox.`,
  foundLine: (players: string, creator: string | null) =>
    creator === null ? `${players} playing` : `by ${creator}, ${players} playing`,
  chooseFound: 'Choose the game to track',
  channel: 'Channel',
  chooseChannel: 'Choose its channel',
  posted: 'What is posted',
  nothingPosted: 'Nothing yet.',
  chooseKinds: 'Choose what to hear of',
  needsChannel: 'Choose a channel first.',
  chooseSample: 'Show a sample of …',
  chooseRule: 'Edit an alert rule',
  back: 'Back',
  editRule: 'Change',
  removeRule: 'Remove',
  previewHint: 'Its past: `/notify preview`',
  valueLabel: 'Value, or change in per cent',
  minutesLabel: 'For how many minutes',
  cooldownLabel: 'Minutes before it can alert again',
  notANumber: (text: string) => `“${text}” is no number.`,
  rights: (permissions: string, channel: string) =>
    `I lack ${permissions} in ${channel}. The button gives me what I need in the server; if the channel has rights of its own, give them to me there. Then try again.`,
  giveRights: 'Give the rights',
  done: (account: string) =>
    `This server now sees the games of **${account}**, and no others. Next: \`/games\` lists them, \`/track channel\` links one to a channel.`,
}

export const privacy = {
  command: 'Says what Headcount keeps, for how long, and how to have it deleted',
  title: 'What Headcount keeps',
  fields: [
    {
      name: 'Of games',
      value:
        'Public numbers of the tracked games: players, visits, favorites, likes, dislikes. Nothing about single players, ever.',
    },
    {
      name: 'Of this server',
      value:
        'Its id, the account it is linked to, its time zone and language, which channels are linked to which games, which notifications they get and by which rules, and where its panels and counters are. No messages, no names, no member lists.',
    },
    {
      name: 'Of you',
      value:
        'Your Discord id, only if an owner made you a member of an account; while you are signed in on the web, your name in Discord, which browser it is and when it was last here. A command or a form that changes something is kept in the audit log of the account, with your Discord id and name and the server or IP address; that you used any other command is not. Your alerts by direct message, until you end them. The text of an error may be kept, without your name.',
    },
    {
      name: 'For how long',
      value:
        'What is kept of a server is deleted 30 days after the bot has left it. A membership goes when an owner ends it or the account is closed. Your alerts go at once when you end them with `/alerts`, with their messages in my records, or with the server; one that ended by itself goes after 30 days. The audit log stays.',
    },
    {
      name: 'To have it deleted',
      value:
        'Remove the bot from the server and wait, or ask the operator of this Headcount to delete it at once: the link of the server, your membership, or the whole account.',
    },
  ],
  contact: 'Who runs this Headcount',
}

export const help = {
  command: 'Lists all commands',
  title: 'What Headcount can do',
  groups: {
    reading: 'How games are doing',
    managing: 'For those who manage the server',
    about: 'About Headcount',
  },
  line: (command: string, description: string) => `${command} ${description}`,
  closing: 'A channel that is linked to a game answers for that game; elsewhere name it, and a list helps as you type.',
}
