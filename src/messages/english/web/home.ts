// The texts of the home of an account.
import type { HomeSort } from '../../../domain/home/home-order.js'

export const home = {
  nav: 'Home',
  title: 'Your games',
  total: (players: string, games: string) => `${players} players in ${games}`,
  games: (count: string, isOne: boolean) => (isOne ? `${count} game` : `${count} games`),
  whose: 'Account',
  manage: 'Manage games',
  account: 'Plan and limits',
  incidents: 'Happening now',
  recent: (when: string) => `Since your last visit, ${when}`,
  recentDay: 'In the last 24 hours',
  nothingRecent: 'Nothing new.',
  table: 'Your games',
  heads: {
    name: 'Game',
    players: 'Players',
    usual: 'vs. usual',
    day: '24 h',
    rank: 'Rank',
    event: 'Last event',
  } satisfies Record<Exclude<HomeSort, 'attention'>, string>,
  position: {
    above: (low: string, high: string) => `above the usual ${low} to ${high}`,
    within: (low: string, high: string) => `within the usual ${low} to ${high}`,
    below: (low: string, high: string) => `below the usual ${low} to ${high}`,
  },
  paused: 'Paused',
  platform: 'Roblox',
  none: 'No games yet',
  noneAdd: 'Add a game, and its first numbers arrive within minutes.',
  noneWait: 'A manager or an owner of the account can add games.',
  addGame: 'Add a game',
}
