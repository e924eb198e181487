// The texts of the pages on which games are added, paused, linked and removed.

export const games = {
  title: 'Games',
  used: (count: string, max: string) => `${count} of ${max} games in use.`,
  every: (minutes: number) => (minutes === 1 ? 'Measured every minute.' : `Measured every ${minutes} minutes.`),
  full: (plan: string) =>
    `You have reached the limit of the ${plan} plan. Remove a game to add another, or ask the operator for a larger plan.`,
  fullExpired: (max: string) =>
    `The subscription has expired. Until it is renewed, the limit is ${max} games, as on the Free plan.`,
  none: 'No games yet',
  noneAdd: 'Add your first game above: paste its address from the browser.',
  noneWait: 'A manager or owner of this account can add games here.',
  add: 'Add a game',
  which: 'Address, name or ID',
  whichExample: 'https://www.roblox.com/games/1818/Crossroads',
  whichHint:
    'Paste the address from the browser, or the ID of a universe or place. Names work for games that are already tracked here.',
  addButton: 'Add',
  added: (name: string, minutes: number) => `Now tracking ${name}. The first numbers arrive within ${minutes} min.`,
  known: (name: string) => `${name} is already tracked.`,
  noneFound: (text: string) => `No game matches “${text}”.`,
  all: 'Show all games',
  tracked: 'Tracking',
  paused: 'Paused',
  channel: (id: string) => `Channel ${id}`,
  noChannel: 'No channel',
  public: 'Public',
  private: 'Private',
  pause: 'Pause',
  pauseLabel: (name: string) => `Pause ${name}`,
  resume: 'Resume',
  resumeLabel: (name: string) => `Resume ${name}`,
  settings: 'Settings',
  settingsTitle: 'Game settings',
  settingsLabel: (name: string) => `Settings of ${name}`,
  nowPaused: (name: string) => `Paused ${name}. Nothing is measured until you resume it.`,
  nowResumed: (name: string) => `Resumed ${name}.`,
  status: 'Status',
  isTracked: 'Headcount measures this game.',
  isPaused: 'Paused: nothing is measured.',
  universe: (id: string) => `Universe ${id}`,
  since: (when: string) => `Added ${when}.`,
  channelField: 'Discord channel',
  channelHint:
    'Paste the link of a channel (in Discord: right-click or hold the channel, Copy Link) or its ID. Commands in it answer for this game, and milestones are posted there. Leave empty for none.',
  unverified: 'Whether the bot may write there shows with its first post.',
  publicField: 'Public',
  publicHint:
    'Shows name, players, visits, favorites and votes in the public rankings and on a public page. Never revenue.',
  save: 'Save changes',
  saved: (name: string) => `Saved the settings of ${name}.`,
  takenFrom: (names: string) => `The channel was linked to ${names} before.`,
  danger: 'Remove',
  remove: 'Remove game',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    'Headcount stops measuring it for this account, and its channel is unlinked. If you add it again within 30 days, its history is still there.',
  removeButton: 'Remove game',
  keep: 'Cancel',
  removed: (name: string) => `Removed ${name}. If you add it again within 30 days, its history is still there.`,
}

/** Tags and favorites. */
export const marks = {
  tags: 'Tags',
  tagsField: 'Tags',
  tagsHint:
    'Up to 10, separated by commas, of at most 24 characters each. Members of the account see and filter by them.',
  favorite: (game: string) => `Favorite: ${game}`,
  onlyFavorites: 'My favorites',
}
