// Series of five shapes, drawn from a seed, with the fewest bits that their random draws can take: a code that knows all parameters of a game
// and the means of each minute still has to be given these draws. What is stored beside them, and what a reader does
// not know, is added to that.
import type { Minute } from '../../../src/domain/clock.js'
import { type Block, emptyBlock } from '../../../src/domain/sample.js'
import { drawingOf, type RandomDraws } from './draws.js'

export const SHAPE_NAMES = ['base', 'tiny', 'events', 'votes', 'cached'] as const
export type ShapeName = (typeof SHAPE_NAMES)[number]

export interface ShapedSeries {
  readonly block: Block
  /** Undefined where nobody has counted them. */
  readonly leastBits: number | undefined
}

const MINUTES_A_DAY = 1_440

interface ShapeRow {
  readonly ccu: number
  readonly visits: number
  readonly favorites: number
  readonly likes: number
  readonly dislikes: number
}

/** Of the game with this rank, from 0 on. `from` begins a day. */
export function shapedSeries(shape: ShapeName, rank: number, from: Minute, days: number): ShapedSeries {
  const length = days * MINUTES_A_DAY
  const block = emptyBlock(1_000_000 + rank, length)
  const draw = drawingOf(shape === 'base' || shape === 'cached' ? 1 + 2 * rank : 2 + 2 * rank)
  const next = shape === 'base' || shape === 'cached' ? populated(draw, rank) : surging(draw, rank, shape)
  for (let row = 0; row < length; row++) {
    const values = next((from + row) / MINUTES_A_DAY)
    block.minutes[row] = from + row
    for (const [name, value] of Object.entries(values)) block.columns[name as keyof ShapeRow][row] = value
  }
  if (shape === 'cached') holdValues(block, draw)
  return { block, leastBits: shape === 'base' || shape === 'votes' ? draw.bits() : undefined }
}

/** Draws the minute at a day and its part. */
type NextRow = (day: number) => ShapeRow

/** A game like those at the top of the charts: a daily and a weekly rhythm, slow drift, and an update now and then. */
function populated(draw: RandomDraws, rank: number): NextRow {
  const { unit } = draw
  const base = 180_000 / (rank + 1) ** 0.9
  const zone = unit() * 0.25
  const [swing, weekend, session] = [0.25 + unit() * 0.3, 0.08 + unit() * 0.22, 8 + unit() * 20]
  const [favored, liked] = [0.004 + unit() * 0.02, 0.002 + unit() * 0.008]
  const disliked = liked * (0.08 + unit() * 0.25)
  let visits = Math.floor(base * (2_000 + unit() * 40_000))
  let [favorites, likes, dislikes] = [favored, liked, disliked].map((share) => Math.floor(visits * share)) as [
    number,
    number,
    number,
  ]
  let [drift, update] = [0, 0]
  return (day) => {
    if (unit() < 1 / 20_000) update = 0.3 + unit() * 0.9
    update *= 0.9985
    drift = drift * 0.985 + (unit() + unit() - 1) * 0.012
    const ofWeek = (Math.floor(day) + 4) % 7
    const ofDay = swing * Math.sin((day - Math.floor(day) - 0.45 + zone) * 2 * Math.PI)
    const rhythm = 1 + ofDay + (ofWeek === 0 || ofWeek === 6 ? weekend : 0)
    const ccu = draw.players(base * rhythm * Math.exp(drift) * (1 + update))
    const arrivals = draw.poisson(ccu / session)
    visits += arrivals
    favorites += draw.poisson(arrivals * favored * 0.8) - (unit() < 0.02 && favorites > 0 ? 1 : 0)
    likes += draw.poisson(arrivals * liked)
    dislikes += draw.poisson(arrivals * disliked)
    return { ccu, visits, favorites, likes, dislikes }
  }
}

/** Few players, counts that come tenfold with outages between them, or votes that change by thousands a minute. */
function surging(draw: RandomDraws, rank: number, shape: ShapeName): NextRow {
  const { unit } = draw
  const ranked = shape === 'events' ? 400_000 / (rank + 1) ** 0.7 : 60_000 / (rank + 1) ** 0.8
  const base = shape === 'tiny' ? 0.2 + unit() * 14 : ranked
  let visits = Math.floor(base * 20_000)
  let [favorites, likes] = [Math.floor(visits * 0.01), Math.floor(visits * 0.006)]
  let dislikes = Math.floor(likes * 0.2)
  let [surge, outage] = [0, 0]
  return (day) => {
    let mean = base * (1 + 0.4 * Math.sin((day - Math.floor(day) - 0.4) * 2 * Math.PI))
    if (shape === 'events') {
      if (unit() < 1 / 700) surge = 2 + unit() * 9
      surge *= 0.97
      if (outage > 0) outage--
      else if (unit() < 1 / 4_000) outage = 5 + Math.floor(unit() * 40)
      mean = outage > 0 ? 0 : mean * (1 + surge) * (0.9 + 0.2 * unit())
    }
    const ccu = shape === 'tiny' ? Math.min(30 + Math.floor(unit() * 3), draw.poisson(mean)) : draw.players(mean)
    const arrivals = draw.poisson(ccu / 12)
    visits += arrivals
    if (shape === 'votes') {
      likes = Math.max(0, likes + draw.even(4_000, 0.45))
      dislikes = Math.max(0, dislikes + draw.even(1_500, 0.48))
      favorites = Math.max(0, favorites + draw.even(9_000, 0.49))
    } else {
      favorites += draw.poisson(arrivals * 0.01) - (unit() < 0.02 && favorites > 0 ? 1 : 0)
      likes += draw.poisson(arrivals * 0.005)
      dislikes += draw.poisson(arrivals * 0.001)
    }
    return { ccu, visits, favorites, likes, dislikes }
  }
}

/** As a cache shows them: each column is refreshed every 1 to 6 minutes by itself. */
function holdValues({ columns }: Block, { unit }: RandomDraws): void {
  for (const column of Object.values(columns))
    for (let row = 0, next = 0; row < column.length; row++)
      if (row < next) column[row] = column[row - 1] ?? 0
      else next = row + 1 + Math.floor(unit() * 6)
}
