// Notices files that hold several games, which would otherwise become one game with the numbers of all of them.
import type { Minute } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import { plainName } from './columns.js'

/** In the order in which they identify a game: a game keeps its id, and may change its name. */
const ID_NAMES = ['universeid', 'universe', 'gameid', 'placeid', 'rootplaceid', 'appid', 'place', 'id']
const GAME_NAMES = ['game', 'gamename', 'name', 'title', 'experience', 'experiencename', 'universename', 'placename']

/** Watches the columns by which the games of a file differ. */
export class GameColumns {
  private readonly watched: readonly { readonly index: number; readonly column: string; readonly isRowId: boolean }[]
  private readonly first = new Map<number, string>()
  /** The last row id of each column that may count rows, as long as it only grew. */
  private readonly rowIds = new Map<number, number>()

  constructor(header: readonly string[]) {
    const named = (names: readonly string[]) =>
      header.flatMap((column, index) => {
        const name = plainName(column)
        return names.includes(name) ? [{ index, column, isRowId: name === 'id' }] : []
      })
    const ids = named(ID_NAMES)
    this.watched = ids.some(({ isRowId }) => !isRowId)
      ? ids.filter(({ isRowId }) => !isRowId)
      : [...ids, ...named(GAME_NAMES)]
    for (const { index, isRowId } of this.watched) if (isRowId) this.rowIds.set(index, Number.NEGATIVE_INFINITY)
  }

  /** Throws once a column names a second game. */
  check(fields: readonly string[], line: number): void {
    for (const { index, column } of this.watched) {
      const value = (fields[index] ?? '').trim()
      if (value === '') continue
      const first = this.first.get(index) ?? value
      this.first.set(index, first)
      if (this.isNextRow(index, value) || value === first) continue
      throw rejection('INVALID_PARAMETERS', { name: 'several games', facts: { line, column, first, other: value } })
    }
  }

  /** A column `id` may also count the rows: then it grows with each. */
  private isNextRow(index: number, value: string): boolean {
    const last = this.rowIds.get(index)
    if (last === undefined) return false
    const isNext = Number(value) > last
    if (isNext) this.rowIds.set(index, Number(value))
    else this.rowIds.delete(index)
    return isNext
  }
}

/** At most this many minutes are remembered; of longer files, a pseudo-random part. */
const MAX_COMPARED_MINUTES = 50_000
/** Counts of one minute differ when they differ by more than this many players and this share. */
const [MIN_PLAYERS, MIN_SHARE] = [5, 0.05]
/** A file may have this many contradicting lines, or this share of its lines. */
const [MAX_LINES, MAX_SHARE] = [2, 0.03]

/** Counts the lines that contradict another line of their minute: many do where games are mixed. */
export class MinuteContradictions {
  private readonly players = new Map<Minute, number>()
  private divisor = 1
  private lines = 0
  private contradictions = 0
  private example = 0

  add(minute: Minute, ccu: number, line: number): void {
    if (hashOf(minute) % this.divisor !== 0) return
    this.lines++
    const other = this.players.get(minute)
    if (other !== undefined && Math.abs(ccu - other) > Math.max(MIN_PLAYERS, Math.max(ccu, other) * MIN_SHARE)) {
      this.contradictions++
      this.example ||= line
    }
    this.players.set(minute, ccu)
    if (this.players.size > MAX_COMPARED_MINUTES) this.thin()
  }

  private thin(): void {
    this.divisor *= 2
    for (const minute of this.players.keys()) if (hashOf(minute) % this.divisor !== 0) this.players.delete(minute)
  }

  /** Throws if the file cannot be one game. */
  checkEnd(): void {
    const { contradictions, lines, example } = this
    if (contradictions <= MAX_LINES || contradictions <= lines * MAX_SHARE) return
    throw rejection('INVALID_PARAMETERS', {
      name: 'contradicting lines',
      facts: { line: example, percent: Math.round((100 * contradictions) / lines) },
    })
  }
}

/** A number whose lowest bits are spread evenly, however far apart the minutes of a file are. */
const hashOf = (minute: Minute): number => Math.imul(minute, 0x9e3779b1) >>> 16
