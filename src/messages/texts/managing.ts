// The texts of the commands that change something, and of those about Headcount itself.

import { message, text } from '../format/texts.js'
export const track = {
  command: text,
  add: text,
  remove: text,
  pause: text,
  resume: text,
  channel: text,
  newGame: text,
  game: text,
  channelOption: text,
  added: message('name', 'id'),
  known: message('name', 'id'),
  linked: message('channel', 'name'),
  takenFrom: message('name'),
  notLinked: message('why'),
  removeNamed: message('name', 'id'),
  removed: message('name'),
  paused: message('name'),
  wasPaused: message('name'),
  resumed: message('name'),
  wasActive: message('name'),
  test: {
    title: message('name'),
    text: text,
  },
}

/** Texts about channels in which the bot is to post. */
export const channels = {
  missing: message('channel', 'permissions'),
  permissions: {
    ViewChannel: text,
    SendMessages: text,
    SendMessagesInThreads: text,
    EmbedLinks: text,
    AttachFiles: text,
    CreatePublicThreads: text,
    ReadMessageHistory: text,
  },
  postRejected: message('channel'),
  unseen: text,
}

export const settings = {
  command: text,
  timeZone: text,
  language: text,
  newsChannel: text,
  quietFrom: text,
  quietUntil: text,
  urgent: text,
  noQuietHours: text,
  quietSpan: message('from', 'until'),
  urgentToo: message('hours'),
  firstChannel: text,
  reset: text,
  setAndReset: text,
  everyonesOwn: text,
  languages: { en: text, es: text, pt: text },
  title: text,
  fields: { timeZone: text, language: text, newsChannel: text, quietHours: text },
  nowThere: message('zone', 'now'),
  changed: text,
  notALanguage: text,
}

export const setup = {
  command: text,
  code: text,
  title: text,
  notLinked: text,
  yourAccounts: text,
  linkTo: message('account'),
  enterCode: text,
  codeLabel: text,
  notManager: text,
  account: text,
  games: text,
  noGames: text,
  gameLine: message('name', 'channel'),
  noChannel: text,
  trackGame: text,
  gameLabel: text,
  chooseGame: text,
  foundTitle: message('text'),
  nothingFound: message('text'),
  foundLine: message('players', 'creator?'),
  chooseFound: text,
  channel: text,
  chooseChannel: text,
  posted: text,
  nothingPosted: text,
  chooseKinds: text,
  needsChannel: text,
  chooseSample: text,
  chooseRule: text,
  back: text,
  editRule: text,
  removeRule: text,
  previewHint: text,
  valueLabel: text,
  minutesLabel: text,
  cooldownLabel: text,
  notANumber: message('text'),
  rights: message('permissions', 'channel'),
  giveRights: text,
  done: message('account'),
}

export const privacy = {
  command: text,
  title: text,
  fields: [
    {
      name: text,
      value: text,
    },
    {
      name: text,
      value: text,
    },
    {
      name: text,
      value: text,
    },
    {
      name: text,
      value: text,
    },
    {
      name: text,
      value: text,
    },
  ],
  contact: text,
}

export const help = {
  command: text,
  title: text,
  groups: {
    reading: text,
    managing: text,
    about: text,
  },
  line: message('command', 'description'),
  closing: text,
}
