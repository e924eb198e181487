// The texts of the home of an account.

import type { HomeSort } from '../../../domain/home/home-order.js'
import { message, text } from '../../format/texts.js'

export const home = {
  nav: text,
  title: text,
  total: message('players', 'games'),
  measuredGames: message('measured', 'count:number'),
  pausedGames: message('count:number'),
  games: message('count:number'),
  whose: text,
  manage: text,
  account: text,
  incidents: text,
  recent: message('when'),
  recentDay: text,
  newestRecent: message('count'),
  nothingRecent: text,
  table: text,
  heads: {
    attention: text,
    name: text,
    players: text,
    usual: text,
    day: text,
    rank: text,
    event: text,
  } satisfies Record<HomeSort, unknown>,
  position: {
    above: message('low', 'high'),
    within: message('low', 'high'),
    below: message('low', 'high'),
  },
  colors: text,
  paused: text,
  platform: text,
  none: text,
  noneAdd: text,
  noneWait: text,
  addGame: text,
}
