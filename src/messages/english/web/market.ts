// The texts of the page that shows how Roblox as a whole is doing.

export const market = {
  nav: 'Roblox now',
  title: 'Roblox now',
  description: 'How many people play on Roblox right now, compared with the usual for this hour of the week.',
  lead: 'Is it your game, or is it Roblox? The largest games together, compared with the usual for this hour of the week.',
  fewer: (percent: string) => `Roblox as a whole is ${percent} below its usual.`,
  more: (percent: string) => `Roblox as a whole is ${percent} above its usual.`,
  asUsual: 'Roblox as a whole is at its usual.',
  withinBand: 'That is within the normal range.',
  players: 'Players now',
  usual: 'Usual now',
  band: (low: string, high: string) => `normally ${low} to ${high}`,
  games: 'Games counted',
  sources: { charts: 'of the public charts of Roblox', tracked: 'that are tracked here' },
  counted: 'As of',
  unknown: 'How Roblox as a whole is doing is not known:',
  reasons: {
    off: 'its games are not counted on this site.',
    'not counted': 'nothing was counted in the last 15 minutes. Come back in a few minutes.',
    'few games': 'fewer than three of the counted games have players.',
  },
  notYet: 'what is usual is not known yet. It will be from',
  chart: 'History',
  range: 'Range',
  ranges: { '24h': '24 h', '7d': '7 days' },
  line: 'Players',
  usualLine: 'Usual',
  nothing: 'Nothing was counted in this range.',
  method:
    'The line follows games that were counted in two consecutive minutes, so games that come and go do not move it. ' +
    'The usual is based on the same hour of the week in the last four weeks.',
}
