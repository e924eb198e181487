// The table of `top`, which leaves out columns and cuts names until it fits the terminal.
import type { GameNowJson } from '../../files/game-now-json.js'
import { cutToWidth, displayWidth } from '../io/display-width.js'
import { countedGames, oneLine, table, timeText } from '../io/table.js'

/** Of a terminal whose width is not known, and of output that goes elsewhere. */
export const DEFAULT_COLUMNS = 80
const GAP_WIDTH = 2
/** Fewer letters tell games apart badly, so a column is left out before names get shorter. */
const MIN_NAME_WIDTH = 12

export interface GamesReading {
  readonly account: string
  /** Milliseconds. */
  readonly readAt: number
  readonly games: readonly GameNowJson[]
}

interface TopColumn {
  readonly heading: string
  readonly cellOf: (game: GameNowJson) => string
}

const NONE = '-'

/** From left to right; the name follows. */
const COLUMNS: readonly TopColumn[] = [
  { heading: 'rank', cellOf: ({ rank, is_active: isActive }) => `${rank ?? (isActive ? NONE : 'paused')}` },
  { heading: 'players', cellOf: ({ stats }) => `${stats?.playing ?? NONE}` },
  { heading: '24 h', cellOf: (game) => shareText(game.change_24h?.playing_share) },
  { heading: '7 d', cellOf: (game) => shareText(game.change_7d?.playing_share) },
  { heading: 'usual', cellOf: usualText },
  { heading: 'like ratio', cellOf: likeRatio },
  {
    heading: 'last event',
    cellOf: ({ last_event: event }) => (event ? `${event.type} ${event.time.slice(0, 10)}` : NONE),
  },
  { heading: 'sampled', cellOf: ageText },
  { heading: 'id', cellOf: ({ id }) => `${id}` },
]
/** In this order columns are left out where the line is too short; the others always stay. */
const OPTIONAL = ['last event', 'like ratio', '7 d', 'id', 'usual', 'sampled', '24 h']

export function topText({ account, readAt, games }: GamesReading, columns: number): string {
  if (games.length === 0) return 'This account has no game.'
  const players = games.reduce((sum, { stats, is_active }) => sum + (is_active ? (stats?.playing ?? 0) : 0), 0)
  const facts = `: ${countedGames(games.length)}, ${players} players, ${timeText(readAt)}`
  const name = cutToWidth(oneLine(account), Math.max(MIN_NAME_WIDTH, columns - facts.length))
  return `${cutToWidth(name + facts, columns)}\n\n${fittedTable(games, columns)}`
}

function fittedTable(games: readonly GameNowJson[], columns: number): string {
  const names = games.map(({ name }) => oneLine(name))
  const longest = Math.max(...names.map(displayWidth), 'name'.length)
  const topColumns = shownColumns(games, columns - Math.min(longest, MIN_NAME_WIDTH))
  const nameWidth = Math.max(MIN_NAME_WIDTH, columns - topColumns.width)
  return table(
    [...topColumns.columns.map(({ heading }) => heading), 'name'],
    games.map((game, at) => [
      ...topColumns.columns.map(({ cellOf }) => cellOf(game)),
      cutToWidth(names[at] ?? '', nameWidth),
    ]),
  )
}

/** As many columns as fit into this width, the gap after each one included. */
function shownColumns(games: readonly GameNowJson[], width: number) {
  const measured = COLUMNS.map(({ heading, cellOf }) => ({
    heading,
    cellOf,
    width: Math.max(heading.length, ...games.map((game) => cellOf(game).length)) + GAP_WIDTH,
  }))
  const leftOut = new Set<string>()
  for (const next of [...OPTIONAL, undefined]) {
    const columns = measured.filter(({ heading }) => !leftOut.has(heading))
    const sum = columns.reduce((total, column) => total + column.width, 0)
    if (sum <= width || next === undefined) return { columns, width: sum }
    leftOut.add(next)
  }
  throw new Error('No column of the table is always shown.')
}

/** 0.125 as `+12.5 %`. */
function shareText(share: number | null | undefined): string {
  if (share === null || share === undefined) return NONE
  return `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`
}

function usualText({ usual }: GameNowJson): string {
  return usual === null ? NONE : `${usual.position} ${Math.round(usual.low)}-${Math.round(usual.high)}`
}

function likeRatio({ stats }: GameNowJson): string {
  if (stats === null || stats.likes === null || stats.dislikes === null) return NONE
  const votes = stats.likes + stats.dislikes
  return votes === 0 ? NONE : `${((stats.likes / votes) * 100).toFixed(1)} %`
}

function ageText({ freshness: { age_minutes: age, stale } }: GameNowJson): string {
  if (age === null) return 'never'
  return `${age} min${stale ? ' (stale)' : ' ago'}`
}
