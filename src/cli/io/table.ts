// Formats output for people: aligned columns, and times to the minute.
import type { Game } from '../../domain/game.js'

type Cell = string | number | boolean | null

/** Names from outside belong in the last column, because their display width is unknown and would misalign what follows. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(cellText))]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellText(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return oneLine(String(cell))
}

/** For example `2026-01-31 12:00 UTC`. */
export const timeText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A local time, given in minutes as if it were UTC: `2026-01-31 12:00`. */
export const wallText = (wall: number): string => new Date(wall * 60_000).toISOString().slice(0, 16).replace('T', ' ')

/** Removes control characters, because a name from outside must not move the cursor of the operator's terminal. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export const countedGames = (count: number): string => (count === 1 ? '1 game' : `${count} games`)

export const namedGames = (games: readonly Pick<Game, 'id' | 'name'>[]): string =>
  games.map(({ id, name }) => `${oneLine(name)} (game ${id})`).join(', ')
