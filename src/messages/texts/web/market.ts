// The texts of the page that shows how Roblox as a whole is doing.

import { message, text } from '../../format/texts.js'
export const market = {
  nav: text,
  title: text,
  description: text,
  lead: text,
  fewer: message('percent'),
  more: message('percent'),
  asUsual: text,
  withinBand: text,
  players: text,
  usual: text,
  band: message('low', 'high'),
  games: text,
  sources: { charts: text, tracked: text },
  counted: text,
  unknown: text,
  reasons: {
    off: text,
    'not counted': text,
    'few games': text,
  },
  notYet: text,
  chart: text,
  range: text,
  ranges: { '24h': text, '7d': text },
  line: text,
  usualLine: text,
  nothing: text,
  method: text,
}
