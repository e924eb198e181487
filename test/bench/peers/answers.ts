// The questions' answers in one form, and what they must be, counted from the samples themselves.
import { DAY_MINUTES, dayOf } from '../../../src/domain/clock.js'
import type { Block } from '../../../src/domain/sample.js'
import { SampleGenerator } from '../series/data.js'
import { END } from '../series/stores.js'

/** The players of one game over the last 30 UTC days, today included. */
export interface MonthAnswer {
  readonly min: number
  readonly max: number
  readonly mean: number
  readonly samples: number
}

export interface Answers {
  /** Players, visits, favorites, likes and dislikes of the first game. */
  readonly latest: readonly number[]
  /** The most players first; the values alone, because games with as many players may come in any order. */
  readonly ranking: readonly number[]
  readonly one: MonthAnswer
  /** By universe, from 1 on. */
  readonly all: readonly MonthAnswer[]
  /** The samples of the first game's export, and the sum of their players. */
  readonly exported: { readonly samples: number; readonly players: number }
}

export const RANKED = 100
export const MONTH_START = (dayOf(END) - 29) * DAY_MINUTES
export const LATEST_MINUTE = END - 1
export const MONTH_SAMPLES = END - MONTH_START

export function expectedAnswers(universes: number, days: number): Answers {
  const blocks = Array.from({ length: universes }, (_, index) => blockOf(index + 1, days))
  const months = blocks.map(monthOf)
  const [first] = blocks
  const [month] = months
  if (first === undefined || month === undefined) throw new Error('There is no game to ask for.')
  const { ccu, visits, favorites, likes, dislikes } = first.columns
  const players = blocks.map(({ columns }) => columns.ccu.at(-1) ?? 0)
  return {
    latest: [ccu, visits, favorites, likes, dislikes].map((column) => column.at(-1) ?? 0),
    ranking: players.sort((a, b) => b - a).slice(0, RANKED),
    one: month,
    all: months,
    exported: { samples: month.samples, players: Math.round(month.mean * month.samples) },
  }
}

export const blockOf = (universeId: number, days: number): Block =>
  new SampleGenerator(universeId, END - days * DAY_MINUTES).block(days * DAY_MINUTES)

function monthOf({ columns, minutes }: Block): MonthAnswer {
  const ccu = columns.ccu.subarray(minutes.indexOf(MONTH_START))
  const sum = ccu.reduce((total, players) => total + players, 0)
  return { min: Math.min(...ccu), max: Math.max(...ccu), mean: sum / ccu.length, samples: ccu.length }
}

/** Headcount rounds means to four digits. */
const MEAN_TOLERANCE = 0.0001

/** Throws where an answer differs. */
export function requireEqual(name: string, found: Answers, expected: Answers): void {
  const check = (question: string, isEqual: boolean): void => {
    if (!isEqual) throw new Error(`${name} answers ${question} differently: ${JSON.stringify(found).slice(0, 2_000)}`)
  }
  check('latest', isSame(found.latest, expected.latest))
  check('the ranking', isSame(found.ranking, expected.ranking))
  check("one game's 30 days", isSameMonth(found.one, expected.one))
  check("all games' 30 days", found.all.length === expected.all.length)
  expected.all.forEach((month, index) => {
    check(`the 30 days of game ${index + 1}`, isSameMonth(found.all[index], month))
  })
  check('the export', isSame(Object.values(found.exported), Object.values(expected.exported)))
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index])

const isSameMonth = (found: MonthAnswer | undefined, { min, max, mean, samples }: MonthAnswer): boolean =>
  found !== undefined &&
  found.min === min &&
  found.max === max &&
  found.samples === samples &&
  Math.abs(found.mean - mean) <= MEAN_TOLERANCE
